// sourdine_bench_scaling [Google Benchmark options] THREADS REPORTS: randomise and tally so many reports through the
// library's pipeline with so many threads. Values come from memory; reports go to an output that forgets them, and come
// from a file in the directory for temporary files, so checksums are part of both. An oracle whose tally takes k steps
// per report gets a tenth of the reports.
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <filesystem>

#include "inputs.h"
#include "sourdine/oracle/pipeline.h"

namespace sourdine::bench {
namespace {

struct Forgets final : Output {
  using Output::append;
  void append(std::span<const std::uint8_t> bytes) override { benchmark::DoNotOptimize(bytes.data()); }
  void commit() override {}
};

struct Collection {
  std::shared_ptr<const Oracle> oracle;
  std::vector<Value> values;
  std::size_t threads;

  FileHeader header() const { return {oracle->spec(), "", true}; }
  void randomize_into(ReportWriter writer, std::size_t with_threads) const {
    ValueSpan source(values, oracle->k());
    randomize_values(source, *oracle, SecureSource(), writer, with_threads);
    writer.close();
  }
};

void count_reports(benchmark::State& state, const Collection& collection) {
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(collection.values.size()));
}

void randomize(benchmark::State& state, const Collection& collection) {
  for (auto _ : state) {
    collection.randomize_into(ReportWriter(std::make_unique<Forgets>(), collection.header()), collection.threads);
  }
  count_reports(state, collection);
}

void tally(benchmark::State& state, const Collection& collection) {
  const std::string file = std::filesystem::temp_directory_path() / "sourdine_bench_scaling.srep";
  collection.randomize_into(ReportWriter::create(file, collection.header()), 0);
  for (auto _ : state) benchmark::DoNotOptimize(aggregate_reports({file}, {collection.threads, Torn::stop}));
  std::filesystem::remove(file);
  count_reports(state, collection);
}

void register_oracle(const std::string& name, Value k, std::size_t threads, std::size_t reports) {
  const std::pair<const char*, void (*)(benchmark::State&, const Collection&)> paths[] = {{"randomize", randomize},
                                                                                          {"tally", tally}};
  for (const auto& [path, body] : paths) {
    // Values are made when the benchmark runs: all collections at once would not fit into memory.
    benchmark::RegisterBenchmark(fmt::format("{}/{}/k={}", name, path, k).c_str(),
                                 [=, body = body](benchmark::State& state) {
                                   body(state, {table_oracle(name, k), some_values(k, reports), threads});
                                 })
        ->UseRealTime()
        ->Unit(benchmark::kMillisecond)
        ->Iterations(1);
  }
}

}  // namespace
}  // namespace sourdine::bench

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  if (argc != 3) {
    fmt::print(stderr, "usage: {} THREADS REPORTS\n", argv[0]);
    return 2;
  }
  const std::size_t threads = std::stoul(argv[1]);
  const std::size_t reports = std::stoul(argv[2]);
  sourdine::bench::register_oracle("grr", 17, threads, reports);
  sourdine::bench::register_oracle("oue", 17, threads, reports);
  sourdine::bench::register_oracle("olh", 1024, threads, reports / 10);
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
