#include "sourdine/release/statement.h"

#include <gtest/gtest.h>

namespace sourdine {
namespace {

StatementFacts facts() {
  StatementFacts facts;
  facts.title = "Doubs";
  facts.software = "sourdine 0";
  facts.date = "2026-11-15";
  facts.first = "2006-01-01";
  facts.last = "2018-12-31";
  facts.events = 382046;
  facts.regions = 17;
  facts.oracle = "ss (subset selection)";
  facts.periods = {"year", "day"};
  facts.guarantee.epsilon_asked = 1.6946;
  facts.guarantee.epsilon = 1.6945957;
  return facts;
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

TEST(Statement, SaysWhatIsProtectedAndWhatIsNotInBothLanguages) {
  const std::string english = privacy_document(facts(), Language::en);
  EXPECT_TRUE(has(english, "more than a factor of 5.45 (ε = 1.6946)"));
  EXPECT_TRUE(has(english, "382,046 events from 2006-01-01 to 2018-12-31 in 17 regions"));
  EXPECT_TRUE(has(english, "m events together are protected at m × 1.6946 only"));
  EXPECT_TRUE(has(english, "times and totals per period are published exactly"));
  EXPECT_TRUE(has(english, "84.5 % certainty"));  // 1/(1 + e^−1.6946) = 0.84483
  EXPECT_FALSE(has(english, "NOT private"));
  const std::string french = privacy_document(facts(), Language::fr);
  EXPECT_TRUE(has(french, "de plus d'un facteur 5,45 les chances"));
  EXPECT_TRUE(has(french, "année, jour"));
  EXPECT_TRUE(has(french, "84,5 %"));
}

TEST(Statement, SeededRandomnessAndTheExactRatioAreCalledNotPrivate) {
  StatementFacts seeded = facts();
  seeded.is_seeded = true;
  EXPECT_EQ(make_statement(seeded, Language::en).not_private_because.size(), 1U);
  EXPECT_TRUE(has(privacy_document(seeded, Language::en), "This release is NOT private"));
  EXPECT_TRUE(has(privacy_document(seeded, Language::fr), "n'est PAS confidentielle"));
  StatementFacts ratio = facts();
  ratio.filter = BiasFilter::ratio;
  EXPECT_TRUE(has(privacy_document(ratio, Language::en), "publishes exact means"));
  StatementFacts paid = facts();
  paid.filter = BiasFilter::private_ratio;
  paid.ratio_epsilon = 0.1;
  EXPECT_TRUE(make_statement(paid, Language::en).not_private_because.empty());
  EXPECT_TRUE(has(privacy_document(paid, Language::en), "cost ε = 0.1000"));
}

TEST(Statement, NamesTheColumnsThatAreCopied) {
  StatementFacts kept = facts();
  kept.kept = {"Kind"};
  EXPECT_TRUE(has(privacy_document(kept, Language::en), "The columns Kind of the synthetic rows"));
}

}  // namespace
}  // namespace sourdine
