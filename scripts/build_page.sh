#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Graze authors
# SPDX-License-Identifier: MIT
#
# build_page.sh WEB DIR AUTO|ON PACKAGES NODE NPM: builds the page of graze check --html in a copy of WEB in DIR, as DIR/report.html.
# PACKAGES: --omit=dev, or --include=dev for the tests as well. AUTO: where packages cannot be fetched, or the page cannot be
# built, says so and leaves an empty file; ON: that is an error.
set -eu
web=$1 dir=$2 mode=$3 packages=$4 node=$5 npm=$6
copy=$dir/web
log=$dir/page.log

fail() {
  if [ "$mode" = ON ]; then
    tail -n 20 "$log" >&2
    echo "graze: the page of --html: $1" >&2
    exit 1
  fi
  echo "graze: the command is built without --html: $1 (why: $log); cmake tries again when it configures"
  : >"$dir/report.html"
  exit 0
}

mkdir -p "$copy"
find "$copy" -mindepth 1 -maxdepth 1 ! -name node_modules ! -name installed -exec rm -rf {} +
(cd "$web" && tar --exclude=./node_modules --exclude=./dist -cf - .) | (cd "$copy" && tar -xf -)

cd "$copy"
wanted=$(cat package.json package-lock.json; echo "$packages")
if [ "$wanted" != "$(cat installed 2>/dev/null || true)" ]; then
  "$npm" ci "$packages" --ignore-scripts --no-audit --no-fund --no-update-notifier --fetch-retries=1 >"$log" 2>&1 ||
    fail 'npm cannot fetch its packages'
  printf '%s' "$wanted" >installed
fi
"$node" build.mjs "$dir/report.html.part" >"$log" 2>&1 || fail 'its sources do not build'
test -s "$dir/report.html.part" || fail 'its build wrote nothing'
mv "$dir/report.html.part" "$dir/report.html"
