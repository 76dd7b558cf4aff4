// What the client promises whoever reports: what it refuses to send, and what it never writes or tells.
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>
#include <filesystem>

#include "collector/client_cases.h"
#include "sourdine/base/error.h"
#include "sourdine/collector/client/client.h"
#include "sourdine/protocol/memoised.h"
#include "sourdine/range/local_protocol.h"
#include "sourdine/tuple/tuple_protocol.h"
#include "support/errors.h"

namespace sourdine {
namespace {

using namespace std::chrono_literals;
using namespace testing;
using Reaction = ScriptedServer::Reaction;
using Request = ScriptedServer::Request;

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
  EXPECT_TRUE(client.flush(60s).is_all_sent());
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

TEST(Client, TheOrderWithinABatchTellsNothing) {
  const auto protocol = nearly_plain();
  ScriptedServer server(collection_json(*protocol));
  const TemporaryDirectory directory;
  Client client(options_for(server, directory));
  constexpr Value count = 12;  // in order by chance: once in 12! = 4.8e8 times
  for (Value i = 0; i < count; ++i) client.report(i);
  client.flush(60s);
  ASSERT_EQ(server.posts().size(), 1U);
  const std::vector<Value> sent = values_in(server.posts().front().body);
  EXPECT_FALSE(std::is_sorted(sent.begin(), sent.end()));
  EXPECT_EQ(std::multiset<Value>(sent.begin(), sent.end()), first_values(count));
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
  EXPECT_EQ(error_code([&] { client.flush(200'000s, source.token()); }), ErrorCode::cancelled);
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
    EXPECT_TRUE(client.flush(60s).is_all_sent());
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
    EXPECT_TRUE(client.flush(60s).is_all_sent());
    EXPECT_EQ(server.committed().size(), 1U);
  }
  const RangeProtocol range({.size = 100, .degree = 4, .epsilon = 1});
  ScriptedServer server(collection_json(range));
  ClientOptions options = options_for(server, directory);
  options.queue = directory.file("ranges");
  Client client(options);
  client.report("99");
  EXPECT_NE(input_error([&] { client.report("100"); }), "no error");
  EXPECT_TRUE(client.flush(60s).is_all_sent());
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
    client.flush(60s);
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

}  // namespace
}  // namespace sourdine
