// One benchmark per oracle and path, from the oracle table: randomise, tally, decode, simulate. Items per second are
// reports per second (decode: tallies per second). A batch stays in the cache, as it does between the stages of the
// pipeline for most oracles; `rows` are reports keyed by ids that are numbers, `text_rows` by ids of 16 letters;
// `stream` is the tally of reports that have to come from memory.
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "inputs.h"
#include "main.h"
#include "sourdine/protocol/keyed_rows.h"
#include "sourdine/random/secure_bits.h"

namespace sourdine::bench {
namespace {

void count_reports(benchmark::State& state, std::size_t per_iteration) {
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(per_iteration));
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

void rows(benchmark::State& state, const Oracle& oracle) {
  const std::vector<Value> values = some_values(oracle.k());
  std::vector<std::uint64_t> ids(values.size());
  std::iota(ids.begin(), ids.end(), std::uint64_t{1} << 40);
  const RowSecret secret = RowSecret::draw();
  std::vector<std::uint8_t> reports(values.size() * oracle.report_bytes());
  for (auto _ : state) {
    randomize_rows(oracle, {values, 1}, ids, secret, reports, 1);
    benchmark::DoNotOptimize(reports.data());
  }
  count_reports(state, batch);
}

void text_rows(benchmark::State& state, const Oracle& oracle) {
  const std::vector<Value> values = some_values(oracle.k());
  std::vector<std::int32_t> offsets{0};
  std::vector<std::uint8_t> letters;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const std::string id = fmt::format("person-{:09}", i);
    letters.insert(letters.end(), id.begin(), id.end());
    offsets.push_back(static_cast<std::int32_t>(letters.size()));
  }
  const RowSecret secret = RowSecret::draw();
  std::vector<std::uint8_t> reports(values.size() * oracle.report_bytes());
  for (auto _ : state) {
    randomize_rows(oracle, {values, 1}, ByteIds<std::int32_t>{offsets, letters}, secret, reports, 1);
    benchmark::DoNotOptimize(reports.data());
  }
  count_reports(state, batch);
}

void tally_batch(benchmark::State& state, const Oracle& oracle, ReportsView reports) {
  Tally into = oracle.empty_tally();
  for (auto _ : state) {
    oracle.tally(reports, into);
    benchmark::DoNotOptimize(into.cells.data());
  }
  count_reports(state, reports.size());
}

void tally(benchmark::State& state, const Oracle& oracle) {
  tally_batch(state, oracle, some_reports(oracle, SecureBits::this_thread()));
}

// More reports than the second-level cache holds.
void stream(benchmark::State& state, const Oracle& oracle) {
  constexpr std::size_t bytes = std::size_t{64} << 20;
  const Reports some = some_reports(oracle, SecureBits::this_thread());
  Reports reports(oracle.report_bytes());
  while (reports.bytes().size() < bytes) std::ranges::copy(some.bytes(), reports.append(some.size()).begin());
  tally_batch(state, oracle, reports);
}

void decode(benchmark::State& state, const Oracle& oracle) {
  Tally from = oracle.empty_tally();
  oracle.tally(some_reports(oracle, SecureBits::this_thread()), from);
  oracle.invert(from);  // some oracles solve for their inverse the first time, and keep it
  for (auto _ : state) benchmark::DoNotOptimize(oracle.invert(from));
  count_reports(state, 1);
}

void simulate(benchmark::State& state, const Oracle& oracle) {
  const std::vector<std::uint64_t> histogram(oracle.k(), batch / oracle.k() + 1);
  Tally into = oracle.empty_tally();
  for (auto _ : state) oracle.simulate(histogram, SecureBits::this_thread(), into);
  count_reports(state, std::accumulate(histogram.begin(), histogram.end(), std::size_t{0}));
}

using Body = void (*)(benchmark::State&, const Oracle&);

void register_path(const std::string& name, Value k, std::string_view path, Body body) {
  benchmark::RegisterBenchmark(fmt::format("{}/{}/k={}", name, path, k).c_str(), [oracle = table_oracle(name, k),
                                                                                  body](benchmark::State& state) {
    body(state, *oracle);
  })->UseRealTime();  // as the peers are timed
}

}  // namespace

void register_all() {
  const std::pair<const char*, Body> paths[] = {
      {"randomize", randomize}, {"tally", tally}, {"decode", decode}, {"simulate", simulate}};
  for (const OracleRow& row : oracle_table()) {
    for (const Value k : {Value{17}, Value{1024}}) {
      for (const auto& [path, body] : paths) register_path(std::string(row.name), k, path, body);
    }
  }
  for (const char* name : {"grr", "oue", "olh", "ss"}) {
    for (const Value k : {Value{17}, Value{1024}}) register_path(name, k, "rows", rows);
  }
  register_path("grr", 17, "text_rows", text_rows);
  for (const char* name : {"blh", "olh"}) register_path(name, 16384, "tally", tally);
  for (const char* name : {"grr", "oue"}) register_path(name, 17, "stream", stream);
  for (const char* name : {"oue", "ss", "hr", "pgr"}) register_path(name, 1024, "stream", stream);
}

}  // namespace sourdine::bench
