# SPDX-FileCopyrightText: 2026 The Graze authors
# SPDX-License-Identifier: MIT

# graze_io: readers of scene files (src/io), a static library of its own. Uses the headers of math in double, and zlib.
find_package(ZLIB QUIET)
if(NOT ZLIB_FOUND)
  message(WARNING "graze_io is left out: zlib not found (install zlib1g-dev, or set GRAZE_BUILD_IO=OFF)")
  return()
endif()
file(GLOB_RECURSE graze_io_sources CONFIGURE_DEPENDS ${graze_SOURCE_DIR}/src/io/*.cpp)
add_library(graze_io STATIC ${graze_io_sources})
add_library(graze::graze_io ALIAS graze_io)
set_target_properties(graze_io PROPERTIES POSITION_INDEPENDENT_CODE ON CXX_VISIBILITY_PRESET hidden
                                          VISIBILITY_INLINES_HIDDEN ON)
graze_compile_options(graze_io)
target_include_directories(graze_io PRIVATE ${graze_SOURCE_DIR}/src)
graze_public_interface(graze_io GRAZE_DOUBLE)
target_link_libraries(graze_io PRIVATE ZLIB::ZLIB)
# Robots (URDF, SRDF). Debian's package exports pugixml::pugixml.
find_package(pugixml QUIET)
if(TARGET pugixml::pugixml)
  target_link_libraries(graze_io PRIVATE pugixml::pugixml)
  target_compile_definitions(graze_io PRIVATE GRAZE_HAS_PUGIXML)
else()
  message(STATUS "graze_io reads no robots: pugixml not found (install libpugixml-dev)")
endif()
