#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Graze authors
# SPDX-License-Identifier: MIT
#
# tidy.sh [FILE...]: clang-tidy on what is cheap: the modules below the kernels and the C interface, and through them
# their public headers. The float library stands for both.
set -eu
cd "$(dirname "$0")/.."
files=${*:-$(find src/base src/math src/shape src/c_api examples -name '*.cpp' ! -name '*eigen*' ! -name '*glm*' | sort)}
echo "$files" | tr ' ' '\n' | xargs -P "$(nproc)" -n 3 sh -c \
  'clang-tidy --quiet --warnings-as-errors="*" "$@" -- -std=c++20 -Iinclude -Isrc 2>/dev/null' tidy
echo "clang-tidy: $(echo "$files" | wc -w) files without findings"
