// client_people URL COLLECTION TOKEN FOLDER [--people]
//
// Reports what the standard input says, lines of PERIOD VALUE, through sourdine::Client, and prints how many reports
// the collector has acknowledged. With --people every line is somebody with a queue and a secret of their own.
#include <fmt/format.h>

#include <filesystem>
#include <iostream>
#include <map>

#include "sourdine/base/error.h"
#include "sourdine/collector/client/client.h"

namespace {

using namespace sourdine;  // NOLINT(google-build-using-namespace)

constexpr std::chrono::minutes patience{2};

using ValuesByPeriod = std::map<std::string, std::vector<Value>>;

std::uint64_t sent_by_one(const ClientOptions& options, const ValuesByPeriod& values) {
  Client client(options);
  for (const auto& [period, of_period] : values) client.report_all({of_period, 1}, period);
  const ClientStatus status = client.flush(patience);
  if (!status.is_all_sent() || status.refused + status.uncertain != 0) {
    fail_io(fmt::format("not all reports were taken: {}", status.last_problem));
  }
  return status.acknowledged;
}

std::uint64_t run(const std::vector<std::string>& words) {
  const bool is_many = words.size() == 5 && words[4] == "--people";
  if (words.size() != 4 && !is_many) fail_usage("client_people URL COLLECTION TOKEN FOLDER [--people]");
  ClientOptions options{.url = words[0],
                        .token = words[2],
                        .collection = words[1],
                        .queue = words[3],
                        .max_epsilon = 20,
                        .durable = false};
  if (is_many) std::filesystem::create_directories(words[3]);
  ValuesByPeriod values;
  std::uint64_t sent = 0, people = 0;
  std::string period;
  for (Value value = 0; std::cin >> period >> value;) {
    if (is_many) {
      options.queue = fmt::format("{}/{}", words[3], ++people);
      sent += sent_by_one(options, {{period, {value}}});
    } else {
      values[period].push_back(value);
    }
  }
  return is_many ? sent : sent_by_one(options, values);
}

}  // namespace

int main(int count, char** words) {
  try {
    fmt::print("{}\n", run({words + 1, words + count}));
    return 0;
  } catch (const std::exception& error) {
    fmt::print(stderr, "client_people: {}\n", error.what());
    return 2;
  }
}
