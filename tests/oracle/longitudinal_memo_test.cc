// Permanent responses of the oracles of repeated collections: drawn once, the same for ever.
#include <gtest/gtest.h>

#include <set>

#include "sourdine/base/error.h"
#include "sourdine/oracle/table.h"
#include "sourdine/protocol/memoised.h"
#include "sourdine/random/seeded_bits.h"
#include "support/errors.h"

namespace sourdine::testing {
namespace {

constexpr const char* memoised_names[] = {"l-grr",  "l-sue",  "l-osue",   "l-oue",
                                          "l-soue", "loloha", "dbitflip", "rappor"};

MemoClient::Secret secret_number(std::uint64_t person) {
  MemoClient::Secret secret{};
  for (std::size_t i = 0; i < secret.size(); ++i) secret[i] = static_cast<std::uint8_t>((person + 3) * (i + 1));
  return secret;
}

std::unique_ptr<const Oracle> oracle_named(const char* name, Value k) { return make_oracle({name, Domain(k), 2, {}}); }

const Memoised& as_memoised(const Oracle& oracle) { return dynamic_cast<const Memoised&>(oracle); }

TEST(LongitudinalMemo, IsTheSameForOneValueAndOtherwiseIndependent) {
  for (const char* name : memoised_names) {
    SCOPED_TRACE(name);
    const auto oracle = oracle_named(name, 100);
    const Memoised& memoised = as_memoised(*oracle);
    std::set<std::vector<std::uint8_t>> responses;
    std::uint64_t asked = 0;
    for (std::uint64_t person = 0; person < 40; ++person) {
      const MemoClient client(memoised, secret_number(person), "age");
      const MemoClient again(memoised, secret_number(person), "age");
      const std::string symbol = memoised.symbol(7, client.trait());
      EXPECT_EQ(client.trait(), again.trait());
      EXPECT_EQ(client.permanent_response(symbol), again.permanent_response(symbol));
      responses.insert(client.permanent_response(symbol));
      responses.insert(MemoClient(memoised, secret_number(person), "sex").permanent_response(symbol));
      asked += 2;
    }
    EXPECT_GT(responses.size(), asked / 8) << "other persons and attributes have other responses";
  }
}

TEST(LongitudinalMemo, ReportsAreMadeFromThePermanentResponse) {
  for (const char* name : memoised_names) {
    SCOPED_TRACE(name);
    const auto oracle = oracle_named(name, 17);
    const Memoised& memoised = as_memoised(*oracle);
    const MemoClient client(memoised, secret_number(1), "age");
    const auto permanent = client.permanent_response(memoised.symbol(3, client.trait()));
    EXPECT_TRUE(oracle->is_possible(permanent));
    SeededBits random(5);
    SeededBits same(5);
    std::vector<std::uint8_t> report(memoised.memo_bytes());
    std::vector<std::uint8_t> expected(memoised.memo_bytes());
    for (int i = 0; i < 5; ++i) {
      client.report(Value{3}, random, report);
      std::fill(expected.begin(), expected.end(), std::uint8_t{0});
      memoised.respond_now(permanent, same, expected);
      EXPECT_EQ(report, expected);
      EXPECT_TRUE(oracle->is_possible(report));
    }
  }
}

TEST(LongitudinalMemo, HashesAndPatternsShareResponses) {
  const auto hashed = make_oracle({"loloha", Domain(50), 2, {{"g", 2}}});
  std::set<std::string> symbols;
  for (Value value = 0; value < 50; ++value) symbols.insert(as_memoised(*hashed).symbol(value, 0x123456789abcdef1U));
  EXPECT_EQ(symbols, (std::set<std::string>{"0", "1"}));

  const auto sampled = make_oracle({"dbitflip", Domain(50), 2, {{"bits", 3}}});
  symbols.clear();
  for (Value value = 0; value < 50; ++value) symbols.insert(as_memoised(*sampled).symbol(value, 1234));
  EXPECT_EQ(symbols, (std::set<std::string>{"0", "1", "2", "3"}));
}

TEST(LongitudinalMemo, OraclesWithOneFirstRoundShareResponses) {
  const MemoClient::Secret secret = secret_number(2);
  const auto permanent = [&](const char* name, double epsilon1) {
    const auto oracle = make_oracle({name, Domain(20), 2, {{"epsilon1", epsilon1}}});
    return MemoClient(as_memoised(*oracle), secret, "age").permanent_response("4");
  };
  EXPECT_EQ(permanent("l-osue", 1), permanent("l-osue", 0.5));
  EXPECT_EQ(permanent("l-osue", 1), permanent("l-oue", 1));
  EXPECT_NE(permanent("l-osue", 1), permanent("l-sue", 1));
}

TEST(LongitudinalMemo, RefusesWhatIsNoSymbol) {
  const auto oracle = oracle_named("l-grr", 17);
  const MemoClient client(as_memoised(*oracle), secret_number(1), "age");
  for (const char* symbol : {"17", "", "-1", "03", "x", "1 "}) {
    EXPECT_EQ(input_error([&] { client.permanent_response(symbol); }),
              "'" + std::string(symbol) + "' is no symbol of oracle 'l-grr'; its symbols are the numbers 0 … 16");
  }
  EXPECT_EQ(input_error([&] { as_memoised(*oracle).symbol(17, 0); }), "value 17 is outside the domain 0 … 16");
}

// What clients answered once they must answer for ever: these bytes must not change.
TEST(LongitudinalMemo, ResponsesAreThoseOfEarlierVersions) {
  using Bytes = std::vector<std::uint8_t>;
  const auto response = [](const char* name) {
    const auto oracle = oracle_named(name, 17);
    const MemoClient client(as_memoised(*oracle), secret_number(1), "age");
    Bytes all;
    for (const Value value : {0U, 9U}) {
      const Bytes one = client.permanent_response(as_memoised(*oracle).symbol(value, client.trait()));
      all.insert(all.end(), one.begin(), one.end());
    }
    return all;
  };
  EXPECT_EQ(response("l-grr"), (Bytes{13, 9}));
  EXPECT_EQ(response("l-sue"), (Bytes{1, 105, 0, 193, 115, 1}));
  EXPECT_EQ(response("l-osue"), (Bytes{1, 8, 1, 144, 131, 0}));
  EXPECT_EQ(response("loloha"),
            (Bytes{215, 242, 168, 93, 196, 66, 111, 186, 2, 215, 242, 168, 93, 196, 66, 111, 186, 1}));
  EXPECT_EQ(response("dbitflip"), (Bytes{178, 23, 178, 23}));
}

}  // namespace
}  // namespace sourdine::testing
