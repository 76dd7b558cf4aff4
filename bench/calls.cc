// One call of the library on arrays of the caller's, timed: what a binding adds to it is measured beside it, in the
// same process and on the same memory (python/bench/calls.py loads this library). The output is fresh memory, as that
// of a binding; making the oracle and giving the memory back are not counted.
#include <algorithm>
#include <chrono>
#include <memory>

#include "inputs.h"
#include "sourdine/protocol/in_memory.h"

namespace sourdine::bench {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point begin) { return std::chrono::duration<double>(Clock::now() - begin).count(); }

}  // namespace
}  // namespace sourdine::bench

// Seconds; −1 when the call failed: no exception may leave a function that C calls.
extern "C" double sourdine_bench_randomize(const char* oracle_name, std::uint32_t k, const std::uint32_t* values,
                                           std::size_t count, std::size_t threads) try {
  using namespace sourdine;
  const auto oracle = bench::table_oracle(oracle_name, k);
  const auto begin = bench::Clock::now();
  const std::size_t size = count * oracle->report_bytes();
  const auto reports = std::make_unique_for_overwrite<std::uint8_t[]>(size);
  randomize_all(*oracle, {std::span(values, count)}, SecureSource(), std::span(reports.get(), size), threads);
  return bench::seconds_since(begin);
} catch (...) {
  return -1;
}

// The same from 64-bit numbers, which numpy makes when it is not asked for others: a caller of the library has to
// narrow them, and to look whether they are values of the domain, before the call.
extern "C" double sourdine_bench_randomize_wide(const char* oracle_name, std::uint32_t k, const std::int64_t* numbers,
                                                std::size_t count, std::size_t threads) try {
  using namespace sourdine;
  const auto oracle = bench::table_oracle(oracle_name, k);
  const auto begin = bench::Clock::now();
  const auto values = std::make_unique_for_overwrite<Value[]>(count);
  std::uint64_t largest = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const auto number = static_cast<std::uint64_t>(numbers[i]);
    largest = std::max(largest, number);
    values[i] = static_cast<Value>(number);
  }
  if (largest >= k) return -1;
  const std::size_t size = count * oracle->report_bytes();
  const auto reports = std::make_unique_for_overwrite<std::uint8_t[]>(size);
  randomize_all(*oracle, {std::span(values.get(), count)}, SecureSource(), std::span(reports.get(), size), threads);
  return bench::seconds_since(begin);
} catch (...) {
  return -1;
}

extern "C" double sourdine_bench_tally(const char* oracle_name, std::uint32_t k, const std::uint8_t* reports,
                                       std::size_t count, std::size_t threads) try {
  using namespace sourdine;
  const auto oracle = bench::table_oracle(oracle_name, k);
  const std::size_t size = oracle->report_bytes();
  const auto begin = bench::Clock::now();
  const Tally tally = tally_all(*oracle, {std::span(reports, count * size), size, count}, threads);
  return bench::seconds_since(begin);
} catch (...) {
  return -1;
}
