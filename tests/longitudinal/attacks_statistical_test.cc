// Averaging many reports: with a memo it finds the permanent response and no more, without one it finds the value.
#include <gtest/gtest.h>

#include "sourdine/longitudinal/attacks.h"
#include "sourdine/oracle/table.h"
#include "sourdine/protocol/memoised.h"
#include "sourdine/random/seeded_bits.h"
#include "support/statistics.h"

namespace sourdine {
namespace {

constexpr std::size_t reports_each = 300;
constexpr std::size_t persons = 400;
constexpr Value domain_size = 17;

// Persons with evenly drawn values, each with a secret of its own. The planted client draws a new secret for every
// report: it does not keep its permanent response.
AveragingAttack attack_on(const Oracle& oracle, bool keeps_memo) {
  const auto& memoised = dynamic_cast<const Memoised&>(oracle);
  SeededBits random(17);
  std::vector<Value> values;
  Reports reports(oracle.report_bytes());
  const auto draw_secret = [&random] {
    MemoClient::Secret secret;
    for (std::uint8_t& byte : secret) byte = static_cast<std::uint8_t>(random.below(256));
    return secret;
  };
  for (std::size_t person = 0; person < persons; ++person) {
    values.push_back(static_cast<Value>(random.below(domain_size)));
    const MemoClient client(memoised, draw_secret(), "age");
    const auto permanent = client.permanent_response(memoised.symbol(values.back(), client.trait()));
    for (std::size_t i = 0; i < reports_each; ++i) {
      const auto room = reports.append(1);
      if (keeps_memo) {
        memoised.respond_now(permanent, random, room);
      } else {
        std::vector<std::uint8_t> fresh(oracle.report_bytes());
        memoised.respond_permanently(memoised.symbol(values.back(), client.trait()), client.trait(), random, fresh);
        memoised.respond_now(fresh, random, room);
      }
    }
  }
  return averaging_attack(oracle, values, reports, reports_each, random);
}

TEST(AveragingAttack, FindsNoMoreThanTheMemoAllows) {
  for (const char* name : {"l-grr", "l-sue", "l-osue", "loloha", "dbitflip"}) {
    SCOPED_TRACE(name);
    OracleSpec spec{name, Domain(domain_size), 2, {}};
    if (spec.oracle != "dbitflip") spec.parameters["epsilon1"] = 1;
    const auto oracle = make_oracle(spec);
    const AveragingAttack attack = attack_on(*oracle, true);
    EXPECT_EQ(attack.persons, persons);
    EXPECT_FALSE(attack.finds_no_memo()) << attack.right << " right, allowed " << attack.allowed;
    // It is no weak attack either: l-grr and the unary encodings are guessed about as often as they can be.
    if (spec.oracle.starts_with("l-")) {
      EXPECT_GE(testing::binomial_lower_tail(attack.right, persons, 0.85 * attack.allowed), testing::false_alarm);
    }
  }
}

TEST(AveragingAttack, FindsTheValueWhereNothingIsKept) {
  for (const char* name : {"l-grr", "l-osue"}) {
    SCOPED_TRACE(name);
    const auto oracle = make_oracle({name, Domain(domain_size), 2, {{"epsilon1", 1}}});
    const AveragingAttack attack = attack_on(*oracle, false);
    EXPECT_GE(attack.right, persons * 99 / 100);
    EXPECT_TRUE(attack.finds_no_memo());
  }
}

TEST(AveragingAttack, SimulatedClientsAreFoundWhenTheyForget) {
  SeededBits random(18);
  for (const char* name : {"l-grr", "l-osue"}) {
    SCOPED_TRACE(name);
    const auto oracle = make_oracle({name, Domain(domain_size), 2, {{"epsilon1", 1}}});
    const AveragingAttack kept = simulate_averaging(*oracle, ClientMemo::kept, 200, reports_each, random);
    EXPECT_FALSE(kept.finds_no_memo()) << kept.right << " right, allowed " << kept.allowed;
    const AveragingAttack planted = simulate_averaging(*oracle, ClientMemo::forgotten, 200, reports_each, random);
    EXPECT_TRUE(planted.finds_no_memo());
    EXPECT_GE(planted.right, 198U);
  }
}

TEST(ChangeAttack, ShowsAsManyChangesAsStated) {
  SeededBits random(19);
  for (const double bits : {1.0, 4.0, 16.0}) {
    const auto oracle = make_oracle({"dbitflip", Domain(16), 2, {{"bits", bits}}});
    const ChangeAttack attack = simulate_changes(*oracle, 20000, random);
    EXPECT_GE(testing::binomial_test(attack.seen, attack.persons, attack.expected), testing::false_alarm) << bits;
  }
}

}  // namespace
}  // namespace sourdine
