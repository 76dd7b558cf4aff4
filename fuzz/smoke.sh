#!/usr/bin/env bash
# fuzz/smoke.sh SECONDS [BUILD_DIRECTORY]: every target for that long, from its seeds, with a fixed seed; one line each.
# As many targets at once as there are processors (or JOBS).
set -euo pipefail
seconds=${1:?usage: fuzz/smoke.sh SECONDS [BUILD_DIRECTORY]}
cd "$(dirname "$0")/.."
build=${2:-build/asan}
targets=()
for source in fuzz/*.cc; do
  name=$(basename "$source" .cc)
  # A part that is switched off has none.
  if [ "$name" != seeds ] && [ -x "$build/fuzz/fuzz_$name" ]; then targets+=("$name"); fi
done

# smoke TARGET: prints everything at the end, in one piece
smoke() {
  local format=$1 work
  work=$(mktemp -d)
  mkdir -p "$work/corpus" "$build/fuzz/seeds/$format"
  if "$build/fuzz/fuzz_$format" -seed=1 -max_total_time="$seconds" -max_len=4096 -timeout=10 -rss_limit_mb=2048 \
      -print_final_stats=1 -artifact_prefix="$work/" "$work/corpus" "$build/fuzz/seeds/$format" >"$work/log" 2>&1; then
    echo "fuzz $format: $(sed -n 's/^stat::number_of_executed_units: *//p' "$work/log") inputs in $seconds s, nothing found"
    rm -r "$work"
  else
    printf '%s\n%s\n' "$(tail -n 40 "$work/log")" "fuzz $format: FAILED; the input and the log are in $work"
    return 1
  fi
}
export -f smoke
export seconds build
printf '%s\n' "${targets[@]}" | xargs -P "${JOBS:-$(nproc)}" -I{} bash -c 'smoke {}'
