# SPDX-FileCopyrightText: 2026 The Graze authors
# SPDX-License-Identifier: MIT

include(GNUInstallDirs)

# Rooms of the library, with all rooms inside them; c_api is a library of its own (solid.cmake).
set(graze_rooms base math simd hull shape kernel primitive tree mesh query motion literature broad scene)

# While the major version is 0, every minor version is an ABI of its own (CONTRIBUTING.md).
if(PROJECT_VERSION_MAJOR EQUAL 0)
  set(graze_soversion 0.${PROJECT_VERSION_MINOR})
else()
  set(graze_soversion ${PROJECT_VERSION_MAJOR})
endif()

# What sees private headers (the library and its tests): src/ as include directory, the SIMD switch, Highway.
function(graze_use_private_headers target)
  target_include_directories(${target} PRIVATE ${graze_SOURCE_DIR}/src)
  if(GRAZE_SIMD)
    target_compile_definitions(${target} PRIVATE GRAZE_SIMD=1)
    target_link_libraries(${target} PRIVATE hwy::hwy)
  endif()
endfunction()

function(graze_public_interface target definition)
  target_include_directories(${target} PUBLIC $<BUILD_INTERFACE:${graze_SOURCE_DIR}/include>
                                              $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  target_compile_features(${target} INTERFACE cxx_std_20)
  if(definition)
    target_compile_definitions(${target} PUBLIC ${definition})
  endif()
endfunction()

function(graze_finish_library name kind definition)
  add_library(graze::${name}_${kind} ALIAS ${name}_${kind})
  set_target_properties(${name}_${kind} PROPERTIES OUTPUT_NAME ${name} LINKER_LANGUAGE CXX)
  graze_public_interface(${name}_${kind} "${definition}")
  add_dependencies(graze_libraries ${name}_${kind})
  target_link_libraries(${name}_${kind} PRIVATE Threads::Threads)
  if(GRAZE_SIMD)
    target_link_libraries(${name}_${kind} PRIVATE hwy::hwy)
  endif()
endfunction()

# Several sources of a module as one translation unit: their headers are read once.
# Kernels that Highway includes once per target stay alone, and so do files that share local names with others.
set(graze_alone kernel/gjk/.* kernel/depth/expand tree/.* literature/.* mesh/triangle_mesh primitive/ray_.*
    query/cast/point query/pieces/queries query/pieces/depth query/pieces/casts query/pieces/ray_casts
    query/contact/side query/pair/solve query/pair/cached)
function(graze_unity target)
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  target_compile_options(${target} PRIVATE -Wno-shadow)  # of one file's names by another's; other builds have it
  # The standard library's headers are most of what a small unit reads: compiled once, they save a sixth of the build.
  target_precompile_headers(${target} PRIVATE <algorithm> <array> <cmath> <cstdint> <limits> <memory> <span> <utility>
                            <variant> <vector>)
  # In large units GCC inlines less: what is one file then costs as much as in files of its own.
  target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:--param=large-unit-insns=300000>)
  list(JOIN graze_alone "|" alone)
  foreach(source IN LISTS ARGN)
    file(STRINGS ${source} kernel LIMIT_COUNT 1 REGEX "each_target-inl")
    if(NOT kernel AND NOT source MATCHES "/src/(${alone})\\.cpp$")
      get_filename_component(folder ${source} DIRECTORY)
      file(RELATIVE_PATH folder ${graze_SOURCE_DIR}/src ${folder})
      string(MAKE_C_IDENTIFIER ${folder} group)
      math(EXPR count_${group} "0${count_${group}} + 1")
      math(EXPR batch "${count_${group}} / 8")
      set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${group}_${batch})
    endif()
  endforeach()
endfunction()

# graze_add_library(name [DEFINITION macro]) makes one precision:
#   name_objects           every source compiled once, position independent, symbols hidden
#   name_shared            graze::name_shared
#   name_static            graze::name_static
#   graze::name            the shared library where it is built, else the static one
# The two kinds share their objects: on ELF an exported symbol in an archive is an ordinary one.
function(graze_add_library name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "DEFINITION" "")
  list(TRANSFORM graze_rooms REPLACE "(.+)" "${graze_SOURCE_DIR}/src/\\1/*.cpp" OUTPUT_VARIABLE patterns)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${patterns})
  if(NOT sources)
    message(FATAL_ERROR "no sources under ${graze_SOURCE_DIR}/src")
  endif()

  add_library(${name}_objects OBJECT ${sources})
  set_target_properties(${name}_objects PROPERTIES POSITION_INDEPENDENT_CODE ON CXX_VISIBILITY_PRESET hidden
                                                   VISIBILITY_INLINES_HIDDEN ON)
  graze_compile_options(${name}_objects)
  if(GRAZE_UNITY)
    graze_unity(${name}_objects ${sources})
  endif()
  graze_use_private_headers(${name}_objects)
  graze_public_interface(${name}_objects "${arg_DEFINITION}")

  if(GRAZE_BUILD_STATIC)
    add_library(${name}_static STATIC $<TARGET_OBJECTS:${name}_objects>)
    graze_finish_library(${name} static "${arg_DEFINITION}")
  endif()
  if(GRAZE_BUILD_SHARED)
    add_library(${name}_shared SHARED $<TARGET_OBJECTS:${name}_objects>)
    graze_finish_library(${name} shared "${arg_DEFINITION}")
    set_target_properties(${name}_shared PROPERTIES VERSION ${PROJECT_VERSION} SOVERSION ${graze_soversion}
                                                    LINK_DEPENDS ${graze_SOURCE_DIR}/cmake/exports.map)
    if(UNIX AND NOT APPLE)
      target_link_options(${name}_shared PRIVATE "LINKER:--version-script=${graze_SOURCE_DIR}/cmake/exports.map")
    endif()
  endif()
  if(GRAZE_BUILD_SHARED)
    add_library(graze::${name} ALIAS ${name}_shared)
  else()
    add_library(graze::${name} ALIAS ${name}_static)
  endif()
endfunction()
