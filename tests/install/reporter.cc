// A program on the collector's part: a collector in this process, a client that reports to it, and what it counted.
#include <sourdine/collector/client/client.h>
#include <sourdine/collector/read_collection.h>
#include <sourdine/collector/running.h>

#include <cstdio>
#include <string>

int main(int argc, char** argv) {
  using namespace sourdine;
  if (argc != 2) return 2;
  const std::string folder = argv[1];
  CollectorConfig config;
  config.server.port = 0;
  config.store = "sqlite:" + folder + "/collector.sqlite";
  config.log_level = LogLevel::error;
  RunningCollector collector(config);
  collector.service().create_collection(
      R"({"id": "moods", "spec": {"oracle": "oue", "epsilon": 1, "labels": ["good", "bad"]}})");
  const std::string token = collector.service().create_token(Scope::client, "moods", "").secret;
  collector.start();

  Client client(
      {.url = collector.url(), .token = token, .collection = "moods", .queue = folder + "/queue", .max_epsilon = 1});
  for (int i = 0; i < 3; ++i) client.report("good");
  const ClientStatus status = client.flush(std::chrono::seconds(20));
  const CollectionTallies counted = read_tallies({.url = config.store, .collection = "moods"});
  const auto reports = counted.tallies.empty() ? 0 : counted.tallies.front().reports;
  std::printf("%llu reports acknowledged, %llu counted\n", static_cast<unsigned long long>(status.acknowledged),
              static_cast<unsigned long long>(reports));
  return status.is_all_sent() && reports == 3 ? 0 : 1;
}
