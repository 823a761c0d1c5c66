#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Graze authors
# SPDX-License-Identifier: MIT
#
# format.sh [-i]: says which C++ files clang-format would change; with -i changes them.
set -eu
cd "$(dirname "$0")/.."
files=$(find include src tests bench examples tools bindings -name '*.h' -o -name '*.cpp' | sort)
if [ "${1:-}" = -i ]; then
  clang-format -i $files
  exit
fi
# Its output is compared: --dry-run of clang-format 14 also reports namespace comments that it leaves as they are.
wrong=0
for file in $files; do
  clang-format "$file" | diff -u --label "$file" --label 'as clang-format writes it' "$file" - || wrong=$((wrong + 1))
done
if [ $wrong != 0 ]; then
  echo "format: $wrong files to format (make format)" >&2
  exit 1
fi
echo "format: $(echo "$files" | wc -l) files as clang-format writes them"
