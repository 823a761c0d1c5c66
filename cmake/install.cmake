# SPDX-FileCopyrightText: 2026 The Graze authors
# SPDX-License-Identifier: MIT

# Headers, libraries, the CMake package and the pkg-config modules. The installed tree can be moved: nothing
# in it names its prefix.
include(CMakePackageConfigHelpers)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/graze)
set(pkgconfig_dir ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

set(left_out PATTERN "io" EXCLUDE PATTERN "check" EXCLUDE)
if(TARGET graze_check_shared)
  set(left_out)
endif()
install(DIRECTORY ${graze_SOURCE_DIR}/include/graze DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING
        PATTERN "*.h" ${left_out})

# One export set per kind: who links the shared library does not need Highway to be found.
set(names)
if(GRAZE_BUILD_FLOAT)
  list(APPEND names graze)
endif()
if(GRAZE_BUILD_DOUBLE)
  list(APPEND names graze_d)
endif()
foreach(kind shared static)
  string(TOUPPER ${kind} upper)
  if(GRAZE_BUILD_${upper})
    list(TRANSFORM names APPEND _${kind} OUTPUT_VARIABLE targets)
    install(TARGETS ${targets} EXPORT graze_${kind})
    install(EXPORT graze_${kind} NAMESPACE graze:: DESTINATION ${package_dir} FILE graze-${kind}.cmake)
  endif()
endforeach()

if(TARGET graze_check_shared)
  install(TARGETS graze_io_shared graze_check_shared EXPORT graze_check)
  install(EXPORT graze_check NAMESPACE graze:: DESTINATION ${package_dir} FILE graze-check.cmake)
endif()

configure_package_config_file(${graze_SOURCE_DIR}/cmake/graze-config.cmake.in
                              ${graze_BINARY_DIR}/graze-config.cmake INSTALL_DESTINATION ${package_dir})
# As the SONAME: while the major version is 0, minor versions are not compatible with one another.
if(PROJECT_VERSION_MAJOR EQUAL 0)
  set(compatibility SameMinorVersion)
else()
  set(compatibility SameMajorVersion)
endif()
write_basic_package_version_file(${graze_BINARY_DIR}/graze-config-version.cmake COMPATIBILITY ${compatibility})
install(FILES ${graze_BINARY_DIR}/graze-config.cmake ${graze_BINARY_DIR}/graze-config-version.cmake
              ${graze_SOURCE_DIR}/cmake/find_highway.cmake DESTINATION ${package_dir})

# pkg-config: graze and graze_d; graze_static and graze_d_static name the archive and what it needs, because
# Highway may be there as a shared library only and then "-static" for the whole program cannot work.
file(RELATIVE_PATH pc_prefix /p/${pkgconfig_dir} /p)
string(REGEX REPLACE "/$" "" pc_prefix "${pc_prefix}")
set(pc_libs_private "-lm -pthread")
if(GRAZE_SIMD)
  set(pc_libs_private "-lhwy -lm -pthread")
endif()
foreach(pc_name IN LISTS names)
  set(pc_definition "")
  set(pc_real float)
  if(pc_name STREQUAL graze_d)
    set(pc_definition " -DGRAZE_DOUBLE")
    set(pc_real double)
  endif()
  set(pc_module ${pc_name})
  set(pc_libs "-L\${libdir} -l${pc_name}")
  configure_file(${graze_SOURCE_DIR}/cmake/graze.pc.in ${graze_BINARY_DIR}/${pc_name}.pc @ONLY)
  install(FILES ${graze_BINARY_DIR}/${pc_name}.pc DESTINATION ${pkgconfig_dir})
  if(GRAZE_BUILD_STATIC)
    set(pc_module ${pc_name}_static)
    set(pc_libs "\${libdir}/lib${pc_name}.a ${pc_libs_private}")
    configure_file(${graze_SOURCE_DIR}/cmake/graze.pc.in ${graze_BINARY_DIR}/${pc_name}_static.pc @ONLY)
    install(FILES ${graze_BINARY_DIR}/${pc_name}_static.pc DESTINATION ${pkgconfig_dir})
  endif()
endforeach()
if(TARGET graze_check_shared)
  foreach(pc_module graze_io graze_check)
    set(pc_requires graze_d)
    if(pc_module STREQUAL graze_check)
      set(pc_requires graze_io)
    endif()
    configure_file(${graze_SOURCE_DIR}/cmake/graze_scenes.pc.in ${graze_BINARY_DIR}/${pc_module}.pc @ONLY)
    install(FILES ${graze_BINARY_DIR}/${pc_module}.pc DESTINATION ${pkgconfig_dir})
  endforeach()
endif()
