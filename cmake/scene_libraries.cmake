# SPDX-FileCopyrightText: 2026 The Graze authors
# SPDX-License-Identifier: MIT

# libgraze_io and libgraze_check as shared libraries, of the objects of the static ones. These are what is installed: they
# bring their own zlib, pugixml and so on, so that who uses them needs to find none of these.
function(graze_add_scene_library name)
  add_library(${name}_shared SHARED $<TARGET_OBJECTS:${name}>)
  add_library(graze::${name}_shared ALIAS ${name}_shared)
  set_target_properties(${name}_shared PROPERTIES
    OUTPUT_NAME ${name} LINKER_LANGUAGE CXX VERSION ${PROJECT_VERSION} SOVERSION ${graze_soversion}
    LINK_DEPENDS ${graze_SOURCE_DIR}/cmake/exports_scenes.map)
  graze_public_interface(${name}_shared GRAZE_DOUBLE)
  target_link_libraries(${name}_shared PRIVATE ${ARGN} Threads::Threads PUBLIC graze_d_shared)
  if(UNIX AND NOT APPLE)
    target_link_options(${name}_shared PRIVATE "LINKER:--version-script=${graze_SOURCE_DIR}/cmake/exports_scenes.map")
  endif()
endfunction()

get_target_property(graze_io_needs graze_io LINK_LIBRARIES)
graze_add_scene_library(graze_io ${graze_io_needs})
graze_add_scene_library(graze_check)
target_link_libraries(graze_check_shared PUBLIC graze_io_shared)
add_dependencies(graze_libraries graze_io_shared graze_check_shared)
