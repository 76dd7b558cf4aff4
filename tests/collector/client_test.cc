// The client against a collector that drops, delays, refuses and lies.
#include "sourdine/collector/client/client.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "collector/scripted_server.h"
#include "sourdine/base/bits.h"
#include "sourdine/base/error.h"
#include "sourdine/oracle/table.h"
#include "sourdine/protocol/memoised.h"
#include "sourdine/protocol/report_file.h"
#include "sourdine/range/local_protocol.h"
#include "sourdine/tuple/tuple_protocol.h"
#include "support/errors.h"
#include "support/temporary_directory.h"

namespace sourdine {
namespace {

using namespace std::chrono_literals;
using testing::collection_json;
using testing::error_message;
using testing::input_error;
using testing::read_all;
using testing::ScriptedServer;
using testing::TemporaryDirectory;
using Reaction = ScriptedServer::Reaction;
using Request = ScriptedServer::Request;

// A report of it is its value: the probability of another is below 10^-11. For tests of delivery only.
constexpr Value plain_size = 1 << 20;
std::shared_ptr<const Protocol> nearly_plain() {
  return make_oracle({.oracle = "grr", .domain = Domain(plain_size), .epsilon = 40, .parameters = {}});
}
std::shared_ptr<const Protocol> towns() {
  return make_oracle({.oracle = "oue",
                      .domain = Domain(std::vector<std::string>{"Besançon", "Pontarlier", "MARKERTOWN"}),
                      .epsilon = 1,
                      .parameters = {}});
}

ClientOptions options_for(const ScriptedServer& server, const TemporaryDirectory& directory) {
  ClientOptions options{.url = server.url(),
                        .token = "sdc_token",
                        .collection = "fires",
                        .queue = directory.file("queue"),
                        .max_epsilon = 50};
  options.durable = false;  // no power cuts here
  options.first_backoff = 2ms;
  options.max_backoff = 20ms;
  return options;
}

std::vector<Value> values_in(const std::string& body) {
  ReportReader reader(std::make_unique<InputBytes>("body", std::string_view(body)));
  EXPECT_EQ(reader.header().collection, "fires");
  EXPECT_TRUE(reader.header().is_private);
  std::vector<Value> values;
  Reports block(reader.protocol()->report_bytes());
  while (reader.next(block)) {
    for (std::size_t i = 0; i < block.size(); ++i) values.push_back(static_cast<Value>(take_bits(block[i], 0, 20)));
  }
  return values;
}

std::multiset<Value> all_values(const ScriptedServer& server) {
  std::multiset<Value> values;
  for (const auto& [key, body] : server.committed()) {
    for (const Value value : values_in(body)) values.insert(value);
  }
  return values;
}

std::multiset<Value> first_values(Value count) {
  std::multiset<Value> values;
  for (Value i = 0; i < count; ++i) values.insert(i);
  return values;
}

std::string problem(const std::string& slug, const std::string& detail) {
  return nlohmann::json{{"type", "urn:sourdine:problem:" + slug},
                        {"title", slug},
                        {"status", 422},
                        {"detail", detail},
                        {"hint", "Do so."}}
      .dump();
}
constexpr const char* problem_type = "Content-Type: application/problem+json\r\n";

TEST(Client, SendsReportsOnceWithTokenKeyAndBody) {
  const auto protocol = nearly_plain();
  ScriptedServer server(collection_json(*protocol));
  const TemporaryDirectory directory;
  Client client(options_for(server, directory));
  for (Value i = 0; i < 25; ++i) client.report(i);
  EXPECT_EQ(client.status().queue.waiting, 25U);
  const ClientStatus status = client.flush(10s);
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
  client.flush(10s);
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
    EXPECT_TRUE(client.flush(20s).is_all_sent());
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
  EXPECT_TRUE(client.flush(10s).is_all_sent());
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
  EXPECT_TRUE(client.flush(10s).is_all_sent());
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
  const ClientStatus status = client.flush(10s);
  EXPECT_TRUE(status.is_all_sent());
  EXPECT_EQ(status.refused, 2U);
  EXPECT_EQ(status.queue.refused, 1U);
  ASSERT_EQ(notices.size(), 1U);
  EXPECT_EQ(notices[0].reports, 2U);
  EXPECT_EQ(notices[0].reason, "status 409, collection-closed: Too late. Do so.");
  const std::string folder = directory.file("queue") + "/refused/";
  EXPECT_EQ(read_all(folder + notices[0].key + ".txt"), notices[0].reason + "\n");
  EXPECT_EQ(values_in(read_batch_file("refused", read_all(notices[0].file)).body), (std::vector<Value>{7, 8}));
  server.on_post({});
  EXPECT_EQ(client.take_back_refused(), 1U);
  EXPECT_TRUE(client.flush(10s).is_all_sent());
  EXPECT_EQ(all_values(server), (std::multiset<Value>{7, 8}));
}

TEST(Client, DoesNotFollowRedirects) {
  ScriptedServer server(collection_json(*nearly_plain()));
  server.on_post([](const Request&, int) -> Reaction {
    return {.commits = false, .status = 307, .headers = "Location: http://127.0.0.1:1/\r\n"};
  });
  const TemporaryDirectory directory;
  Client client(options_for(server, directory));
  client.report(Value{7});
  EXPECT_EQ(client.flush(10s).refused, 1U);
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
  const ClientStatus status = client.flush(10s);
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
    const ClientStatus status = client.flush(10s);
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
  EXPECT_TRUE(client.flush(10s).is_all_sent());
  EXPECT_EQ(all_values(server), (std::multiset<Value>{1}));
  EXPECT_EQ(time_of(parse_batch_key(server.posts().front().headers.at("idempotency-key")).value()), time);
}

TEST(Client, RefusesParametersThatPromiseLessThanTheApplication) {
  const auto protocol = towns();
  auto json = collection_json(*protocol);
  json["guarantee"] = {{"epsilon", 0.01}};  // whatever it claims
  ScriptedServer server(json);
  const TemporaryDirectory directory;
  ClientOptions options = options_for(server, directory);
  options.max_epsilon = 0.99;
  Client client(options);
  EXPECT_NE(input_error([&] { client.report("Besançon"); }).find("more than the 0.99"), std::string::npos);
  EXPECT_EQ(client.status().queue.waiting, 0U);
  EXPECT_FALSE(std::filesystem::exists(directory.file("queue") + "/collection.json"));
  EXPECT_TRUE(server.posts().empty());
  options.max_epsilon = 0;
  options.queue = directory.file("other");
  EXPECT_NE(input_error([&] { Client other(options); }).find("largest epsilon"), std::string::npos);
}

TEST(Client, RefusesACollectionThatChangesItsMind) {
  ScriptedServer server(collection_json(*towns()));
  const TemporaryDirectory directory;
  {
    Client client(options_for(server, directory));
    client.report("Besançon");
  }
  server.set_collection(collection_json(*nearly_plain()));
  Client client(options_for(server, directory));
  EXPECT_NE(input_error([&] { client.flush(1s); }).find("something else than before"), std::string::npos);
  EXPECT_EQ(client.status().queue.waiting, 1U);
  EXPECT_TRUE(server.posts().empty());
}

TEST(Client, BelievesNoFingerprintAndNoSpecThatLeavesSomethingOpen) {
  auto json = collection_json(*towns());
  json["fingerprint"] = std::string(64, '0');
  ScriptedServer server(json);
  const TemporaryDirectory directory;
  Client client(options_for(server, directory));
  EXPECT_NE(input_error([&] { (void)client.parameters(); }).find("fingerprint"), std::string::npos);
  json = collection_json(*towns());
  json["spec"].erase("epsilon");
  server.set_collection(json);
  EXPECT_NE(input_error([&] { (void)client.parameters(); }).find("cannot be used"), std::string::npos);
  server.set_collection("nothing");
  EXPECT_NE(input_error([&] { (void)client.parameters(); }).find("no description"), std::string::npos);
  json = collection_json(*towns(), "others");
  server.set_collection(json);
  EXPECT_NE(input_error([&] { (void)client.parameters(); }).find("it is about 'others'"), std::string::npos);
}

TEST(Client, AWrongTokenMovesNothing) {
  ScriptedServer server(collection_json(*towns()));
  const TemporaryDirectory directory;
  {
    Client client(options_for(server, directory));
    client.report("Besançon");
  }
  server.set_get_status(401);
  Client client(options_for(server, directory));
  EXPECT_NE(input_error([&] { client.flush(1s); }).find("401"), std::string::npos);
  EXPECT_EQ(client.status().queue.waiting, 1U);
  server.set_get_status(503);
  EXPECT_EQ(client.flush(10ms).queue.waiting, 1U);
  server.set_get_status(200);
  EXPECT_TRUE(client.flush(10s).is_all_sent());
}

TEST(Client, RefusesWhatIsNoValue) {
  ScriptedServer server(collection_json(*towns()));
  const TemporaryDirectory directory;
  Client client(options_for(server, directory));
  EXPECT_NE(input_error([&] { client.report("Paris"); }), "no error");
  EXPECT_NE(input_error([&] { client.report(Value{3}); }), "no error");
  const std::vector<std::string> two = {"Besançon", "Pontarlier"};
  EXPECT_NE(input_error([&] { client.report(two); }).find("2 values in place of 1"), std::string::npos);
  EXPECT_EQ(client.status().queue.waiting, 0U);
}

TEST(Client, NeverWritesTheValue) {
  auto json = collection_json(*towns());
  json["jitter_seconds"] = 3600;
  ScriptedServer server(json);
  const TemporaryDirectory directory;
  Client client(options_for(server, directory));
  (void)client.parameters();
  // Labels are in the collection's own parameters, which say nothing of a person.
  std::filesystem::rename(directory.file("queue") + "/collection.json", directory.file("parameters"));
  for (int i = 0; i < 50; ++i) client.report("MARKERTOWN");
  EXPECT_EQ(client.status().queue.waiting, 50U);
  for (const auto& entry : std::filesystem::recursive_directory_iterator(directory.file("queue"))) {
    if (!entry.is_regular_file()) continue;
    EXPECT_EQ(read_all(entry.path().string()).find("MARKERTOWN"), std::string::npos) << entry.path();
  }
}

TEST(Client, WaitsARandomTimeWithinTheJitter) {
  auto json = collection_json(*towns());
  json["jitter_seconds"] = 600;
  json["max_batch_reports"] = 1;
  ScriptedServer server(json);
  const TemporaryDirectory directory;
  ClientOptions options = options_for(server, directory);
  UnixTime time = std::chrono::sys_days(std::chrono::year(2026) / 11 / 17);
  options.clock = [&] { return time; };
  Client client(options);
  (void)client.parameters();
  for (int i = 0; i < 200; ++i) client.report(Value{0});
  std::vector<std::int64_t> waits;
  for (const auto& entry : std::filesystem::directory_iterator(directory.file("queue") + "/waiting")) {
    const auto file = read_waiting_file("waiting", read_all(entry.path().string()));
    waits.push_back((file->header.due - time).count());
  }
  ASSERT_EQ(waits.size(), 200U);
  std::sort(waits.begin(), waits.end());
  EXPECT_GE(waits.front(), 0);
  EXPECT_LE(waits.back(), 600'000);
  // Of 200 even draws none lies in a given quarter with probability (3/4)^200 < 10^-24.
  for (int quarter = 0; quarter < 4; ++quarter) {
    const auto in_quarter = std::count_if(waits.begin(), waits.end(), [quarter](std::int64_t wait) {
      return wait >= 150'000 * quarter && wait <= 150'000 * (quarter + 1);
    });
    EXPECT_GT(in_quarter, 0);
  }
  EXPECT_EQ(client.send_due().queue.waiting,
            200 - static_cast<std::uint64_t>(std::count(waits.begin(), waits.end(), 0)));
  time += 300s;
  const auto due = static_cast<std::uint64_t>(
      std::count_if(waits.begin(), waits.end(), [](std::int64_t wait) { return wait <= 300'000; }));
  EXPECT_EQ(client.send_due().acknowledged, due);
  time += 300s;
  EXPECT_EQ(client.send_due().acknowledged, 200U);
}

TEST(Client, WaitsAsLongAsTheApplicationSaysWhateverTheCollectionWants) {
  ScriptedServer server(collection_json(*towns()));
  const TemporaryDirectory directory;
  ClientOptions options = options_for(server, directory);
  options.min_jitter = 100'000s;
  Client client(options);
  client.report(Value{0});
  EXPECT_EQ(client.send_due().queue.waiting, 1U);  // but for a chance of 10^-8
  EXPECT_EQ(client.parameters().jitter, 100'000s);
}

TEST(Client, AFlushThatIsStoppedLeavesTheClientAsItWas) {
  const auto protocol = nearly_plain();
  ScriptedServer server(collection_json(*protocol));
  const TemporaryDirectory directory;
  ClientOptions options = options_for(server, directory);
  options.min_jitter = 100'000s;
  Client client(std::move(options));
  client.report(Value{3});
  StopSource source;
  source.ask();
  EXPECT_EQ(testing::error_code([&] { client.flush(200'000s, source.token()); }), ErrorCode::cancelled);
  client.report(Value{4});
  EXPECT_EQ(client.flush(0s).queue.waiting, 2U);
}

TEST(Client, ReportsThatComeWhenABatchIsDueWaitForThemselves) {
  auto json = collection_json(*nearly_plain());
  json["jitter_seconds"] = 100000;
  ScriptedServer server(json);
  const TemporaryDirectory directory;
  ClientOptions options = options_for(server, directory);
  UnixTime time = std::chrono::sys_days(std::chrono::year(2026) / 11 / 17);
  options.clock = [&] { return time; };
  Client client(options);
  client.report(Value{1});
  time = *client.status().next_due;
  client.report(Value{2});
  const ClientStatus status = client.send_due();
  // The second waits its own time; with probability 10^-8 that is none.
  EXPECT_EQ(status.acknowledged, 1U);
  EXPECT_EQ(status.queue.waiting, 1U);
  EXPECT_EQ(all_values(server), (std::multiset<Value>{1}));
}

TEST(Client, MemoisedReportsOfAValueShareAPermanentResponse) {
  const auto protocol =
      make_oracle({.oracle = "l-osue", .domain = Domain(40), .epsilon = 2, .parameters = {{"epsilon1", 1}}});
  ScriptedServer server(collection_json(*protocol));
  const TemporaryDirectory directory;
  const auto& memoised = dynamic_cast<const Memoised&>(*protocol);
  std::vector<std::uint64_t> ones(40);
  std::string secret;
  constexpr int rounds = 4, each = 100;
  for (int round = 0; round < rounds; ++round) {  // a new process each time
    Client client(options_for(server, directory));
    for (int i = 0; i < each; ++i) client.report(Value{3});
    EXPECT_TRUE(client.flush(10s).is_all_sent());
    const std::string path = directory.file("queue") + "/secret";
    struct stat about {};
    ASSERT_EQ(::stat(path.c_str(), &about), 0);
    EXPECT_EQ(about.st_mode & 0777, 0600U);
    if (round == 0) secret = read_all(path);
    EXPECT_EQ(read_all(path), secret);
    EXPECT_EQ(secret.size(), 65U);
  }
  for (const auto& [key, body] : server.committed()) {
    EXPECT_EQ(body.find(secret.substr(0, 64)), std::string::npos);
    ReportReader reader(std::make_unique<InputBytes>("body", std::string_view(body)));
    Reports block(protocol->report_bytes());
    while (reader.next(block)) {
      for (std::size_t i = 0; i < block.size(); ++i) {
        for (std::size_t bit = 0; bit < 40; ++bit) ones[bit] += get_bit(block[i], bit) ? 1U : 0U;
      }
    }
  }
  // With one permanent response, each bit is set with one of two probabilities in all 400 reports, which are drawn
  // apart; with fresh ones, all bits but one have the same. The response itself says which.
  MemoClient::Secret bytes{};
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    bytes[i] = static_cast<std::uint8_t>(std::stoi(secret.substr(2 * i, 2), nullptr, 16));
  }
  const MemoClient memo(memoised, bytes, "fires");
  const auto permanent = memo.permanent_response(memoised.symbol(3, memo.trait()));
  std::uint64_t set = 0, set_ones = 0, clear_ones = 0;
  for (std::size_t bit = 0; bit < 40; ++bit) {
    const bool is_set = get_bit(permanent, bit);
    set += is_set ? 1U : 0U;
    (is_set ? set_ones : clear_ones) += ones[bit];
  }
  ASSERT_GT(set, 0U);
  ASSERT_LT(set, 40U);
  const double of_set = static_cast<double>(set_ones) / (static_cast<double>(set) * rounds * each);
  const double of_clear = static_cast<double>(clear_ones) / (static_cast<double>(40 - set) * rounds * each);
  EXPECT_GT(of_set, of_clear + 0.1);
}

TEST(Client, RefusesASecretThatOthersCanRead) {
  const auto protocol =
      make_oracle({.oracle = "l-osue", .domain = Domain(4), .epsilon = 2, .parameters = {{"epsilon1", 1}}});
  ScriptedServer server(collection_json(*protocol));
  const TemporaryDirectory directory;
  testing::write_all(directory.file("secret"), std::string(64, 'a') + "\n");
  ::chmod(directory.file("secret").c_str(), 0644);
  ClientOptions options = options_for(server, directory);
  options.secret_file = directory.file("secret");
  Client client(options);
  EXPECT_NE(input_error([&] { client.report(Value{0}); }).find("others can read"), std::string::npos);
  ::chmod(directory.file("secret").c_str(), 0600);
  client.report(Value{0});
}

TEST(Client, TakesRecordsOfSeveralAttributesAndRanges) {
  const auto survey =
      TupleProtocol::make({.solution = TupleSolution::smp,
                           .attributes = {{.name = "age", .domain = Domain(5)},
                                          {.name = "town", .domain = Domain(std::vector<std::string>{"a", "b"})}},
                           .epsilon = 1});
  const TemporaryDirectory directory;
  {
    ScriptedServer server(collection_json(*survey));
    Client client(options_for(server, directory));
    const std::vector<std::string> record = {"4", "b"};
    client.report(record);
    const std::vector<Value> values = {0, 1};
    client.report(std::span(values));
    EXPECT_NE(input_error([&] { client.report(Value{1}); }), "no error");
    EXPECT_TRUE(client.flush(10s).is_all_sent());
    EXPECT_EQ(server.committed().size(), 1U);
  }
  const RangeProtocol range({.size = 100, .degree = 4, .epsilon = 1});
  ScriptedServer server(collection_json(range));
  ClientOptions options = options_for(server, directory);
  options.queue = directory.file("ranges");
  Client client(options);
  client.report("99");
  EXPECT_NE(input_error([&] { client.report("100"); }), "no error");
  EXPECT_TRUE(client.flush(10s).is_all_sent());
}

TEST(Client, OfALifelongSurveyAlwaysTellsTheSameAttribute) {
  const auto survey = TupleProtocol::make({.solution = TupleSolution::smp,
                                           .attributes = {{.name = "a", .domain = Domain(5), .oracle = "l-grr"},
                                                          {.name = "b", .domain = Domain(5), .oracle = "l-grr"},
                                                          {.name = "c", .domain = Domain(5), .oracle = "l-grr"}},
                                           .epsilon = 2});
  ScriptedServer server(collection_json(*survey));
  const TemporaryDirectory directory;
  for (int i = 0; i < 8; ++i) {
    Client client(options_for(server, directory));
    const std::vector<Value> record = {1, 2, 3};
    for (int j = 0; j < 5; ++j) client.report(std::span(record));
    client.flush(10s);
  }
  std::set<std::uint8_t> attributes;
  for (const auto& [key, body] : server.committed()) {
    ReportReader reader(std::make_unique<InputBytes>("body", std::string_view(body)));
    Reports block(survey->report_bytes());
    while (reader.next(block)) {
      for (std::size_t i = 0; i < block.size(); ++i) attributes.insert(block[i][0]);
    }
  }
  EXPECT_EQ(attributes.size(), 1U);
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
  for (int i = 0; i < 1000 && !client.status().is_all_sent(); ++i) std::this_thread::sleep_for(10ms);
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
