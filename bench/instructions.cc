// sourdine_bench_instructions ORACLE randomize|tally K REPORTS: one call of one path, inside measured(), for callgrind
// (--toggle-collect=measured). Seeded, so that a count is the same from run to run.
// Without arguments: the best vector unit that the library can find on the processor (or the emulator) it runs on.
#include <fmt/format.h>
#include <hwy/targets.h>

#include <functional>

#include "inputs.h"
#include "sourdine/random/seeded_bits.h"

// By this name callgrind knows it.
extern "C" __attribute__((noinline)) void measured(const std::function<void()>& path) { path(); }

int main(int argc, char** argv) {
  using namespace sourdine;
  if (argc == 1) {
    fmt::print("{}\n", hwy::TargetName(hwy::SupportedAndGeneratedTargets().front()));  // the best comes first
    return 0;
  }
  if (argc != 5) {
    fmt::print(stderr, "usage: {} ORACLE randomize|tally K REPORTS\n", argv[0]);
    return 2;
  }
  const auto oracle = bench::table_oracle(argv[1], static_cast<Value>(std::stoul(argv[3])));
  const std::size_t count = std::stoul(argv[4]);
  const std::vector<Value> values = bench::some_values(oracle->k(), count);
  SeededBits random(1);
  Reports reports = bench::some_reports(*oracle, random, count);  // warm: memory and dispatch are not counted
  if (argv[2] == std::string("randomize")) {
    reports.clear();
    measured([&] { oracle->randomize(values, random, reports); });
  } else {
    Tally tally = oracle->empty_tally();
    measured([&] { oracle->tally(reports, tally); });
  }
  return 0;
}
