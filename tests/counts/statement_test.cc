#include "sourdine/counts/statement.h"

#include <gtest/gtest.h>

#include "counts/written.h"

namespace sourdine {
namespace {

StatementFacts facts() {
  StatementFacts facts;
  facts.first = "2006-01-01";
  facts.last = "2018-12-31";
  facts.events = 382046;
  facts.regions = 17;
  facts.oracle = "ss (subset selection)";
  facts.config.publish.periods = {Period::year, Period::day};
  facts.config.publish.smooth = false;
  facts.guarantee.epsilon_asked = 1.6946;
  facts.guarantee.epsilon = 1.6945957;
  return facts;
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

TEST(Statement, SaysWhatIsProtectedAndWhatIsNotInBothLanguages) {
  const std::string english = testing::privacy_document(facts(), Language::en);
  EXPECT_TRUE(has(english, "as likely, up to a factor of 5.45 (ε = 1.6946)"));
  EXPECT_TRUE(has(english, "382,046 events from 2006-01-01 to 2018-12-31 in 17 regions"));
  EXPECT_TRUE(has(english, "m of them together are protected at m × 1.6946 only"));
  EXPECT_TRUE(has(english, "times and totals per period are published exactly"));
  EXPECT_TRUE(has(english, "at most 84.5 % of the cases"));  // 1/(1 + e^−1.6946) = 0.84483
  EXPECT_FALSE(has(english, "NOT private"));
  const std::string french = testing::privacy_document(facts(), Language::fr);
  EXPECT_TRUE(has(french, "à un facteur 5,45 près"));
  EXPECT_TRUE(has(french, "année, jour"));
  EXPECT_TRUE(has(french, "84,5 %"));
}

TEST(Statement, SpeaksOfWhatIsCountedAndWhere) {
  StatementFacts named = facts();
  named.config.events_word = "interventions";
  named.config.places_word = "communes";
  const std::string english = testing::privacy_document(named, Language::en);
  EXPECT_TRUE(has(english, "382,046 interventions from 2006-01-01 to 2018-12-31 in 17 communes"));
  EXPECT_TRUE(has(english, "“Event” stands for one of the interventions. “Region” stands for one of the communes."));
  EXPECT_TRUE(has(testing::privacy_document(named, Language::fr), "« Région » désigne ici les communes."));
  named.events = 1;
  EXPECT_TRUE(has(testing::privacy_document(named, Language::en), "It covers 1 event from"));
}

TEST(Statement, SeededRandomnessAndTheExactRatioAreCalledNotPrivate) {
  StatementFacts seeded = facts();
  seeded.is_seeded = true;
  EXPECT_EQ(counts_promise(seeded).english.not_private_because.size(), 1U);
  EXPECT_TRUE(has(testing::privacy_document(seeded, Language::en), "This publication is NOT private"));
  EXPECT_TRUE(has(testing::privacy_document(seeded, Language::fr), "n'est PAS confidentielle"));
  EXPECT_FALSE(has(testing::privacy_document(seeded, Language::en), "## What is protected"));
  EXPECT_FALSE(has(testing::privacy_document(seeded, Language::fr), "## Ce qui est protégé"));
  EXPECT_TRUE(has(testing::privacy_document(facts(), Language::en), "## What is protected"));
  StatementFacts ratio = facts();
  ratio.config.publish.filter = BiasFilter::ratio;
  EXPECT_TRUE(has(testing::privacy_document(ratio, Language::en), "publishes exact means"));
  StatementFacts paid = facts();
  paid.config.publish.filter = BiasFilter::private_ratio;
  paid.config.publish.ratio_epsilon = 0.1;
  EXPECT_TRUE(counts_promise(paid).english.not_private_because.empty());
  EXPECT_TRUE(has(testing::privacy_document(paid, Language::en), "cost ε = 0.1 "));
}

TEST(Statement, EpsilonHasTheSameDecimalsInBothLanguages) {
  StatementFacts one = facts();
  one.guarantee.epsilon_asked = 1;
  one.guarantee.epsilon = 0.9999999991;
  EXPECT_TRUE(has(testing::privacy_document(one, Language::en), "| ε asked | 1 |\n| ε realised | 1 ("));
  EXPECT_TRUE(has(testing::privacy_document(one, Language::fr), "| ε demandé | 1 |\n| ε réalisé | 1 ("));
  EXPECT_TRUE(
      has(testing::privacy_document(facts(), Language::en), "| ε asked | 1.6946 |\n| ε realised | 1.6945957 ("));
  EXPECT_TRUE(
      has(testing::privacy_document(facts(), Language::fr), "| ε demandé | 1,6946 |\n| ε réalisé | 1,6945957 ("));
}

TEST(Statement, NamesTheColumnsThatAreCopied) {
  StatementFacts kept = facts();
  kept.config.events.keep = {"Kind"};
  EXPECT_TRUE(has(testing::privacy_document(kept, Language::en), "published as they are: Kind."));
}

// Of persons and of central releases, likewise.
std::string person_documents(Language language) {
  StatementFacts local = facts();
  local.config.privacy.person = PersonConfig{.column = "patient", .max_events = 3};
  StatementFacts central = local;
  central.guarantee.model = PrivacyModel::central;
  central.guarantee.unit = Unit::person;
  central.guarantee.delta = 1e-6;
  central.central = CentralFacts{
      .noise = CentralNoise::gaussian,
      .levels = {{.period = Period::day, .region_parts = 800, .total_parts = 100, .region_noise = 3, .total_noise = 5}},
      .bound = BoundFacts{.max_events = 3, .cap = 9, .parts = 100},
      .total = {100, 5, 90, 110}};
  StatementFacts chosen = central;
  chosen.central->bound->is_chosen = true;
  chosen.central->bound->people = {50, 5, 40, 60};
  chosen.central->bound->events = {150, 15, 120, 180};
  chosen.central->bounded_rows = 100'000'000;
  chosen.config.publish.smooth = true;
  chosen.guarantee.epsilon = 20.5;
  chosen.guarantee.delta = 0.01;
  StatementFacts events = central;
  events.guarantee.unit = Unit::event;
  events.guarantee.delta = 0;
  events.central->bound.reset();
  events.config.publish.smooth = false;
  events.config.publish.consistency = Consistency::norm_sub;
  central.config.publish.smooth = false;
  std::string documents;
  for (const StatementFacts& one : {local, central, chosen, events})
    documents += testing::privacy_document(one, language);
  return documents;
}

// An interval that begins at 0 is said as a bound: its middle is noise.
TEST(CentralStatement, WhatIsBelowItsNoiseIsSaidAsABound) {
  StatementFacts central = facts();
  central.guarantee.unit = Unit::person;
  central.central.emplace();
  central.central->bound = BoundFacts{.max_events = 3, .cap = 9};
  central.central->bound->people = {42, 80, 0, 229};
  central.central->bound->events = {830, 300, 242, 1552};
  EXPECT_EQ(
      counts_promise(central).english.beside.at(1),
      "Probably at most 229 people have more, and about 830 of their events (between 242 and 1,552; of one person "
      "at most 9 are in this number) are in none of the counts and in none of the intervals.");
  central.central->bound->people.lower = 10;
  central.central->bound->events.lower = 0;
  EXPECT_EQ(counts_promise(central).english.beside.at(1),
            "About 42 people (between 10 and 229) have more, and probably at most 1,552 of their events (of one person "
            "at most 9 are in this number) are in none of the counts and in none of the intervals.");
}

// Documents with every condition met at least once.
std::string all_documents(Language language) {
  StatementFacts weak = facts();
  weak.guarantee.epsilon = 20.5;
  weak.guarantee.model = PrivacyModel::central;
  weak.is_seeded = true;
  weak.config.places.other = "drop";
  weak.config.places.is_public = false;
  weak.config.publish.filter = BiasFilter::ratio;
  weak.config.events.keep = {"Kind"};
  weak.dropped = 2;
  weak.config.publish.smooth = true;
  weak.config.publish.periods = {Period::hour, Period::week, Period::month};
  StatementFacts small = facts();
  small.events = small.regions = 1;
  small.config.publish.filter = BiasFilter::private_ratio;
  weak.config.events_word = "calls";
  weak.config.places_word = "towns";
  StatementFacts reported = facts();
  reported.reported = ReportedFacts{.collection = "calls", .base = "day", .min_reports = 50, .withheld = {{"day", 2}}};
  return testing::privacy_document(facts(), language) + testing::privacy_document(weak, language) +
         testing::privacy_document(small, language) + testing::privacy_document(reported, language) +
         person_documents(language);
}

// Every condition is met in one of them: a name that nobody fills in is an error (publish/words.h).
TEST(Statement, HasNothingLeftToFillIn) {
  for (const Language language : {Language::en, Language::fr}) {
    EXPECT_EQ(all_documents(language).find_first_of("{}"), std::string::npos);
  }
}

}  // namespace
}  // namespace sourdine
