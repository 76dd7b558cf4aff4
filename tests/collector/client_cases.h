// What the client's tests share: protocols, options, and what a scripted collector was sent.
#pragma once

#include <gtest/gtest.h>

#include <set>

#include "collector/scripted_server.h"
#include "sourdine/base/bits.h"
#include "sourdine/collector/client/client.h"
#include "sourdine/oracle/table.h"
#include "sourdine/protocol/report_file.h"
#include "support/temporary_directory.h"

namespace sourdine::testing {

// A report of it is its value: the probability of another is below 10^-11. For tests of delivery only.
inline constexpr Value plain_size = 1 << 20;
inline std::shared_ptr<const Protocol> nearly_plain() {
  return make_oracle({.oracle = "grr", .domain = Domain(plain_size), .epsilon = 40, .parameters = {}});
}
inline std::shared_ptr<const Protocol> towns() {
  return make_oracle({.oracle = "oue",
                      .domain = Domain(std::vector<std::string>{"Besançon", "Pontarlier", "MARKERTOWN"}),
                      .epsilon = 1,
                      .parameters = {}});
}

inline ClientOptions options_for(const ScriptedServer& server, const TemporaryDirectory& directory) {
  ClientOptions options{.url = server.url(),
                        .token = "sdc_token",
                        .collection = "fires",
                        .queue = directory.file("queue"),
                        .max_epsilon = 50};
  options.durable = false;  // no power cuts here
  options.first_backoff = std::chrono::milliseconds(2);
  options.max_backoff = std::chrono::milliseconds(20);
  return options;
}

inline std::vector<Value> values_in(const std::string& body) {
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

inline std::multiset<Value> all_values(const ScriptedServer& server) {
  std::multiset<Value> values;
  for (const auto& [key, body] : server.committed()) {
    for (const Value value : values_in(body)) values.insert(value);
  }
  return values;
}

inline std::multiset<Value> first_values(Value count) {
  std::multiset<Value> values;
  for (Value i = 0; i < count; ++i) values.insert(i);
  return values;
}

inline std::string problem(const std::string& slug, const std::string& detail) {
  return nlohmann::json{{"type", "urn:sourdine:problem:" + slug},
                        {"title", slug},
                        {"status", 422},
                        {"detail", detail},
                        {"hint", "Do so."}}
      .dump();
}
inline constexpr const char* problem_type = "Content-Type: application/problem+json\r\n";

}  // namespace sourdine::testing
