#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Graze authors
# SPDX-License-Identifier: MIT
#
# scripts/fuzz.sh BUILD SECONDS: runs every fuzz target of a build for that long, half of it per precision, on a
# corpus that is kept in BUILD/corpus. Stops at the first finding; its input is left in BUILD/findings. FUZZ_SEED=0
# explores anew every time; the default repeats itself on a fresh corpus, so that a change is what a finding comes from.
set -eu
build=$1
seconds=$2
seed=${FUZZ_SEED:-20261115}
mkdir -p "$build/corpus" "$build/findings"
for program in "$build"/tests/fuzz/graze_*_fuzz_f*; do
  name=$(basename "$program")
  corpus="$build/corpus/${name%_f[0-9]*}"
  mkdir -p "$corpus"
  log="$build/findings/$name.log"
  if "$program" -seed="$seed" -max_total_time=$(((seconds + 1) / 2)) -max_len=512 -timeout=10 -print_final_stats=1 \
      -artifact_prefix="$build/findings/$name-" "$corpus" >"$log" 2>&1; then
    echo "$name: $(sed -n 's/^stat::number_of_executed_units: *//p' "$log") inputs, no finding"
  else
    tail -n 60 "$log"
    echo "$name: a finding, see $build/findings"
    exit 1
  fi
done
