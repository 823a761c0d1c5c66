#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Graze authors
# SPDX-License-Identifier: MIT
#
# check.sh: all checks that do not run the library. Goes on after a failure, so that one run shows everything.
cd "$(dirname "$0")/.." || exit 1
failed=
run() { "$@" || failed="$failed $(basename "$2")"; }

run sh scripts/format.sh
run python3 scripts/check_sources.py
run python3 scripts/check_layers.py
run python3 scripts/draw_rooms.py
run python3 scripts/check_docs.py
run python3 scripts/house.py
run python3 scripts/check_headers.py --require g++ clang++
run sh scripts/tidy.sh

if [ -n "$failed" ]; then
  echo "check: FAILED:$failed" >&2
  exit 1
fi
echo 'check: all passed'
