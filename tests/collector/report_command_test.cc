// 'sourdine report' as people meet it: exit codes, words, what waits and where.
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <sstream>

#include "app.h"
#include "collector/scripted_server.h"
#include "sourdine/oracle/table.h"
#include "sourdine/protocol/report_file.h"
#include "sourdine/tuple/tuple_protocol.h"
#include "support/temporary_directory.h"

namespace sourdine {
namespace {

using testing::collection_json;
using testing::ScriptedServer;
using testing::TemporaryDirectory;

std::shared_ptr<const Protocol> two_towns() {
  return make_oracle({.oracle = "grr",
                      .domain = Domain(std::vector<std::string>{"Besançon", "Pontarlier"}),
                      .epsilon = 1,
                      .parameters = {}});
}

struct Said {
  int code = 0;
  std::string out, err;
};

class ReportCommand : public ::testing::Test {
 protected:
  ReportCommand() { testing::write_all(directory_.file("token"), "sdc_token\n"); }

  Said run(std::vector<std::string> more) const {
    std::vector<std::string> arguments = {"report", "--queue", directory_.file("queue")};
    arguments.insert(arguments.end(), more.begin(), more.end());
    std::ostringstream out, err;
    const int code = cli::run(arguments, out, err);
    return {code, out.str(), err.str()};
  }
  std::vector<std::string> to(const ScriptedServer& server, std::vector<std::string> more) const {
    std::vector<std::string> all = {"--to",  server.url(),   "--collection",
                                    "fires", "--token-file", directory_.file("token")};
    all.insert(all.end(), more.begin(), more.end());
    return all;
  }

  TemporaryDirectory directory_;
};

TEST_F(ReportCommand, SendsAndExitsZeroWhenAllIsAcknowledged) {
  ScriptedServer server(collection_json(*two_towns()));
  const Said said = run(to(server, {"Besançon", "Pontarlier", "Besançon"}));
  EXPECT_EQ(said.code, 0) << said.err;
  EXPECT_NE(said.out.find("3 reports made, 3 acknowledged"), std::string::npos) << said.out;
  EXPECT_NE(said.out.find("guarantee"), std::string::npos);
  EXPECT_EQ(server.committed().size(), 1U);
  EXPECT_EQ(run({"--status"}).code, 0);
}

TEST_F(ReportCommand, WhatIsInTheQueueIsNotToBeReportedAgain) {
  ScriptedServer server(collection_json(*two_towns()));
  EXPECT_EQ(run(to(server, {"Besançon"})).code, 0);
  server.set_get_status(401);
  const Said said = run({"Besançon"});
  EXPECT_EQ(said.code, 2);
  EXPECT_NE(said.err.find("1 report waits in '" + directory_.file("queue") + "': do not report again"),
            std::string::npos)
      << said.err;
  EXPECT_NE(said.err.find("--send"), std::string::npos) << said.err;
  server.set_get_status(200);
  EXPECT_EQ(run({"--send"}).code, 0);
  EXPECT_EQ(server.committed().size(), 2U);
}

TEST_F(ReportCommand, AnAddressThatWasMistypedIsNotRemembered) {
  ScriptedServer server(collection_json(*two_towns()));
  EXPECT_EQ(run(to(server, {"Besançon"})).code, 0);
  EXPECT_EQ(run({"--to", "http://127.0.0.1:1", "Besançon", "--no-wait"}).code, 1);
  EXPECT_EQ(run({"--send"}).code, 0);
  EXPECT_EQ(server.committed().size(), 2U);
}

TEST_F(ReportCommand, SaysHowManyWaitAndWhere) {
  std::string url;
  {
    auto json = collection_json(*two_towns());
    json["jitter_seconds"] = 100'000;
    ScriptedServer server(json);
    const Said said = run(to(server, {"Besançon", "Pontarlier", "--no-wait"}));
    EXPECT_EQ(said.code, 1);
    EXPECT_NE(said.err.find("2 reports wait in '" + directory_.file("queue")), std::string::npos) << said.err;
    EXPECT_TRUE(server.posts().empty());
  }
  const Said status = run({"--status", "--json"});
  EXPECT_EQ(status.code, 1);
  EXPECT_EQ(nlohmann::json::parse(status.out).at("waiting"), 2);
  EXPECT_EQ(run({"--send", "--no-wait"}).code, 1);  // nobody is there, and the folder knows where to send
}

TEST_F(ReportCommand, TellsOfRefusals) {
  ScriptedServer server(collection_json(*two_towns()));
  server.on_post([](const ScriptedServer::Request&, int) -> ScriptedServer::Reaction {
    return {.commits = false, .status = 409};
  });
  const Said said = run(to(server, {"Besançon"}));
  EXPECT_EQ(said.code, 2);
  EXPECT_NE(said.err.find("1 report refused: status 409"), std::string::npos) << said.err;
  server.on_post({});
  EXPECT_EQ(run({"--send", "--again"}).code, 0);
  EXPECT_EQ(server.committed().size(), 1U);
}

TEST_F(ReportCommand, RefusesBadInputBeforeAnythingIsQueued) {
  ScriptedServer server(collection_json(*two_towns()));
  const Said said = run(to(server, {"Besançon", "Paris"}));
  EXPECT_EQ(said.code, 2);
  EXPECT_NE(said.err.find("value 2: "), std::string::npos) << said.err;
  EXPECT_EQ(run({"--status"}).code, 0);
  EXPECT_EQ(run(to(server, {"Besançon", "--period", "2026"})).code, 2);
  EXPECT_EQ(run(to(server, {"Besançon", "--max-epsilon", "0.5"})).code, 2);
  EXPECT_EQ(run(to(server, {})).code, 2);
  EXPECT_TRUE(server.posts().empty());
}

TEST_F(ReportCommand, ReadsRowsOfSeveralAttributesAndTimes) {
  const auto survey =
      TupleProtocol::make({.solution = TupleSolution::spl,
                           .attributes = {{.name = "age", .domain = Domain(5)},
                                          {.name = "town", .domain = Domain(std::vector<std::string>{"a, b", "c"})}},
                           .epsilon = 1});
  auto json = collection_json(*survey);
  json["period"] = "month";
  ScriptedServer server(json);
  testing::write_all(directory_.file("values"), "4,\"a, b\"\n0,c\n");
  const Said said = run(to(server, {"--values", directory_.file("values"), "--at", "2026-11-17T13:05:00Z", "--json"}));
  EXPECT_EQ(said.code, 0) << said.err;
  EXPECT_EQ(nlohmann::json::parse(said.out).at("acknowledged"), 2);
  ASSERT_EQ(server.posts().size(), 1U);
  EXPECT_TRUE(server.posts().front().target.ends_with("?period=2026-11"));
}

}  // namespace
}  // namespace sourdine
