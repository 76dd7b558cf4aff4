#include "sourdine/audit/divergence.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "sourdine/audit/audit.h"
#include "sourdine/random/discrete_laplace.h"
#include "sourdine/random/weighed_branches.h"
#include "support/errors.h"

namespace sourdine {
namespace {

using Bytes = std::vector<std::uint8_t>;

// Randomised response that tells the input with probability 1/10: δ = 1/10 at the ε of the rest.
MechanismCase leaky_response(double epsilon, double delta) {
  return {.title = "leaky",
          .epsilon = epsilon,
          .delta = delta,
          .run = [](Value input, WeighedBranches& chance, Bytes& output) {
            if (chance.bernoulli(1, 10)) return output.push_back(static_cast<std::uint8_t>(10 + input));
            output.push_back(static_cast<std::uint8_t>(chance.bernoulli(3, 4) ? input : 1 - input));
          }};
}

TEST(Divergence, IsTheHockeyStickOfTheWorstPair) {
  const DivergenceAudit audit = audit_divergence(leaky_response(std::log(3) + 1e-12, 0.1));
  EXPECT_TRUE(audit.sums_to_one);
  EXPECT_EQ(audit.cut_mass, 0);
  EXPECT_NEAR(audit.visited_delta, 0.1, 1e-15);
  EXPECT_EQ(audit.epsilon_lower, std::numeric_limits<double>::infinity());
  // At ε = 0: the distance in variation, 0.1 + 0.9·(3/4 − 1/4).
  EXPECT_NEAR(audit_divergence(leaky_response(0, 1)).visited_delta, 0.55, 1e-15);
  EXPECT_EQ(audit.outputs, 4U);
  EXPECT_EQ(audit.paths, 6U);
}

TEST(Divergence, BoundsHoldWhatWasCut) {
  MechanismCase one{.title = "noise", .epsilon = 0.5, .run = [](Value input, WeighedBranches& chance, Bytes& output) {
                      output.push_back(static_cast<std::uint8_t>(input + sample_discrete_laplace(chance, 1, 1)));
                    }};
  // δ(ε) of a shift of 1 with α = 1/e: (1/(1+α))·(1 − e^ε·α).
  const double alpha = std::exp(-1.0);
  const double exact = (1 - std::exp(0.5) * alpha) / (1 + alpha);
  double gap = 1;
  for (const double prune_bits : {4.0, 8.0, 20.0, 40.0}) {
    one.prune_bits = prune_bits;
    const DivergenceAudit audit = audit_divergence(one);
    EXPECT_TRUE(audit.sums_to_one);
    EXPECT_LE(audit.delta_lower, exact);
    EXPECT_GE(audit.delta_upper, exact);
    EXPECT_LT(audit.delta_upper - audit.delta_lower, gap);
    gap = audit.delta_upper - audit.delta_lower;
  }
  EXPECT_LT(gap, 1e-10);
}

TEST(Divergence, ComparesNeighboursOnlyAndBothWaysRound) {
  MechanismCase one{.title = "a row of inputs",
                    .epsilon = 0.1,
                    .inputs = 3,
                    .neighbours = {{0, 1}},
                    .run = [](Value input, WeighedBranches& chance, Bytes& output) {
                      output.push_back(input == 2 ? 7 : chance.bernoulli(input == 0 ? 1U : 2U, 4) ? 1 : 0);
                    }};
  const DivergenceAudit near = audit_divergence(one);
  EXPECT_NEAR(near.visited_delta, 0.5 - std::exp(0.1) * 0.25, 1e-15);  // the other way round: 0.75 − e^0.1·0.5
  one.neighbours = {{1, 2}};
  EXPECT_EQ(audit_divergence(one).visited_delta, 1);
}

TEST(Divergence, RefusesTooManyOutcomes) {
  EXPECT_EQ(testing::input_error([] { audit_divergence(leaky_response(1, 0), 3); }),
            "the mechanism has too many outcomes to enumerate");
}

TEST(MechanismRow, JudgesWhatIsStated) {
  const double epsilon = std::log(3) + 1e-12;
  EXPECT_TRUE(mechanism_row("leaky", leaky_response(epsilon, 0.1)).passed);
  const MechanismAuditRow less = mechanism_row("leaky", leaky_response(epsilon, 0.0999));
  EXPECT_FALSE(less.passed);
  EXPECT_EQ(less.note, "the exact delta exceeds the stated one: input 0 against input 1");
  const MechanismAuditRow more = mechanism_row("leaky", leaky_response(epsilon, 0.2));
  EXPECT_EQ(more.note, "it spends less than 99.9 % of what is stated");
  MechanismCase excused = leaky_response(epsilon, 0.2);
  excused.spends_less = "for a reason";
  EXPECT_TRUE(mechanism_row("leaky", excused).passed);
  MechanismCase cut = leaky_response(epsilon, 0.1);
  cut.prune_bits = 2;
  EXPECT_FALSE(mechanism_row("leaky", cut).passed);
}

}  // namespace
}  // namespace sourdine
