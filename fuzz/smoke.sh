#!/bin/sh
# fuzz/smoke.sh SECONDS [BUILD_DIRECTORY]: every target for that long, from its seeds, with a fixed seed; one line each.
set -eu
seconds=${1:?usage: fuzz/smoke.sh SECONDS [BUILD_DIRECTORY]}
cd "$(dirname "$0")/.."
build=${2:-build/fuzz}
status=0
for format in csv srep stly srng events kernels; do
  work=$(mktemp -d)
  mkdir "$work/corpus"
  if "$build/fuzz/fuzz_$format" -seed=1 -max_total_time="$seconds" -max_len=4096 -timeout=10 -rss_limit_mb=2048 \
      -print_final_stats=1 -artifact_prefix="$work/" "$work/corpus" "$build/fuzz/seeds/$format" >"$work/log" 2>&1; then
    runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$work/log")
    echo "fuzz $format: $runs inputs in $seconds s, nothing found"
    rm -r "$work"
  else
    echo "fuzz $format: FAILED; the input and the log are in $work"
    tail -n 40 "$work/log"
    status=1
  fi
done
exit $status
