// The mechanisms of the central model: the bench cases of every row of their table. bench/peers/mechanisms.py does
// discrete Laplace and Gaussian noise with OpenDP.
#include <benchmark/benchmark.h>

#include "main.h"
#include "sourdine/mechanism/table.h"
#include "sourdine/random/secure_bits.h"

namespace sourdine::bench {

void register_all() {
  for (const MechanismRow& row : mechanism_table()) {
    for (const MechanismBench& one : row.bench_cases()) {
      benchmark::RegisterBenchmark(one.name.c_str(), [one](benchmark::State& state) {
        for (auto _ : state) {
          one.run(SecureBits::this_thread());
          benchmark::ClobberMemory();
        }
        state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(one.items));
      });
    }
  }
}

}  // namespace sourdine::bench
