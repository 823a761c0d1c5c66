#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Graze authors
# SPDX-License-Identifier: MIT
#
# test_page.sh BUILD_DIR [PICTURES | --large]: the end-to-end tests of the page of graze check --html in a browser, on the bundled scenes; or, with a
# folder, pictures of their pages; or, with --large, the test of a page with a million triangles. 77: skipped, and one line says why.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
build=$(cd "$1" && pwd)
export GRAZE="$build/graze" GRAZE_SCENES="$root/scenes"
if [ ! -s "$build/page/report.html" ] || [ ! -d "$build/page/web" ]; then
  echo 'page: skipped: the command was built without --html'
  exit 77
fi
pictures=
if [ "${2:-}" = --large ]; then
  cd "$build/page/web"
  exec npm --silent run large
elif [ $# -gt 1 ]; then
  mkdir -p "$2"
  pictures=$(cd "$2" && pwd)
fi
cd "$build/page/web"
if [ -n "$pictures" ]; then
  npm --silent run shots -- "$pictures"
  echo "Pictures: $pictures"
else
  npm --silent test
fi
