// What is not a frequency oracle's kernel: other kinds of protocols, from the protocol table; one report added to a
// tally, with labels and without; and what a year of hourly tallies takes in memory.
#include <benchmark/benchmark.h>
#include <fmt/format.h>
#include <sys/resource.h>

#include <span>

#include "inputs.h"
#include "main.h"
#include "sourdine/protocol/table.h"
#include "sourdine/random/secure_bits.h"

namespace sourdine::bench {
namespace {

std::vector<Value> records_of(const Protocol& protocol) {
  std::vector<Value> values;
  for (std::size_t i = 0; i < batch; ++i) {
    for (std::size_t attribute = 0; attribute < protocol.width(); ++attribute) {
      values.push_back(static_cast<Value>(i % protocol.domain_size(attribute)));
    }
  }
  return values;
}

Reports reports_of(const Protocol& protocol) {
  Reports reports(protocol.report_bytes());
  protocol.randomize(records_of(protocol), SecureBits::this_thread(), reports);
  return reports;
}

void randomize(benchmark::State& state, const Protocol& protocol) {
  const std::vector<Value> values = records_of(protocol);
  std::vector<std::uint8_t> reports(batch * protocol.report_bytes());
  for (auto _ : state) {
    protocol.randomize_into({values, protocol.width()}, SecureBits::this_thread(), reports);
    benchmark::DoNotOptimize(reports.data());
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(batch));
}

void tally(benchmark::State& state, const Protocol& protocol) {
  const Reports reports = reports_of(protocol);
  Tally into = protocol.empty_tally();
  for (auto _ : state) protocol.tally(reports, into);
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(batch));
}

std::shared_ptr<const Oracle> oracle_of(const OracleRow& row, std::uint64_t k, bool has_labels) {
  std::vector<std::string> labels;
  for (std::uint64_t i = 0; has_labels && i < k; ++i)
    labels.push_back(fmt::format("a place of some name, number {}", i));
  return make_oracle(table_spec(row, has_labels ? Domain(std::move(labels)) : Domain(k), epsilon));
}

// One report after the other into a tally that is there: seconds for each.
void one_report(benchmark::State& state, const Oracle& oracle) {
  const Reports reports = some_reports(oracle, SecureBits::this_thread(), 256);
  Tally into = oracle.empty_tally();
  std::size_t next = 0;
  for (auto _ : state) oracle.tally(reports.view().subview(next++ % 256, 1), into);
}

// The largest resident set, in bytes, as "items per second".
void year_of_hours(benchmark::State& state) {
  constexpr std::size_t hours = 8760;
  const auto oracle = oracle_of(find_oracle("grr"), 1000, true);
  std::vector<Tally> year;
  for (auto _ : state) {
    year.assign(hours, oracle->empty_tally());
    benchmark::DoNotOptimize(year.data());
  }
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  state.counters["megabytes"] = static_cast<double>(usage.ru_maxrss) / 1024;
}

}  // namespace

void register_all() {
  benchmark::RegisterBenchmark("year_of_hours/k=1000", year_of_hours)->Iterations(1);
  for (const ProtocolKind& kind : protocol_table().rows()) {
    if (kind.kind == Oracle::protocol_kind) continue;  // oracle_bench.cc has them, with all their paths
    for (const BenchCase& one : kind.bench_cases()) {
      benchmark::RegisterBenchmark((one.name + "/randomize").c_str(),
                                   [protocol = one.protocol](auto& state) { randomize(state, *protocol); });
      benchmark::RegisterBenchmark((one.name + "/tally").c_str(),
                                   [protocol = one.protocol](auto& state) { tally(state, *protocol); });
    }
  }
  for (const OracleRow& row : oracle_table()) {
    for (const bool has_labels : {false, true}) {
      const std::uint64_t k = row.name == "grr" ? 200'000 : 1000;
      benchmark::RegisterBenchmark(
          fmt::format("one_report/{}/{}/k={}", row.name, has_labels ? "labels" : "numbers", k).c_str(),
          // Made when it runs: the resident set of the year, which runs first, has no labels of others in it.
          [&row, k, has_labels](auto& state) { one_report(state, *oracle_of(row, k, has_labels)); });
    }
  }
}

}  // namespace sourdine::bench
