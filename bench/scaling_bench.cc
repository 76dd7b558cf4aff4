// sourdine_bench_scaling SECONDS REPORTS: randomise and tally so many reports through the library's pipeline with one
// thread, with two, and with two that share nothing, each with half of the reports: what the machine allows. They take
// turns for so long, the single thread on either core, and the seconds of every run are printed as JSON. Without
// arguments: the seconds that a new thread takes to start.
//
// Values come from memory; reports go to an output that forgets them, and come from files in the directory for
// temporary files, so checksums are part of both.
#include <fmt/format.h>
#include <pthread.h>
#include <sched.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <functional>
#include <nlohmann/json.hpp>
#include <thread>

#include "inputs.h"
#include "sourdine/base/error.h"
#include "sourdine/protocol/pipeline.h"

namespace sourdine::bench {
namespace {

using Clock = std::chrono::steady_clock;

// The two cores that are measured: the last ones, since the first serves most interrupts. The calling thread gets back
// all of its cores in the end.
class TwoCores {
 public:
  TwoCores() {
    if (sched_getaffinity(0, sizeof all_, &all_) != 0) fail_input("the cores of this process are not known");
    for (std::size_t core = 0; core < CPU_SETSIZE; ++core) {
      if (!CPU_ISSET(core, &all_)) continue;
      cores_[0] = cores_[1];
      cores_[1] = core;
      ++found_;
    }
    if (found_ < 2) fail_input("two cores are to be measured, and this process has one");
    CPU_ZERO(&both_);
    for (const std::size_t core : cores_) CPU_SET(core, &both_);
  }

  ~TwoCores() { pthread_setaffinity_np(pthread_self(), sizeof all_, &all_); }
  TwoCores(const TwoCores&) = delete;
  TwoCores& operator=(const TwoCores&) = delete;

  void take_both() const { pin(both_); }
  void take_one(std::size_t turn) const {
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(cores_[turn % 2], &one);
    pin(one);
  }

 private:
  static void pin(const cpu_set_t& set) {
    if (pthread_setaffinity_np(pthread_self(), sizeof set, &set) != 0) fail_input("a core cannot be chosen");
  }

  cpu_set_t all_, both_;
  std::size_t cores_[2] = {};
  std::size_t found_ = 0;
};

struct Forgets final : Output {
  using Output::append;
  void append(std::span<const std::uint8_t>) override {}
  void commit() override {}
};

// A path to be measured: with so many threads over everything, and with the calling thread over one half.
struct Path {
  std::string name;
  std::function<void(std::size_t threads)> all;
  std::function<void(std::size_t half)> half;
};

double seconds_of(const std::function<void()>& run) {
  const auto begin = Clock::now();
  run();
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

// Seconds that the host of a virtual machine took from its cores so far.
double stolen() {
  std::ifstream file("/proc/stat");
  std::string word;
  for (int field = 0; field <= 8; ++field) file >> word;
  return std::stod(word) / static_cast<double>(sysconf(_SC_CLK_TCK));
}

nlohmann::json measured(const Path& path, double seconds) {
  constexpr std::size_t least_turns = 8;
  const TwoCores cores;
  const auto half_on_core = [&](std::size_t half) {
    cores.take_one(half);
    path.half(half);
  };
  std::size_t turn = 0;
  const std::pair<const char*, std::function<void()>> runs[] = {
      {"one",
       [&] {
         cores.take_one(turn / 3);
         path.all(1);
       }},
      {"two",
       [&] {
         cores.take_both();
         path.all(2);
       }},
      {"apart", [&] { const std::jthread first([&] { half_on_core(0); }), second([&] { half_on_core(1); }); }}};
  path.all(2);  // once before anything counts: memory and files are touched
  nlohmann::json turns = nlohmann::json::array();
  for (double spent = 0; turn < least_turns || spent < seconds; ++turn) {
    const double before = stolen();
    double elapsed = 0;
    nlohmann::json result;
    for (std::size_t i = 0; i < std::size(runs); ++i) {
      const auto& [name, run] = runs[(turn + i) % std::size(runs)];  // each is the first one in its turn
      const double took = seconds_of(run);
      result[name] = took;
      elapsed += took;
    }
    spent += elapsed;
    result["stolen"] = stolen() - before;
    result["elapsed"] = elapsed;
    turns.push_back(std::move(result));
  }
  return {{"path", path.name}, {"turns", turns}};
}

nlohmann::json measured(const std::string& name, Value k, double seconds, std::size_t reports) {
  const auto oracle = table_oracle(name, k);
  const auto values = some_values(k, reports);
  const auto half_values = [&](std::size_t half) {
    return std::span(values).subspan(half * (reports / 2), half == 0 ? reports / 2 : reports - reports / 2);
  };
  const auto randomize = [&](std::span<const Value> held, ReportWriter writer, std::size_t threads) {
    ValueSpan source(held);
    randomize_values(source, *oracle, SecureSource(), writer, threads);
    writer.close();
  };
  const auto forgetful = [&] { return ReportWriter(std::make_unique<Forgets>(), *oracle, "", true); };
  const Path randomized = {fmt::format("{}/randomize/k={}", name, k),
                           [&](std::size_t threads) { randomize(values, forgetful(), threads); },
                           [&](std::size_t half) { randomize(half_values(half), forgetful(), 1); }};
  nlohmann::json rows = {measured(randomized, seconds)};

  std::vector<std::string> files;
  for (const std::size_t half : {0U, 1U}) {
    files.push_back(std::filesystem::temp_directory_path() / fmt::format("sourdine_bench_scaling_{}.srep", half));
    randomize(half_values(half), ReportWriter::create(files[half], *oracle, "", true), 0);
  }
  const Path tallied = {fmt::format("{}/tally/k={}", name, k),
                        [&](std::size_t threads) {
                          aggregate_reports(files, {threads, Torn::stop});
                        },
                        [&](std::size_t half) {
                          aggregate_reports({files[half]}, {1, Torn::stop});
                        }};
  rows.push_back(measured(tallied, seconds));
  for (const std::string& file : files) std::filesystem::remove(file);
  return rows;
}

// Seconds until a new thread runs while the one that made it works on, as a new process does: kernels may leave it on
// the busy core until their next tick.
double thread_start() {
  const auto work_until = [](Clock::time_point end) {
    while (Clock::now() < end) {
    }
  };
  work_until(Clock::now() + std::chrono::milliseconds(15));
  const auto begin = Clock::now();
  Clock::time_point started;
  std::thread thread([&started] { started = Clock::now(); });
  work_until(begin + std::chrono::milliseconds(10));
  thread.join();
  return std::chrono::duration<double>(started - begin).count();
}

int run(double seconds, std::size_t reports) {
  nlohmann::json rows = nlohmann::json::array();
  const std::pair<const char*, Value> oracles[] = {{"grr", 17}, {"oue", 17}, {"olh", 1024}};
  for (const auto& [name, k] : oracles) {
    for (auto& row : measured(name, k, seconds, reports)) rows.push_back(std::move(row));
  }
  fmt::print("{}\n", rows.dump(1));
  return 0;
}

}  // namespace
}  // namespace sourdine::bench

int main(int argc, char** argv) {
  try {
    if (argc == 1) return fmt::print("{}\n", sourdine::bench::thread_start()), 0;
    if (argc == 3) return sourdine::bench::run(std::stod(argv[1]), std::stoul(argv[2]));
    fmt::print(stderr, "usage: {} [SECONDS REPORTS]\n", argv[0]);
  } catch (const std::exception& error) {
    fmt::print(stderr, "sourdine_bench_scaling: {}\n", error.what());
  }
  return 2;
}
