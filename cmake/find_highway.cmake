# SPDX-FileCopyrightText: 2026 The Graze authors
# SPDX-License-Identifier: MIT

# Makes the target hwy::hwy, from Highway's own CMake package, else from pkg-config. Also installed: programs
# that link the static library must link Highway themselves.
if((GRAZE_SIMD OR graze_SIMD) AND NOT TARGET hwy::hwy)
  find_package(hwy CONFIG QUIET)
  if(NOT TARGET hwy::hwy)
    find_package(PkgConfig QUIET)
    if(PkgConfig_FOUND)
      pkg_check_modules(graze_hwy QUIET IMPORTED_TARGET libhwy)
    endif()
    if(TARGET PkgConfig::graze_hwy)
      add_library(hwy::hwy INTERFACE IMPORTED)
      target_link_libraries(hwy::hwy INTERFACE PkgConfig::graze_hwy)
    elseif(GRAZE_SIMD)
      message(FATAL_ERROR "Highway not found: install libhwy-dev, or build with -DGRAZE_SIMD=OFF")
    endif()
  endif()
endif()
