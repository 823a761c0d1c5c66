# SPDX-FileCopyrightText: 2026 The Graze authors
# SPDX-License-Identifier: MIT

# graze_import: the program by which graze_io reads COLLADA, 3MF and others, with assimp, in a process of its own. The
# library works without it. No find_package: assimp's package needs those of all that it was built with.
find_path(GRAZE_ASSIMP_INCLUDE assimp/Importer.hpp)
find_library(GRAZE_ASSIMP_LIBRARY assimp)
mark_as_advanced(GRAZE_ASSIMP_INCLUDE GRAZE_ASSIMP_LIBRARY)
if(NOT GRAZE_ASSIMP_INCLUDE OR NOT GRAZE_ASSIMP_LIBRARY OR NOT UNIX)
  message(STATUS "graze_import is left out: assimp not found (libassimp-dev); COLLADA, 3MF and FBX are refused")
  return()
endif()
file(GLOB graze_import_sources CONFIGURE_DEPENDS ${graze_SOURCE_DIR}/src/io/import/program/*.cpp)
add_executable(graze_import ${graze_import_sources})
graze_compile_options(graze_import)
target_include_directories(graze_import PRIVATE ${graze_SOURCE_DIR}/src)
target_include_directories(graze_import SYSTEM PRIVATE ${GRAZE_ASSIMP_INCLUDE})
target_link_libraries(graze_import PRIVATE graze_io ZLIB::ZLIB ${GRAZE_ASSIMP_LIBRARY})
# Where programs of the build tree look for it, as those of an installed one do.
set_target_properties(graze_import PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${graze_BINARY_DIR}/libexec/graze)
if(GRAZE_INSTALL)
  include(GNUInstallDirs)
  add_dependencies(graze_libraries graze_import)  # the target of what is installed
  install(TARGETS graze_import RUNTIME DESTINATION ${CMAKE_INSTALL_LIBEXECDIR}/graze)
endif()
