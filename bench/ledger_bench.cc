// The ledger: how many spendings a second are reserved and committed, each on the disk (or in memory, where the folder
// is), and how many lines a second are verified. sourdine_bench_ledger REPETITIONS FOLDER: one JSON object {"append":
// [seconds of appends spendings, …], "verify": [seconds of lines, …], "appends", "lines"}. No peer keeps a ledger.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "sourdine/privacy/ledger/file_store.h"
#include "sourdine/privacy/ledger/ledger.h"

namespace sourdine::bench {
namespace {

constexpr int appends = 200;
constexpr int lines = 20'000;

LedgerEntry monthly_entry() {
  return {.time = "2026-11-15T08:30:00Z",
          .dataset = "bench",
          .purpose = "releases/2026-11",
          .mechanism = "oue",
          .version = "0.1.0",
          .unit_text = "the region of one event",
          .unit = Unit::event,
          .loss = LedgerLoss::pure({100'000'000})};
}

template <class Work>
double seconds_of(const Work& work) {
  const auto begin = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

// Written at once: to append so many lines takes long.
void write_long_ledger(const std::string& path) {
  std::ofstream file(path);
  LedgerHead head;
  for (int i = 0; i < lines / 2; ++i) {
    for (const bool is_reserving : {true, false}) {
      const std::string line =
          is_reserving ? line_text(monthly_entry(), head.hash)
                       : line_text(ClosingLine{.of = head.count, .how = Closing::committed, .time = "t"}, head.hash);
      head = {.count = head.count + 1, .hash = hash_after(head.hash, line, false)};
      file << line << '\n';
    }
  }
  file.close();
  std::ofstream(head_path(path)) << head_text(head);
}

int run(int repetitions, const std::string& folder) {
  const std::string path = (std::filesystem::path(folder) / "bench.ledger.jsonl").string();
  const std::string long_path = (std::filesystem::path(folder) / "long.ledger.jsonl").string();
  write_long_ledger(long_path);
  std::vector<double> append_seconds, verify_seconds;
  for (int i = 0; i < repetitions; ++i) {
    std::filesystem::remove(path);
    std::filesystem::remove(path + ".head");
    append_seconds.push_back(seconds_of([&] {
      const Ledger ledger(file_ledger_store(path));
      for (int j = 0; j < appends; ++j) ledger.reserve(monthly_entry()).commit();
    }));
    verify_seconds.push_back(seconds_of([&] {
      if (Ledger(file_ledger_store(long_path)).read().head.count != lines) std::abort();
    }));
  }
  fmt::print("{{\"append\": [{:.6f}], \"verify\": [{:.6f}], \"appends\": {}, \"lines\": {}}}\n",
             fmt::join(append_seconds, ", "), fmt::join(verify_seconds, ", "), appends, lines);
  return 0;
}

}  // namespace
}  // namespace sourdine::bench

int main(int argc, char** argv) {
  if (argc != 3) {
    fmt::print(stderr, "usage: sourdine_bench_ledger REPETITIONS FOLDER\n");
    return 2;
  }
  return sourdine::bench::run(std::atoi(argv[1]), argv[2]);
}
