#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Graze authors
# SPDX-License-Identifier: MIT
#
# format.sh [-i]: says which C++ files clang-format would change; with -i changes them.
set -eu
cd "$(dirname "$0")/.."
files=$(find include src tests bench examples -name '*.h' -o -name '*.cpp' | sort)
if [ "${1:-}" = -i ]; then
  clang-format -i $files
else
  clang-format --dry-run -Werror $files
  echo "format: $(echo "$files" | wc -l) files as clang-format writes them"
fi
