# SPDX-FileCopyrightText: 2026 The Graze authors
# SPDX-License-Identifier: MIT

# graze_check: what touches what in scenes (src/check), a static library of its own on graze_d and graze_io.
file(GLOB_RECURSE graze_check_sources CONFIGURE_DEPENDS ${graze_SOURCE_DIR}/src/check/*.cpp)
add_library(graze_check STATIC ${graze_check_sources})
add_library(graze::graze_check ALIAS graze_check)
set_target_properties(graze_check PROPERTIES POSITION_INDEPENDENT_CODE ON CXX_VISIBILITY_PRESET hidden
                                             VISIBILITY_INLINES_HIDDEN ON)
graze_compile_options(graze_check)
target_include_directories(graze_check PRIVATE ${graze_SOURCE_DIR}/src)
graze_public_interface(graze_check GRAZE_DOUBLE)
target_link_libraries(graze_check PUBLIC graze_io)
if(GRAZE_BUILD_STATIC)
  target_link_libraries(graze_check PUBLIC graze::graze_d_static)
else()
  target_link_libraries(graze_check PUBLIC graze::graze_d)
endif()
