// Screening, drawn: honest reports raise no alarm whatever the values are; planted attackers do, where the law lets
// them be seen. Every screen alarms by mistake at most once in a million; the tests here ask for the rate of all of
// them together.
#include <gtest/gtest.h>

#include <functional>

#include "sourdine/base/bits.h"
#include "sourdine/collector/screening.h"
#include "sourdine/oracle/table.h"
#include "sourdine/random/seeded_bits.h"
#include "sourdine/range/local_protocol.h"
#include "sourdine/tuple/tuple_protocol.h"
#include "support/statistics.h"

namespace sourdine {
namespace {

using testing::false_alarm;

struct Collected {
  Tally tally;
  std::vector<ScreenCheck> checks;

  const ScreenCheck& find(std::string_view name) const {
    for (const ScreenCheck& check : checks) {
      if (check.name == name) return check;
    }
    throw std::logic_error("no such check");
  }
  double smallest() const {
    double p = 1;
    for (const ScreenCheck& check : checks) p = std::min(p, check.p);
    return p;
  }
  std::string text() const {
    std::string text;
    for (const ScreenCheck& check : checks)
      text += check.name + ": " + std::to_string(check.p) + ", " + check.detail + '\n';
    return text;
  }
};

using Forge = std::function<void(std::span<std::uint8_t>)>;

// `honest` people with these values, and `fake` reports.
Collected collect(const Protocol& protocol, std::size_t honest, const std::function<Value(std::size_t)>& value_of,
                  std::uint64_t seed, std::size_t fake = 0, const Forge& forge = {}) {
  SeededBits random(seed);
  std::vector<Value> values;
  for (std::size_t i = 0; i < honest; ++i) {
    for (std::size_t j = 0; j < protocol.width(); ++j) {
      values.push_back(static_cast<Value>(value_of(i + j) % protocol.domain_size(j)));
    }
  }
  Reports reports(protocol.report_bytes());
  protocol.randomize(values, random, reports);
  for (std::size_t i = 0; i < fake; ++i) forge(reports.append(1));
  Collected result{protocol.empty_tally(), {}};
  protocol.tally(reports.view(), result.tally);
  const auto screen = Screen::make(protocol);
  std::vector<std::uint64_t> cells(screen->cells());
  screen->add(reports.view(), cells);
  result.checks = screen->check(result.tally, cells);
  return result;
}

Value same(std::size_t) { return 0; }
Value last(std::size_t) { return ~Value{0}; }
Value all_alike(std::size_t i) { return static_cast<Value>(i); }

std::vector<std::shared_ptr<const Protocol>> every_protocol() {
  std::vector<std::shared_ptr<const Protocol>> protocols;
  for (const OracleRow& row : oracle_table()) {
    for (const double epsilon : {0.3, 1.0, 4.0}) {
      for (const Value k : {2U, 17U}) protocols.push_back(make_oracle(table_spec(row, Domain(k), epsilon, k == 2)));
    }
  }
  for (const char* oracle : {"adp", "oue", "olh", "hrr", "ss", "haar"}) {
    protocols.push_back(
        std::make_shared<const RangeProtocol>(LocalTreeSpec{.size = 24, .degree = 2, .epsilon = 1, .oracle = oracle}));
  }
  protocols.push_back(
      std::make_shared<const RangeProtocol>(LocalTreeSpec{.size = 24, .degree = 5, .epsilon = 1, .weights = {1, 9}}));
  for (const TupleSolution solution : all_tuple_solutions()) {
    for (const char* oracle : {"adp", "grr", "oue", "oue-z", "oue-r", "sue-r"}) {
      TupleSpec spec{.solution = solution, .attributes = {}, .epsilon = 1, .oracle = oracle};
      const bool is_fake = solution == TupleSolution::rs_fd || solution == TupleSolution::rs_rfd;
      const bool is_entry = std::string_view(oracle).find('-') != std::string_view::npos;
      if (is_fake != is_entry && std::string_view(oracle) != "grr") continue;
      if (solution == TupleSolution::rs_rfd && std::string_view(oracle) == "oue-z") continue;
      for (const Value k : {3U, 9U, 1U, 5U}) {
        spec.attributes.push_back({.name = "", .domain = Domain(k)});
        if (solution != TupleSolution::rs_rfd) continue;
        for (Value value = 0; value < k; ++value) spec.attributes.back().prior.push_back(value + 1);
      }
      protocols.push_back(TupleProtocol::make(spec));
    }
  }
  return protocols;
}

TEST(HonestReports, RaiseNoAlarmWhateverTheValues) {
  const auto protocols = every_protocol();
  const double alarm = false_alarm / static_cast<double>(3 * protocols.size());
  std::uint64_t seed = 1700;
  for (const auto& protocol : protocols) {
    SCOPED_TRACE(protocol->spec()->json());
    for (const auto& values : {same, last, all_alike}) {
      const Collected collected = collect(*protocol, 3000, values, ++seed);
      EXPECT_GE(collected.smallest(), alarm) << collected.text();
    }
  }
}

TEST(HonestReports, ALargeDomainRaisesNoAlarm) {
  std::uint64_t seed = 1900;
  for (const std::string name : {"oue", "olh", "l-osue", "ss", "hr", "hcms"}) {
    const auto oracle = make_oracle({name, Domain(name == "oue" ? 3000 : 200'000), 1, {}});
    const Collected collected = collect(*oracle, name == "oue" ? 1000 : 20, all_alike, ++seed);
    EXPECT_GE(collected.smallest(), false_alarm / 6) << name << '\n' << collected.text();
  }
}

std::unique_ptr<const Oracle> oracle_17(const char* name) { return make_oracle({name, Domain(17), 1, {}}); }

TEST(FakeReports, OfAllOnesAreSeenAtOnce) {
  for (const char* name : {"oue", "sue", "l-osue"}) {
    const auto oracle = oracle_17(name);
    const Forge ones = [](std::span<std::uint8_t> report) {
      for (std::size_t bit = 0; bit < 17; ++bit) set_bit(report, bit);
    };
    // One in a thousand.
    const Collected collected = collect(*oracle, 9990, all_alike, 1, 10, ones);
    EXPECT_TRUE(collected.find("ones").is_odd) << name << '\n' << collected.text();
  }
}

// The attack of the largest gain: the target's bit and no other.
TEST(FakeReports, WithOnlyTheTargetsBitAreSeen) {
  const auto oue = oracle_17("oue");
  const Collected collected =
      collect(*oue, 9700, all_alike, 2, 300, [](std::span<std::uint8_t> report) { set_bit(report, 3); });
  EXPECT_TRUE(collected.find("ones").is_odd) << collected.text();
  EXPECT_FALSE(collected.find("counts").is_odd) << collected.text();
}

// A forger who knows the law hides the target's bit among as many others as honest reports have.
TEST(FakeReports, WithAsManyOnesAsHonestOnesAreNotSeen) {
  const auto oue = oracle_17("oue");
  SeededBits random(4);
  Reports made(oue->report_bytes());
  const Collected collected = collect(*oue, 9500, all_alike, 3, 500, [&](std::span<std::uint8_t> report) {
    // An honest report of the target in which its bit is set.
    do {
      made.clear();
      oue->randomize(std::vector<Value>{3}, random, made);
    } while (!get_bit(made.view()[0], 3));
    std::ranges::copy(made.view()[0], report.begin());
  });
  for (const ScreenCheck& check : collected.checks) EXPECT_FALSE(check.is_odd) << collected.text();
}

TEST(FakeReports, OfOneSeedAreSeen) {
  for (const char* name : {"olh", "blh", "loloha"}) {
    const auto oracle = oracle_17(name);
    const Collected collected = collect(*oracle, 9800, all_alike, 5, 200, [](std::span<std::uint8_t> report) {
      for (std::size_t i = 0; i < 8; ++i) report[i] = 0x5a;
    });
    EXPECT_TRUE(collected.find("seeds").is_odd) << name << '\n' << collected.text();
  }
}

// Every report of grr is one that somebody honest may send: fake ones look like people who hold the value. Only where
// hardly anybody honest is left do the other values become too rare.
TEST(FakeReports, OfOneValueOfGrrCannotBeToldFromPeopleWhoHoldIt) {
  const auto grr = oracle_17("grr");
  const Forge third = [](std::span<std::uint8_t> report) { report[0] = 3; };
  const Collected some = collect(*grr, 8000, all_alike, 6, 200, third);
  for (const ScreenCheck& check : some.checks) EXPECT_FALSE(check.is_odd) << some.text();
  const Collected all = collect(*grr, 0, all_alike, 7, 5000, third);
  EXPECT_TRUE(all.find("counts").is_odd) << all.text();
}

TEST(FakeReports, OfOneCohortRowLevelOrAttributeAreSeen) {
  const auto rappor = oracle_17("rappor");
  const Collected cohorts = collect(*rappor, 9500, all_alike, 8, 500, [](std::span<std::uint8_t>) {});
  EXPECT_TRUE(cohorts.find("cohorts").is_odd) << cohorts.text();
  for (const char* name : {"cms", "hcms"}) {
    const auto oracle = oracle_17(name);
    const Collected rows = collect(*oracle, 4500, all_alike, 9, 500, [](std::span<std::uint8_t>) {});
    EXPECT_TRUE(rows.find("rows").is_odd) << name << '\n' << rows.text();
  }
  const auto hrr = oracle_17("hrr");
  const Collected rows = collect(*hrr, 9500, all_alike, 10, 500, [](std::span<std::uint8_t>) {});
  EXPECT_TRUE(rows.find("rows").is_odd) << rows.text();

  const RangeProtocol range(LocalTreeSpec{.size = 64, .degree = 4, .epsilon = 1});
  const Collected levels =
      collect(range, 9000, all_alike, 11, 1000, [](std::span<std::uint8_t> report) { report[0] = 3; });
  EXPECT_TRUE(levels.find("levels").is_odd) << levels.text();

  const auto tuple =
      TupleProtocol::make({.solution = TupleSolution::smp,
                           .attributes = {{.name = "a", .domain = Domain(4)}, {.name = "b", .domain = Domain(9)}},
                           .epsilon = 1});
  const Collected attributes =
      collect(*tuple, 9000, all_alike, 12, 1000, [](std::span<std::uint8_t> report) { report[0] = 1; });
  EXPECT_TRUE(attributes.find("attributes").is_odd) << attributes.text();
}

}  // namespace
}  // namespace sourdine
