// One benchmark per oracle and path, from the oracle table: randomise, tally, decode, simulate. Items per second are
// reports per second (decode: tallies per second).
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <memory>
#include <numeric>

#include "sourdine/oracle/table.h"
#include "sourdine/random/secure_bits.h"

namespace sourdine {
namespace {

constexpr double epsilon = 1;
constexpr std::size_t batch = 4096;

std::vector<Value> some_values(Value k) {
  std::vector<Value> values(batch);
  for (std::size_t i = 0; i < batch; ++i) values[i] = static_cast<Value>(i % k);
  return values;
}

Reports some_reports(const Oracle& oracle) {
  Reports reports(oracle.report_bytes());
  oracle.randomize(some_values(oracle.k()), SecureBits::this_thread(), reports);
  return reports;
}

void count_reports(benchmark::State& state, std::size_t per_iteration) {
  state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations()) * static_cast<std::int64_t>(per_iteration));
}

void randomize(benchmark::State& state, const Oracle& oracle) {
  const std::vector<Value> values = some_values(oracle.k());
  Reports reports(oracle.report_bytes());
  for (auto _ : state) {
    reports.clear();
    oracle.randomize(values, SecureBits::this_thread(), reports);
    benchmark::DoNotOptimize(reports.bytes().data());
  }
  count_reports(state, batch);
}

void tally(benchmark::State& state, const Oracle& oracle) {
  const Reports reports = some_reports(oracle);
  Tally into = oracle.empty_tally();
  for (auto _ : state) {
    oracle.tally(reports, into);
    benchmark::DoNotOptimize(into.cells.data());
  }
  count_reports(state, batch);
}

void decode(benchmark::State& state, const Oracle& oracle) {
  Tally from = oracle.empty_tally();
  oracle.tally(some_reports(oracle), from);
  for (auto _ : state) benchmark::DoNotOptimize(oracle.invert(from));
  count_reports(state, 1);
}

void simulate(benchmark::State& state, const Oracle& oracle) {
  const std::vector<std::uint64_t> histogram(oracle.k(), batch / oracle.k() + 1);
  Tally into = oracle.empty_tally();
  for (auto _ : state) oracle.simulate(histogram, SecureBits::this_thread(), into);
  count_reports(state, std::accumulate(histogram.begin(), histogram.end(), std::size_t{0}));
}

void register_all() {
  const std::pair<const char*, void (*)(benchmark::State&, const Oracle&)> paths[] = {
      {"randomize", randomize}, {"tally", tally}, {"decode", decode}, {"simulate", simulate}};
  for (const OracleRow& row : oracle_table()) {
    for (const Value k : {Value{17}, Value{1024}}) {
      const std::shared_ptr<const Oracle> oracle = make_oracle(table_spec(row, Domain(k), epsilon));
      for (const auto& [path, body] : paths) {
        benchmark::RegisterBenchmark(fmt::format("{}/{}/k={}", row.name, path, k).c_str(),
                                     [oracle, body = body](benchmark::State& state) { body(state, *oracle); });
      }
    }
  }
}

}  // namespace
}  // namespace sourdine

int main(int argc, char** argv) {
  sourdine::register_all();
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
