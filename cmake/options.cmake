# SPDX-FileCopyrightText: 2026 The Graze authors
# SPDX-License-Identifier: MIT

# What is built. As a subproject Graze brings nothing but the library, in the one kind that BUILD_SHARED_LIBS
# asks for (static when it is not set, as everywhere in CMake); at top level it brings both kinds.
if(PROJECT_IS_TOP_LEVEL)
  set(shared_default ON)
  set(static_default ON)
elseif(BUILD_SHARED_LIBS)
  set(shared_default ON)
  set(static_default OFF)
else()
  set(shared_default OFF)
  set(static_default ON)
endif()

option(GRAZE_BUILD_FLOAT "Build graze, the library with Real = float" ON)
option(GRAZE_BUILD_DOUBLE "Build graze_d, the library with Real = double" ON)
option(GRAZE_BUILD_SOLID "Build libsolid3, SOLID's C interface; needs GRAZE_BUILD_DOUBLE" ${PROJECT_IS_TOP_LEVEL})
option(GRAZE_BUILD_IO "Build graze_io, readers of scene files (zlib); needs GRAZE_BUILD_DOUBLE" ${PROJECT_IS_TOP_LEVEL})
option(GRAZE_BUILD_CHECK "Build graze_check, checks of scenes; needs GRAZE_BUILD_IO" ${PROJECT_IS_TOP_LEVEL})
option(GRAZE_BUILD_SHARED "Build shared libraries" ${shared_default})
option(GRAZE_BUILD_STATIC "Build static libraries" ${static_default})
option(GRAZE_BUILD_TESTS "Build the tests (GoogleTest, GMP, nlohmann-json)" OFF)
option(GRAZE_TEST_FLOAT "Tests of the float library, where they are built" ON)
option(GRAZE_TEST_DOUBLE "Tests of the double library, where they are built" ON)
mark_as_advanced(GRAZE_TEST_FLOAT GRAZE_TEST_DOUBLE)
option(GRAZE_BUILD_BENCH "Build the benchmarks (Google Benchmark, GMP; peers where found)" OFF)
option(GRAZE_BUILD_FUZZ "Build the fuzz targets (clang, GMP)" OFF)
option(GRAZE_BUILD_EXAMPLES "Build the examples" ${PROJECT_IS_TOP_LEVEL})
option(GRAZE_INSTALL "Make the install target" ${PROJECT_IS_TOP_LEVEL})
option(GRAZE_SIMD "Vector kernels with Google Highway" ON)
option(GRAZE_WERROR "Warnings are errors" OFF)
option(GRAZE_UNITY "Compile several sources of the library as one: less time to build from nothing, more after an edit" OFF)
mark_as_advanced(GRAZE_UNITY)
set(GRAZE_SANITIZE "" CACHE STRING "Sanitizers, such as address,undefined or thread")

if(NOT GRAZE_BUILD_SHARED AND NOT GRAZE_BUILD_STATIC)
  message(FATAL_ERROR "GRAZE_BUILD_SHARED and GRAZE_BUILD_STATIC are both off: nothing to build")
endif()
if(GRAZE_BUILD_TESTS AND NOT GRAZE_BUILD_STATIC)
  message(FATAL_ERROR "GRAZE_BUILD_TESTS needs GRAZE_BUILD_STATIC: tests look at private functions")
endif()

# Without a build type CMake compiles without optimisation, which nobody wants of a library like this one: tens of
# times slower. As a subproject only Graze is meant, so the variable is set for this folder and below.
if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  message(STATUS "graze: no CMAKE_BUILD_TYPE was given; it is built as Release")
  if(PROJECT_IS_TOP_LEVEL)
    set(CMAKE_BUILD_TYPE Release CACHE STRING "Debug, Release, RelWithDebInfo" FORCE)
  else()
    set(CMAKE_BUILD_TYPE Release)
  endif()
endif()

if(PROJECT_IS_TOP_LEVEL)
  set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
  find_program(GRAZE_CCACHE ccache)
  mark_as_advanced(GRAZE_CCACHE)
  if(GRAZE_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
    # ccache knows objects made with a precompiled header again only if it may take macros for unused there.
    set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros ${GRAZE_CCACHE})
  endif()
endif()
