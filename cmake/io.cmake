# SPDX-FileCopyrightText: 2026 The Graze authors
# SPDX-License-Identifier: MIT

# graze_io: readers of scene files (src/io), a static library of its own. Uses the headers of math in double, zlib, and
# nlohmann-json (its headers, for glTF).
find_package(ZLIB QUIET)
if(NOT ZLIB_FOUND)
  message(WARNING "graze_io is left out: zlib not found (install zlib1g-dev, or set GRAZE_BUILD_IO=OFF)")
  return()
endif()
find_package(nlohmann_json QUIET)
if(NOT nlohmann_json_FOUND)
  message(WARNING "graze_io is left out: nlohmann-json not found (install nlohmann-json3-dev, or set GRAZE_BUILD_IO=OFF)")
  return()
endif()
file(GLOB_RECURSE graze_io_sources CONFIGURE_DEPENDS ${graze_SOURCE_DIR}/src/io/*.cpp)
list(FILTER graze_io_sources EXCLUDE REGEX "/io/import/program/")  # a program of its own: cmake/import.cmake
add_library(graze_io STATIC ${graze_io_sources})
add_library(graze::graze_io ALIAS graze_io)
set_target_properties(graze_io PROPERTIES POSITION_INDEPENDENT_CODE ON CXX_VISIBILITY_PRESET hidden
                                          VISIBILITY_INLINES_HIDDEN ON)
graze_compile_options(graze_io)
target_include_directories(graze_io PRIVATE ${graze_SOURCE_DIR}/src)
graze_public_interface(graze_io GRAZE_DOUBLE)
target_link_libraries(graze_io PRIVATE ZLIB::ZLIB ${CMAKE_DL_LIBS} nlohmann_json::nlohmann_json)
# Robots (URDF, SRDF). Debian's package exports pugixml::pugixml.
find_package(pugixml QUIET)
if(TARGET pugixml::pugixml)
  target_link_libraries(graze_io PRIVATE pugixml::pugixml)
  target_compile_definitions(graze_io PRIVATE GRAZE_HAS_PUGIXML)
else()
  message(STATUS "graze_io reads no robots: pugixml not found (install libpugixml-dev)")
endif()
# Compressed glTF. Draco's package names folders of the machine it was built on, so its parts are looked for.
find_path(GRAZE_DRACO_INCLUDE draco/compression/decode.h)
find_library(GRAZE_DRACO_LIBRARY draco)
if(GRAZE_DRACO_INCLUDE AND GRAZE_DRACO_LIBRARY)
  target_include_directories(graze_io SYSTEM PRIVATE ${GRAZE_DRACO_INCLUDE})
  target_link_libraries(graze_io PRIVATE ${GRAZE_DRACO_LIBRARY})
  target_compile_definitions(graze_io PRIVATE GRAZE_HAS_DRACO)
else()
  message(STATUS "graze_io reads no KHR_draco_mesh_compression: Draco not found (install libdraco-dev)")
endif()
find_package(meshoptimizer QUIET)
if(TARGET meshoptimizer::meshoptimizer)
  target_link_libraries(graze_io PRIVATE meshoptimizer::meshoptimizer)
  target_compile_definitions(graze_io PRIVATE GRAZE_HAS_MESHOPT)
else()
  message(STATUS "graze_io reads no EXT_meshopt_compression: meshoptimizer not found (install libmeshoptimizer-dev)")
endif()

include(${graze_SOURCE_DIR}/cmake/import.cmake)
