// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

// Build switches seen by every header: precision, export, version.

#define GRAZE_VERSION_MAJOR 0
#define GRAZE_VERSION_MINOR 1
#define GRAZE_VERSION_PATCH 0

// One source file sees one precision. The inline namespace keeps the symbols of the two libraries apart, so
// that one program may link both. The CMake target graze::graze_d and the pkg-config module graze_d define
// GRAZE_DOUBLE.
#if defined(GRAZE_DOUBLE)
#define GRAZE_ABI f64
#else
#define GRAZE_ABI f32
#endif

// The libraries are built with hidden visibility; only what carries GRAZE_API leaves them.
#if defined(GRAZE_STATIC) || !defined(__GNUC__)
#define GRAZE_API
#else
#define GRAZE_API __attribute__((visibility("default")))
#endif
