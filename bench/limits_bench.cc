// What bounds every path on this machine: secret random words, and reading memory. Bytes per second.
#include <benchmark/benchmark.h>

#include <numeric>
#include <vector>

#include "sourdine/random/secure_bits.h"

namespace sourdine::bench {
namespace {

void random_words(benchmark::State& state) {
  SecureBits& bits = SecureBits::this_thread();
  for (auto _ : state) benchmark::DoNotOptimize(bits.words(Random::max_words).data());
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(Random::max_words * sizeof(std::uint64_t)));
}
BENCHMARK(random_words)->Name("limit/random_words")->UseRealTime();

void memory_read(benchmark::State& state) {
  const std::vector<std::uint64_t> words(std::size_t{64} << 20, 1);  // 512 MiB: more than any cache
  for (auto _ : state) benchmark::DoNotOptimize(std::accumulate(words.begin(), words.end(), std::uint64_t{0}));
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(words.size() * sizeof(std::uint64_t)));
}
BENCHMARK(memory_read)->Name("limit/memory_read")->UseRealTime();

}  // namespace
}  // namespace sourdine::bench
