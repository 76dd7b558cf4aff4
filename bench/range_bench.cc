// Range counting over 2^20 values: a tree with noise on every node, adjusted by least squares, and queries to it.
// bench/peers/ranges.py does the same at degree 16; the counts are i mod 100.
#include <benchmark/benchmark.h>

#include "sourdine/random/secure_bits.h"
#include "sourdine/range/central_tree.h"

namespace sourdine::bench {
namespace {

constexpr std::uint64_t size = std::uint64_t{1} << 20;

std::vector<std::uint64_t> counts() {
  std::vector<std::uint64_t> made(size);
  for (std::uint64_t i = 0; i < size; ++i) made[i] = i % 100;
  return made;
}

void build(benchmark::State& state) {
  const std::vector<std::uint64_t> data = counts();
  const auto degree = static_cast<std::uint64_t>(state.range(0));
  for (auto _ : state) {
    benchmark::DoNotOptimize(CentralTree::build({size, degree, 1}, data, SecureBits::this_thread()));
  }
}
BENCHMARK(build)->Name("range/build")->ArgName("degree")->Arg(2)->Arg(16)->Unit(benchmark::kMillisecond)->UseRealTime();

// Estimate, standard error and interval of random ranges, so that neither caches nor branches know the next one.
void query(benchmark::State& state) {
  const auto degree = static_cast<std::uint64_t>(state.range(0));
  SecureBits& random = SecureBits::this_thread();
  const auto tree = CentralTree::build({size, degree, 1}, counts(), random);
  std::vector<Range> ranges(std::size_t{1} << 16);
  for (Range& range : ranges) {
    const std::uint64_t a = random.below(size), b = random.below(size);
    range = {std::min(a, b), std::max(a, b)};
  }
  std::size_t next = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(tree->answer(ranges[next]));
    next = (next + 1) % ranges.size();
  }
}
BENCHMARK(query)->Name("range/query")->ArgName("degree")->Arg(2)->Arg(16)->Unit(benchmark::kNanosecond)->UseRealTime();

}  // namespace
}  // namespace sourdine::bench

BENCHMARK_MAIN();
