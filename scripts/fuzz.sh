#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Graze authors
# SPDX-License-Identifier: MIT
#
# scripts/fuzz.sh BUILD SECONDS: runs every fuzz target of a build for that long, half of it per precision, on a
# corpus of its own in BUILD/corpus, as many at a time as there are cores. A finding's input is left in BUILD/findings.
#
# FUZZ_SEED=0 explores: a new seed every time, on what earlier runs found. Otherwise the run repeats itself on every
# machine, so that a finding comes from the change and not from the dice: one seed, an empty corpus, one set of
# instructions (the preset fuzz has no SIMD), no hints from compared values (some are addresses), and as many inputs
# as tests/fuzz/inputs.txt says, which are about half of what the time is enough for on two idle cores.
set -eu
build=$1
seconds=$2
seed=${FUZZ_SEED:-20261115}
inputs=$(dirname "$0")/../tests/fuzz/inputs.txt
mkdir -p "$build/findings"

# fuzz_one PROGRAM
fuzz_one() {
  name=$(basename "$1")
  corpus="$build/corpus/$name"
  [ "$seed" = 0 ] || rm -rf "$corpus"
  mkdir -p "$corpus"
  repeat=
  if [ "$seed" != 0 ]; then
    runs=$(sed -n "s/^$name //p" "$inputs")
    repeat="-reload=0 -use_cmp=0 -runs=${runs:?$name is not in tests/fuzz/inputs.txt}"
  fi
  log="$build/findings/$name.log"
  # shellcheck disable=SC2086 # none of the options has spaces
  if "$1" -seed="$seed" $repeat -max_total_time=$(((seconds + 1) / 2)) -max_len=512 -timeout=10 \
      -print_final_stats=1 -artifact_prefix="$build/findings/$name-" "$corpus" >"$log" 2>&1; then
    echo "$name: $(sed -n 's/^stat::number_of_executed_units: *//p' "$log") inputs, no finding"
  else
    tail -n 60 "$log"
    echo "$name: a finding, see $build/findings"
    return 1
  fi
}

if [ $# -gt 2 ]; then
  fuzz_one "$3"
else
  printf '%s\n' "$build"/tests/fuzz/graze_*_fuzz_f* | xargs -n 1 -P "$(nproc)" sh "$0" "$build" "$seconds"
fi
