// A client that is killed at any moment, by a collector that drops connections: what report() returned for is sent
// exactly once, and a retry is the same bytes under the same key.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <set>

#include "collector/scripted_server.h"
#include "sourdine/base/bits.h"
#include "sourdine/base/error.h"
#include "sourdine/collector/client/client.h"
#include "sourdine/oracle/table.h"
#include "sourdine/protocol/report_file.h"
#include "sourdine/random/secure_bits.h"
#include "support/temporary_directory.h"

namespace sourdine {
namespace {

using namespace std::chrono_literals;
using testing::collection_json;
using testing::ScriptedServer;
using testing::TemporaryDirectory;

// A report of it is its value: the probability of another is below 10^-11.
std::shared_ptr<const Protocol> numbered_reports() {
  return make_oracle({.oracle = "grr", .domain = Domain(1 << 20), .epsilon = 40, .parameters = {}});
}

ClientOptions crash_options(const std::string& url, const TemporaryDirectory& directory) {
  ClientOptions options{
      .url = url, .token = "sdc_token", .collection = "fires", .queue = directory.file("queue"), .max_epsilon = 50};
  options.first_backoff = 1ms;
  options.max_backoff = 4ms;
  return options;
}

// Never returns: reports numbers from `first` on, says so in the pipe after each, sends now and then.
[[noreturn]] void report_until_killed(const ClientOptions& options, Value first, int pipe) {
  try {
    Client client(options);
    client.start();
    for (Value value = first;; ++value) {
      client.report(value);
      if (::write(pipe, "r", 1) != 1) ::_exit(2);
    }
  } catch (...) {
  }
  ::_exit(3);
}

std::map<Value, int> counted_values(const ScriptedServer& server) {
  std::map<Value, int> counts;
  for (const auto& [key, body] : server.committed()) {
    ReportReader reader(std::make_unique<InputBytes>("body", std::string_view(body)));
    Reports block(reader.protocol()->report_bytes());
    while (reader.next(block)) {
      for (std::size_t i = 0; i < block.size(); ++i) ++counts[static_cast<Value>(take_bits(block[i], 0, 20))];
    }
  }
  return counts;
}

TEST(ClientCrash, EveryReportThatWasPromisedIsSentExactlyOnce) {
  const auto protocol = numbered_reports();
  auto json = collection_json(*protocol);
  json["max_batch_reports"] = 7;
  ScriptedServer server(json);
  std::atomic<std::uint64_t> draws = 0;
  server.on_post([&](const ScriptedServer::Request&, int) -> ScriptedServer::Reaction {
    switch (draws++ % 7) {
      case 1:
        return {.answers = false};
      case 3:
        return {.commits = false, .answers = false};
      case 5:
        return {.commits = false, .status = 503};
      default:
        return {};
    }
  });
  const TemporaryDirectory directory;
  const ClientOptions options = crash_options(server.url(), directory);
  { (void)Client(options).parameters(); }

  constexpr int kills = 40;
  std::set<Value> promised;
  std::set<Value> attempted;  // the one that was under way when the process died
  Value next = 0;
  for (int kill = 0; kill < kills; ++kill) {
    int pipe[2];
    ASSERT_EQ(::pipe(pipe), 0);
    const pid_t child = ::fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
      ::close(pipe[0]);
      report_until_killed(options, next, pipe[1]);
    }
    ::close(pipe[1]);
    // After so many reports, however fast the machine is, and a random time; now and then while it starts.
    char byte = 0;
    for (auto wait = SecureBits::this_thread().below(8); wait != 0 && ::read(pipe[0], &byte, 1) == 1; --wait) {
      promised.insert(next++);
    }
    ::usleep(static_cast<useconds_t>(SecureBits::this_thread().below(4'000)));
    ::kill(child, SIGKILL);
    int status = 0;
    ::waitpid(child, &status, 0);
    ASSERT_TRUE(WIFSIGNALED(status)) << WEXITSTATUS(status);
    while (::read(pipe[0], &byte, 1) == 1) promised.insert(next++);
    ::close(pipe[0]);
    attempted.insert(next++);
  }
  Client client(options);
  const ClientStatus status = client.flush(60s);
  EXPECT_TRUE(status.is_all_sent()) << status.last_problem;
  EXPECT_EQ(status.queue.refused + status.queue.uncertain + status.queue.damaged, 0U);
  EXPECT_FALSE(server.has_contradiction());
  const auto counts = counted_values(server);
  for (const Value value : promised) EXPECT_EQ(counts.contains(value) ? counts.at(value) : 0, 1) << value;
  for (const auto& [value, count] : counts) {
    EXPECT_EQ(count, 1) << value;
    EXPECT_TRUE(promised.contains(value) || attempted.contains(value)) << value;
  }
  EXPECT_GT(promised.size(), static_cast<std::size_t>(kills));  // 3.5 each on average, and those of the waiting
  RecordProperty("promised", static_cast<int>(promised.size()));
  RecordProperty("posts", static_cast<int>(server.posts().size()));
}

}  // namespace
}  // namespace sourdine
