# Parts of a run of tests, for scripts/test, test-deep and test-long, which are in the top folder of the checkout when they
# read this. A part that cannot be built counts as one failure and the others go on; `summary` prints what each part took
# and, on the last line, how many tests of all passed and failed.
jobs=${JOBS:-$(nproc)}
scratch=$(mktemp -d)
begun=    # the process group of the builds that run beside the parts
fetched=  # the process group that makes Python's environment
presets_begun=
trap 'for group in $begun $fetched; do kill -- "-$group" 2>/dev/null; done; rm -rf "$scratch"' EXIT
passed=0
failed=0
times=()
runner=()
# What a build has here beside its preset: the sanitizers also see the Python extension, made for the Python of its tests.
declare -A options=([asan]="-DSOURDINE_CLI=ON -DSOURDINE_PYTHON=ON -DPython_EXECUTABLE=$PWD/build/python-tests/venv/bin/python")

# count PASSED FAILED
count() { passed=$((passed + $1)); failed=$((failed + $2)); }

# part NAME COMMAND...: runs it, and notes how long it took
part() {
  local name=$1 began=$SECONDS status=0
  shift
  printf '\n== %s\n' "$name"
  "$@" || status=$?
  times+=("$(printf '%3d min %02d s  %s' $(((SECONDS - began) / 60)) $(((SECONDS - began) % 60)) "$name")")
  return $status
}

# What is built of each preset.
declare -A targets=([suite]=all [asan]='fast_tests fuzz_targets sourdine_python sourdine_cli' [tsan]=test_parallel)

# compile PRESET: configures and builds
compile() {
  cmake --preset "$1" -Wno-dev ${options[$1]-} &&
    $niced cmake --build --preset "$1" --parallel "$jobs" --target ${targets[$1]-all}
}

# begin PRESET...: begins these builds, one after the other, with what the parts leave of the processors (tests wait for
# clocks, browsers and each other, and the last one runs alone). Each ends in `build` of its preset, which also reports
# what failed. In a process group of their own, so that an interruption ends all of it.
begin() {
  local preset
  presets_begun=$*
  set -m
  {
    niced='nice -n 19'
    for preset; do
      if [ "$preset" = asan ]; then until [ -e "$scratch/fetched" ]; do sleep 1; done; fi # its extension is that Python's
      compile "$preset"
      touch "$scratch/begun-$preset"
    done
  } </dev/null >"$scratch/begun" 2>&1 &
  begun=$!
  set +m
}

# build PRESET: waits for what was begun, and builds what that left; says only how it ended
build() {
  local preset=$1 log=$scratch/build
  # Whatever ended them early, the rest is built here.
  case " $presets_begun " in *" $preset "*)
    until [ -e "$scratch/begun-$preset" ] || ! kill -0 "$begun" 2>/dev/null; do sleep 1; done ;;
  esac
  if niced='' compile "$preset" >"$log" 2>&1; then
    tail -n 1 "$log"
  else
    tail -n 60 "$log"
    count 0 1
    return 1
  fi
}

# check NAME COMMAND...: one test, silent when it passes
check() {
  local name=$1
  shift
  if "$@" >"$scratch/check" 2>&1; then
    echo "$name: passed"
    count 1 0
  else
    tail -n 40 "$scratch/check"
    echo "$name: FAILED"
    count 0 1
  fi
}

# tests PRESET CTEST-ARGUMENT...
tests() {
  local preset=$1 log=$scratch/tests total bad
  shift
  "${runner[@]}" ctest --test-dir "build/$preset" --output-on-failure --no-tests=error --parallel "$jobs" "$@" |
    tee "$log" | grep -vE '^ *Start +[0-9]+:|Passed +[0-9.]+ sec$'
  total=$(sed -nE 's/.*tests passed, ([0-9]+) tests failed out of ([0-9]+).*/\2 \1/p' "$log")
  bad=${total#* }
  total=${total% *}
  if [ -z "$total" ]; then count 0 1; else count $((total - bad)) "$bad"; fi
}

# fetch: begins to make the environment of Python's tests, which waits for the network and the disk.
fetch() {
  set -m
  {
    nice -n 19 python/tests/run environment
    touch "$scratch/fetched"
  } </dev/null >"$scratch/environment" 2>&1 &
  fetched=$!
  set +m
}

# counted LOG: adds what the last line of a log says
counted() {
  local good='' bad=''
  read -r good bad < <(tail -n 1 "$1" | sed -nE 's/^([0-9]+) passed, ([0-9]+) failed$/\1 \2/p')
  count "${good:-0}" "${bad:-1}"
}

# python_tests PART...: of python/tests/run
python_tests() {
  if [ -n "$fetched" ]; then
    wait "$fetched"
    fetched=
    sed '$d' "$scratch/environment"
    counted "$scratch/environment"
  fi
  JOBS=$jobs python/tests/run "$@" | tee "$scratch/python" | sed '$d'
  counted "$scratch/python"
}

summary() {
  printf '\n== what each part took\n'
  printf '%s\n' "${times[@]}"
  printf '%3d min %02d s  in all\n' $((SECONDS / 60)) $((SECONDS % 60))
  printf '\n%d passed, %d failed\n' "$passed" "$failed"
  [ "$failed" -eq 0 ]
}
