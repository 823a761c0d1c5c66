# SPDX-FileCopyrightText: 2026 The Graze authors
# SPDX-License-Identifier: MIT

# libsolid3: SOLID's C interface (include/SOLID, src/c_api) with the double library inside, so that it stands alone.
#   solid3_static, solid3_shared, and solid3::solid3: the shared library where it is built, else the static one
# Its tests and its example are in C, compiled by the sibling of the C++ compiler: sanitizers must match.
if(GRAZE_BUILD_TESTS OR GRAZE_BUILD_EXAMPLES)
  if(NOT CMAKE_C_COMPILER AND CMAKE_CXX_COMPILER_ID MATCHES "Clang")
    string(REGEX REPLACE "clang\\+\\+" "clang" solid3_c_compiler "${CMAKE_CXX_COMPILER}")
    if(EXISTS "${solid3_c_compiler}")
      set(CMAKE_C_COMPILER "${solid3_c_compiler}" CACHE FILEPATH "C compiler")
    endif()
  endif()
  enable_language(C)
endif()

file(GLOB solid3_sources CONFIGURE_DEPENDS ${graze_SOURCE_DIR}/src/c_api/*.cpp)
add_library(solid3_objects OBJECT ${solid3_sources})
set_target_properties(solid3_objects PROPERTIES POSITION_INDEPENDENT_CODE ON CXX_VISIBILITY_PRESET hidden
                                                VISIBILITY_INLINES_HIDDEN ON)
graze_compile_options(solid3_objects)
target_compile_definitions(solid3_objects PRIVATE GRAZE_DOUBLE SOLID_DLL_EXPORT)
target_include_directories(solid3_objects PRIVATE ${graze_SOURCE_DIR}/include)

# Programs include <SOLID.h> or <SOLID/SOLID.h>.
function(graze_finish_solid kind)
  add_library(solid3::solid3_${kind} ALIAS solid3_${kind})
  set_target_properties(solid3_${kind} PROPERTIES OUTPUT_NAME solid3 LINKER_LANGUAGE CXX)
  foreach(folder include include/SOLID)
    target_include_directories(solid3_${kind} INTERFACE $<BUILD_INTERFACE:${graze_SOURCE_DIR}/${folder}>)
  endforeach()
  target_include_directories(solid3_${kind} INTERFACE
    "$<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR};${CMAKE_INSTALL_INCLUDEDIR}/SOLID>")
  target_link_libraries(solid3_${kind} PRIVATE Threads::Threads)
  if(GRAZE_SIMD)
    target_link_libraries(solid3_${kind} PRIVATE hwy::hwy)
  endif()
  add_dependencies(graze_libraries solid3_${kind})
endfunction()

if(GRAZE_BUILD_STATIC)
  add_library(solid3_static STATIC $<TARGET_OBJECTS:solid3_objects> $<TARGET_OBJECTS:graze_d_objects>)
  graze_finish_solid(static)
  target_compile_definitions(solid3_static INTERFACE SOLID_STATIC)
endif()
if(GRAZE_BUILD_SHARED)
  add_library(solid3_shared SHARED $<TARGET_OBJECTS:solid3_objects> $<TARGET_OBJECTS:graze_d_objects>)
  graze_finish_solid(shared)
  set(map ${graze_SOURCE_DIR}/cmake/solid_exports.map)
  set_target_properties(solid3_shared PROPERTIES VERSION ${PROJECT_VERSION} SOVERSION ${graze_soversion}
                                                 LINK_DEPENDS ${map})
  if(UNIX AND NOT APPLE)
    target_link_options(solid3_shared PRIVATE "LINKER:--version-script=${map}")
  endif()
  add_library(solid3::solid3 ALIAS solid3_shared)
else()
  add_library(solid3::solid3 ALIAS solid3_static)
endif()

if(NOT GRAZE_INSTALL)
  return()
endif()
include(CMakePackageConfigHelpers)

# The version of SOLID whose interface this is: what find_package(solid3 3.5) and pkg-config are asked for.
set(solid3_version 3.5.8)
set(solid3_dir ${CMAKE_INSTALL_LIBDIR}/cmake/solid3)
install(DIRECTORY ${graze_SOURCE_DIR}/include/SOLID DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING
        PATTERN "*.h")
foreach(kind shared static)
  if(TARGET solid3_${kind})
    install(TARGETS solid3_${kind} EXPORT solid3_${kind})
    install(EXPORT solid3_${kind} NAMESPACE solid3:: DESTINATION ${solid3_dir} FILE solid3-${kind}.cmake)
  endif()
endforeach()
configure_package_config_file(${graze_SOURCE_DIR}/cmake/solid3-config.cmake.in
                              ${graze_BINARY_DIR}/solid3-config.cmake INSTALL_DESTINATION ${solid3_dir}
                              PATH_VARS CMAKE_INSTALL_INCLUDEDIR CMAKE_INSTALL_LIBDIR)
write_basic_package_version_file(${graze_BINARY_DIR}/solid3-config-version.cmake VERSION ${solid3_version}
                                 COMPATIBILITY SameMajorVersion)
install(FILES ${graze_BINARY_DIR}/solid3-config.cmake ${graze_BINARY_DIR}/solid3-config-version.cmake
              ${graze_SOURCE_DIR}/cmake/find_highway.cmake DESTINATION ${solid3_dir})

set(pkgconfig_dir ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
file(RELATIVE_PATH pc_prefix /p/${pkgconfig_dir} /p)
string(REGEX REPLACE "/$" "" pc_prefix "${pc_prefix}")
set(pc_libs_private "-lstdc++ -lm -pthread")
if(GRAZE_SIMD)
  set(pc_libs_private "-lhwy -lstdc++ -lm -pthread")
endif()
configure_file(${graze_SOURCE_DIR}/cmake/solid3.pc.in ${graze_BINARY_DIR}/solid3.pc @ONLY)
install(FILES ${graze_BINARY_DIR}/solid3.pc DESTINATION ${pkgconfig_dir})
