// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// Build switches seen by every header: precision, export, version. Read again by every header that includes
// it, to see that the precision is still the same; only the rest is read once.

#if (defined(_MSVC_LANG) && _MSVC_LANG <= 201703L) || (!defined(_MSVC_LANG) && __cplusplus <= 201703L)
#error "Graze needs C++20: compile with -std=c++20 (MSVC: /std:c++20), or link the CMake target graze::graze"
#endif

#if !defined(GRAZE_CONFIG_H)
#define GRAZE_CONFIG_H

#define GRAZE_VERSION_MAJOR 0
#define GRAZE_VERSION_MINOR 1
#define GRAZE_VERSION_PATCH 0

// One source file sees one precision. The inline namespace keeps the symbols of the two libraries apart, so
// that one program may link both. The CMake target graze::graze_d and the pkg-config module graze_d define
// GRAZE_DOUBLE.
#if defined(GRAZE_DOUBLE)
#define GRAZE_ABI f64
#define GRAZE_ABI_IS_DOUBLE 1
#else
#define GRAZE_ABI f32
#define GRAZE_ABI_IS_DOUBLE 0
#endif

// The libraries are built with hidden visibility; only what carries GRAZE_API leaves them.
#if defined(GRAZE_STATIC) || !defined(__GNUC__)
#define GRAZE_API
#else
#define GRAZE_API __attribute__((visibility("default")))
#endif

#endif  // GRAZE_CONFIG_H

#if defined(GRAZE_DOUBLE) && !GRAZE_ABI_IS_DOUBLE
#error \
    "GRAZE_DOUBLE is defined after a header of Graze: define it before the first, best for the whole program"
#elif !defined(GRAZE_DOUBLE) && GRAZE_ABI_IS_DOUBLE
#error "GRAZE_DOUBLE was undefined between two headers of Graze: one source file sees one precision"
#endif
