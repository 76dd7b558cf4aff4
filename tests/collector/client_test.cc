// The client against a collector that drops, delays, refuses and lies.
#include "sourdine/collector/client/client.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "collector/client_cases.h"
#include "sourdine/base/error.h"
#include "support/errors.h"

namespace sourdine {
namespace {

using namespace std::chrono_literals;
using namespace testing;
using Reaction = ScriptedServer::Reaction;
using Request = ScriptedServer::Request;

TEST(Client, SendsReportsOnceWithTokenKeyAndBody) {
  const auto protocol = nearly_plain();
  ScriptedServer server(collection_json(*protocol));
  const TemporaryDirectory directory;
  Client client(options_for(server, directory));
  for (Value i = 0; i < 25; ++i) client.report(i);
  EXPECT_EQ(client.status().queue.waiting, 25U);
  const ClientStatus status = client.flush(60s);
  EXPECT_TRUE(status.is_all_sent());
  EXPECT_EQ(status.acknowledged, 25U);
  EXPECT_EQ(all_values(server), first_values(25));
  ASSERT_EQ(server.posts().size(), 1U);
  const Request request = server.posts().front();
  EXPECT_EQ(request.target, "/v1/collections/fires/reports");
  EXPECT_EQ(request.headers.at("authorization"), "Bearer sdc_token");
  EXPECT_EQ(request.headers.at("content-type"), "application/vnd.sourdine.reports");
  EXPECT_TRUE(parse_batch_key(request.headers.at("idempotency-key")));
}

TEST(Client, BatchesByPeriodAndBySize) {
  auto json = collection_json(*nearly_plain());
  json["period"] = "day";
  json["max_batch_reports"] = 4;
  ScriptedServer server(json);
  const TemporaryDirectory directory;
  Client client(options_for(server, directory));
  const UnixTime noon = std::chrono::sys_days(std::chrono::year(2026) / 11 / 17) + 12h;
  for (Value i = 0; i < 6; ++i) client.report(i, noon + 24h * (i % 2));
  const std::vector<Value> more = {6, 7, 8, 9, 10, 11};
  client.report_all({more, 1}, "2026-11-17");
  EXPECT_NE(input_error([&] { client.report_all({more, 1}, "2026-11"); }).find("is no day"), std::string::npos);
  client.flush(60s);
  std::map<std::string, std::size_t> targets;
  for (const Request& request : server.posts()) ++targets[request.target];
  EXPECT_EQ(targets, (std::map<std::string, std::size_t>{{"/v1/collections/fires/reports?period=2026-11-17", 3},
                                                         {"/v1/collections/fires/reports?period=2026-11-18", 1}}));
  EXPECT_EQ(all_values(server), first_values(12));
}

TEST(Client, RetriesWithTheSameKeyAndBodyUntilItIsAcknowledged) {
  const auto protocol = nearly_plain();
  ScriptedServer server(collection_json(*protocol));
  server.on_post([](const Request&, int attempt) -> Reaction {
    switch (attempt % 6) {
      case 0:
        return {.answers = false};  // committed, and nobody hears of it
      case 1:
        return {.commits = false, .answers = false};
      case 2:
        return {.commits = false, .status = 503, .headers = problem_type, .body = problem("busy", "Later.")};
      case 3:
        return {.commits = false, .status = 500};
      case 4:
        return {.commits = false, .reads_body = false};
      default:
        return {.closes = true};
    }
  });
  const TemporaryDirectory directory;
  Client client(options_for(server, directory));
  for (Value i = 0; i < 5; ++i) {
    client.report(i);
    EXPECT_TRUE(client.flush(60s).is_all_sent());
  }
  EXPECT_EQ(all_values(server), first_values(5));
  EXPECT_FALSE(server.has_contradiction());
  EXPECT_EQ(server.committed().size(), 5U);
  EXPECT_GE(server.posts().size(), 20U);
  EXPECT_EQ(client.status().last_problem, "");
}

TEST(Client, HonoursRetryAfter) {
  ScriptedServer server(collection_json(*nearly_plain()));
  std::vector<std::chrono::steady_clock::time_point> times;
  server.on_post([&](const Request&, int attempt) -> Reaction {
    times.push_back(std::chrono::steady_clock::now());
    if (attempt == 0) return {.commits = false, .status = 429, .headers = "Retry-After: 1\r\n"};
    return {};
  });
  const TemporaryDirectory directory;
  Client client(options_for(server, directory));
  client.report(Value{1});
  const ClientStatus at_once = client.flush(100ms);
  EXPECT_EQ(at_once.queue.sending, 1U);
  EXPECT_NE(at_once.last_problem.find("429"), std::string::npos);
  EXPECT_TRUE(client.flush(60s).is_all_sent());
  ASSERT_EQ(times.size(), 2U);
  EXPECT_GE(times[1] - times[0], 1s);
}

TEST(Client, WaitsForASlowAnswerOnlySoLong) {
  ScriptedServer server(collection_json(*nearly_plain()));
  server.on_post([](const Request&, int attempt) -> Reaction { return {.delay = attempt == 0 ? 300ms : 0ms}; });
  const TemporaryDirectory directory;
  ClientOptions options = options_for(server, directory);
  options.http.timeout = 100ms;
  Client client(options);
  client.report(Value{1});
  EXPECT_TRUE(client.flush(60s).is_all_sent());
  EXPECT_EQ(all_values(server), (std::multiset<Value>{1}));
  EXPECT_FALSE(server.has_contradiction());
}

TEST(Client, PutsFinalRefusalsAsideWithTheirReason) {
  ScriptedServer server(collection_json(*nearly_plain()));
  server.on_post([](const Request&, int) -> Reaction {
    return {
        .commits = false, .status = 409, .headers = problem_type, .body = problem("collection-closed", "Too late.")};
  });
  const TemporaryDirectory directory;
  ClientOptions options = options_for(server, directory);
  std::vector<ClientNotice> notices;
  options.notice = [&](const ClientNotice& notice) { notices.push_back(notice); };
  Client client(options);
  client.report(Value{7});
  client.report(Value{8});
  const ClientStatus status = client.flush(60s);
  EXPECT_TRUE(status.is_all_sent());
  EXPECT_EQ(status.refused, 2U);
  EXPECT_EQ(status.queue.refused, 1U);
  ASSERT_EQ(notices.size(), 1U);
  EXPECT_EQ(notices[0].reports, 2U);
  EXPECT_EQ(notices[0].reason, "status 409, collection-closed: Too late. Do so.");
  const std::string folder = directory.file("queue") + "/refused/";
  EXPECT_EQ(read_all(folder + notices[0].key + ".txt"), notices[0].reason + "\n");
  const std::vector<Value> kept = values_in(read_batch_file("refused", read_all(notices[0].file)).body);
  EXPECT_EQ(std::multiset<Value>(kept.begin(), kept.end()), (std::multiset<Value>{7, 8}));
  server.on_post({});
  EXPECT_EQ(client.take_back_refused(), 1U);
  EXPECT_TRUE(client.flush(60s).is_all_sent());
  EXPECT_EQ(all_values(server), (std::multiset<Value>{7, 8}));
}

TEST(Client, SendsAgainWhatSomethingElseAnsweredWell) {
  const auto protocol = nearly_plain();
  ScriptedServer server(collection_json(*protocol));
  // A proxy's page, a sum that is not ours, and then the collector.
  server.on_post([](const Request&, int attempt) -> Reaction {
    if (attempt == 0) return {.commits = false, .body = "<!doctype html><title>Welcome</title>"};
    if (attempt == 1) return {.commits = false, .body = R"({"accepted":4,"repeated":false})"};
    return {};
  });
  const TemporaryDirectory directory;
  Client client(options_for(server, directory));
  for (Value i = 0; i < 5; ++i) client.report(i);
  EXPECT_EQ(client.flush(60s).acknowledged, 5U);
  EXPECT_EQ(server.posts().size(), 3U);
  EXPECT_EQ(all_values(server), first_values(5));
}

TEST(Client, BatchesAreNotLargerThanTheRateOfAMinute) {
  const auto protocol = nearly_plain();
  nlohmann::json collection = collection_json(*protocol);
  collection["max_reports_per_minute"] = 4;
  ScriptedServer server(collection);
  const TemporaryDirectory directory;
  Client client(options_for(server, directory));
  for (Value i = 0; i < 10; ++i) client.report(i);
  EXPECT_EQ(client.flush(60s).acknowledged, 10U);
  EXPECT_EQ(server.posts().size(), 3U);
}

TEST(Client, DoesNotFollowRedirects) {
  ScriptedServer server(collection_json(*nearly_plain()));
  server.on_post([](const Request&, int) -> Reaction {
    return {.commits = false, .status = 307, .headers = "Location: http://127.0.0.1:1/\r\n"};
  });
  const TemporaryDirectory directory;
  Client client(options_for(server, directory));
  client.report(Value{7});
  EXPECT_EQ(client.flush(60s).refused, 1U);
}

TEST(Client, CallsARefusalUncertainWhenAnEarlierAttemptHadNoAnswer) {
  ScriptedServer server(collection_json(*nearly_plain()));
  server.on_post([](const Request&, int attempt) -> Reaction {
    if (attempt == 0) return {.answers = false};
    return {
        .commits = false, .status = 409, .headers = problem_type, .body = problem("collection-closed", "Too late.")};
  });
  const TemporaryDirectory directory;
  Client client(options_for(server, directory));
  client.report(Value{7});
  const ClientStatus status = client.flush(60s);
  EXPECT_EQ(status.refused, 0U);
  EXPECT_EQ(status.uncertain, 1U);
  EXPECT_EQ(status.queue.uncertain, 1U);
}

TEST(Client, WhatIsOlderThanTheClockWindowIsUncertainAndNotSentAgain) {
  ScriptedServer server(collection_json(*nearly_plain()));
  server.on_post([](const Request&, int) -> Reaction { return {.answers = false}; });
  const TemporaryDirectory directory;
  ClientOptions options = options_for(server, directory);
  UnixTime time = std::chrono::sys_days(std::chrono::year(2026) / 11 / 17);
  options.clock = [&] { return time; };
  std::string key;
  {
    Client client(options);
    client.report(Value{7});
    client.flush(50ms);
    ASSERT_GE(server.posts().size(), 1U);
    key = server.posts().front().headers.at("idempotency-key");
    EXPECT_EQ(time_of(parse_batch_key(key).value()), time);
    EXPECT_EQ(client.status().queue.sending, 1U);
  }
  server.on_post({});
  time += 1h;
  {
    Client client(options);  // the window has not passed yet: the same key again
    time += 1ms;
    const std::size_t before = server.posts().size();
    const ClientStatus status = client.flush(60s);
    EXPECT_EQ(status.queue.uncertain, 1U);
    EXPECT_EQ(status.uncertain, 1U);
    EXPECT_EQ(server.posts().size(), before);
  }
}

TEST(Client, BeingOfflineMakesNoBatchOld) {
  const auto protocol = nearly_plain();
  UnixTime time = std::chrono::sys_days(std::chrono::year(2026) / 11 / 17);
  const TemporaryDirectory directory;
  {
    ScriptedServer server(collection_json(*protocol));
    ClientOptions options = options_for(server, directory);
    options.clock = [&] { return time; };
    Client client(options);
    (void)client.parameters();
  }
  ClientOptions offline{.url = "http://127.0.0.1:1",
                        .token = "sdc_token",
                        .collection = "fires",
                        .queue = directory.file("queue"),
                        .max_epsilon = 50};
  offline.clock = [&] { return time; };
  offline.first_backoff = 1ms;
  {
    Client client(offline);
    client.report(Value{1});
    const ClientStatus status = client.flush(30ms);
    EXPECT_EQ(status.queue.waiting, 1U);
    EXPECT_EQ(status.queue.sending, 0U);
    EXPECT_NE(status.last_problem.find("cannot connect"), std::string::npos);
  }
  time += 24h * 20;
  ScriptedServer server(collection_json(*protocol));
  ClientOptions options = options_for(server, directory);
  options.clock = [&] { return time; };
  Client client(options);
  EXPECT_TRUE(client.flush(60s).is_all_sent());
  EXPECT_EQ(all_values(server), (std::multiset<Value>{1}));
  EXPECT_EQ(time_of(parse_batch_key(server.posts().front().headers.at("idempotency-key")).value()), time);
}

TEST(ParallelClient, SendsInTheBackgroundWhatThreadsReport) {
  ScriptedServer server(collection_json(*nearly_plain()));
  server.on_post([](const Request&, int attempt) -> Reaction {
    return {.commits = attempt % 5 != 1, .answers = attempt % 5 > 1};
  });
  const TemporaryDirectory directory;
  ClientOptions options = options_for(server, directory);
  Client client(options);
  (void)client.parameters();
  client.start();
  std::vector<std::thread> threads;
  for (Value part = 0; part < 3; ++part) {
    threads.emplace_back([&client, part] {
      for (Value i = 0; i < 60; ++i) client.report(Value{part * 60 + i});
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (int i = 0; i < 6000 && !client.status().is_all_sent(); ++i) std::this_thread::sleep_for(10ms);
  client.stop();
  EXPECT_TRUE(client.status().is_all_sent());
  EXPECT_EQ(all_values(server), first_values(180));
  EXPECT_FALSE(server.has_contradiction());
}

TEST(HttpUrl, IsReadOrRefused) {
  const HttpUrl url = parse_http_url("https://collector.example/base/");
  EXPECT_TRUE(url.is_encrypted);
  EXPECT_EQ(url.host, "collector.example");
  EXPECT_EQ(url.port, "443");
  EXPECT_EQ(url.path, "/base");
  EXPECT_EQ(parse_http_url("http://[::1]:8470").host, "::1");
  EXPECT_TRUE(is_own_machine(parse_http_url("http://[::1]:8470")));
  EXPECT_TRUE(is_own_machine(parse_http_url("http://127.9.9.9")));
  EXPECT_FALSE(is_own_machine(parse_http_url("http://localhost.example")));
  for (const char* const bad : {"", "collector.example", "ftp://a", "https://", "https://a:0", "https://a:70000",
                                "https://user@a", "https://a/?q", "https://[::1", "https://a b", "https://a\r\nX: y"}) {
    EXPECT_NE(input_error([&] { (void)parse_http_url(bad); }), "no error") << bad;
  }
  EXPECT_NE(input_error([] { HttpClient client("http://192.0.2.1"); }).find("in the clear"), std::string::npos);
  EXPECT_EQ(percent_encoded("2026-11 é&"), "2026-11%20%C3%A9%26");
}

}  // namespace
}  // namespace sourdine
