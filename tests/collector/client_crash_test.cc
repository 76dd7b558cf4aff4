// A client that is killed at any moment, by a collector that drops connections: what report() returned for is sent
// exactly once, and a retry is the same bytes under the same key.
#include <gtest/gtest.h>

#include <set>

#include "collector/killed_client.h"
#include "collector/scripted_server.h"
#include "sourdine/base/bits.h"
#include "sourdine/base/error.h"
#include "sourdine/collector/client/client.h"
#include "sourdine/oracle/table.h"
#include "sourdine/protocol/report_file.h"
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
    for (auto left = testing::reports_until_killed(options, next, 1); left != 0; --left) promised.insert(next++);
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
