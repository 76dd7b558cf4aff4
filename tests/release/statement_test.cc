#include "sourdine/release/statement.h"

#include <gtest/gtest.h>

#include <set>

#include "sourdine/release/statement_phrases.h"

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
  EXPECT_TRUE(has(english, "as likely, up to a factor of 5.45 (ε = 1.6946)"));
  EXPECT_TRUE(has(english, "382,046 events from 2006-01-01 to 2018-12-31 in 17 regions"));
  EXPECT_TRUE(has(english, "m events together are protected at m × 1.6946 only"));
  EXPECT_TRUE(has(english, "times and totals per period are published exactly"));
  EXPECT_TRUE(has(english, "84.5 % certainty"));  // 1/(1 + e^−1.6946) = 0.84483
  EXPECT_FALSE(has(english, "NOT private"));
  const std::string french = privacy_document(facts(), Language::fr);
  EXPECT_TRUE(has(french, "à un facteur 5,45 près"));
  EXPECT_TRUE(has(french, "année, jour"));
  EXPECT_TRUE(has(french, "84,5 %"));
}

TEST(Statement, SpeaksOfWhatIsCountedAndWhere) {
  StatementFacts named = facts();
  named.events_word = "interventions";
  named.places_word = "communes";
  const std::string english = privacy_document(named, Language::en);
  EXPECT_TRUE(has(english, "382,046 interventions from 2006-01-01 to 2018-12-31 in 17 communes"));
  EXPECT_TRUE(has(english, "“Event” stands for one of the interventions. “Region” stands for one of the communes."));
  EXPECT_TRUE(has(privacy_document(named, Language::fr), "« Région » désigne ici les communes."));
  named.events = 1;
  EXPECT_TRUE(has(privacy_document(named, Language::en), "It covers 1 event from"));
}

TEST(Statement, SeededRandomnessAndTheExactRatioAreCalledNotPrivate) {
  StatementFacts seeded = facts();
  seeded.is_seeded = true;
  EXPECT_EQ(make_statement(seeded, Language::en).not_private_because.size(), 1U);
  EXPECT_TRUE(has(privacy_document(seeded, Language::en), "This release is NOT private"));
  EXPECT_TRUE(has(privacy_document(seeded, Language::fr), "n'est PAS confidentielle"));
  EXPECT_FALSE(has(privacy_document(seeded, Language::en), "## What is protected"));
  EXPECT_FALSE(has(privacy_document(seeded, Language::fr), "## Ce qui est protégé"));
  EXPECT_TRUE(has(privacy_document(facts(), Language::en), "## What is protected"));
  StatementFacts ratio = facts();
  ratio.filter = BiasFilter::ratio;
  EXPECT_TRUE(has(privacy_document(ratio, Language::en), "publishes exact means"));
  StatementFacts paid = facts();
  paid.filter = BiasFilter::private_ratio;
  paid.ratio_epsilon = 0.1;
  EXPECT_TRUE(make_statement(paid, Language::en).not_private_because.empty());
  EXPECT_TRUE(has(privacy_document(paid, Language::en), "cost ε = 0.1000"));
}

TEST(Statement, EpsilonHasTheSameDecimalsInBothLanguages) {
  StatementFacts one = facts();
  one.guarantee.epsilon_asked = 1;
  one.guarantee.epsilon = 0.9999999991;
  EXPECT_TRUE(has(privacy_document(one, Language::en), "| ε asked | 1 |\n| ε realised | 1 ("));
  EXPECT_TRUE(has(privacy_document(one, Language::fr), "| ε demandé | 1 |\n| ε réalisé | 1 ("));
  EXPECT_TRUE(has(privacy_document(facts(), Language::en), "| ε asked | 1.6946 |\n| ε realised | 1.6945957 ("));
  EXPECT_TRUE(has(privacy_document(facts(), Language::fr), "| ε demandé | 1,6946 |\n| ε réalisé | 1,6945957 ("));
}

TEST(Statement, NamesTheColumnsThatAreCopied) {
  StatementFacts kept = facts();
  kept.kept = {"Kind"};
  EXPECT_TRUE(has(privacy_document(kept, Language::en), "The columns Kind of the synthetic rows"));
}

// A phrase taken apart: the names in {}, and the words between them.
struct Parts {
  std::set<std::string> names;
  std::vector<std::string> words;
};

Parts parts(std::string_view text) {
  Parts result;
  while (true) {
    const std::size_t open = text.find('{');
    result.words.emplace_back(text.substr(0, open));
    if (open == std::string_view::npos) return result;
    const std::size_t close = text.find('}', open);
    result.names.emplace(text.substr(open + 1, close - open - 1));
    text.remove_prefix(close + 1);
  }
}

TEST(StatementPhrases, ExistInBothLanguagesAndFillInTheSame) {
  for (const PhraseRow& row : statement_phrases()) {
    EXPECT_FALSE(row.english.empty()) << row.french;
    EXPECT_FALSE(row.french.empty()) << row.english;
    EXPECT_EQ(parts(row.english).names, parts(row.french).names) << row.english;
  }
}

// Of persons and of central releases, likewise.
std::string person_documents(Language language) {
  StatementFacts local = facts();
  local.person = PersonConfig{.column = "patient", .max_events = 3};
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
  chosen.is_smoothed = true;
  chosen.guarantee.epsilon = 20.5;
  chosen.guarantee.delta = 0.01;
  StatementFacts events = central;
  events.guarantee.unit = Unit::event;
  events.guarantee.delta = 0;
  events.central->bound.reset();
  events.is_smoothed = false;
  events.is_nonnegative = true;
  central.is_smoothed = false;
  std::string documents;
  for (const StatementFacts& one : {local, central, chosen, events}) documents += privacy_document(one, language);
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
      make_statement(central, Language::en).beside.at(1),
      "Probably at most 229 people have more, and about 830 of their events (between 242 and 1,552; of one person "
      "at most 9 are in this number) are in none of the counts and in none of the intervals.");
  central.central->bound->people.lower = 10;
  central.central->bound->events.lower = 0;
  EXPECT_EQ(make_statement(central, Language::en).beside.at(1),
            "About 42 people (between 10 and 229) have more, and probably at most 1,552 of their events (of one person "
            "at most 9 are in this number) are in none of the counts and in none of the intervals.");
}

// Documents with every condition met at least once.
std::string all_documents(Language language) {
  StatementFacts weak = facts();
  weak.guarantee.epsilon = 20.5;
  weak.guarantee.model = PrivacyModel::central;
  weak.is_seeded = weak.is_smoothed = weak.drops_places = true;
  weak.has_public_places = false;
  weak.filter = BiasFilter::ratio;
  weak.kept = {"Kind"};
  weak.dropped = 2;
  weak.periods = {"hour", "week", "month"};
  StatementFacts small = facts();
  small.events = small.regions = 1;
  small.filter = BiasFilter::private_ratio;
  weak.events_word = "calls";
  weak.places_word = "towns";
  StatementFacts reported = facts();
  reported.reported = ReportedFacts{.collection = "calls", .base = "day", .min_reports = 50, .withheld = {{"day", 2}}};
  return privacy_document(facts(), language) + privacy_document(weak, language) + privacy_document(small, language) +
         privacy_document(reported, language) + person_documents(language);
}

TEST(StatementPhrases, AreAllUsedWithNothingLeftToFillIn) {
  for (const Language language : {Language::en, Language::fr}) {
    const std::string documents = all_documents(language);
    EXPECT_EQ(documents.find_first_of("{}"), std::string::npos);
    for (const PhraseRow& row : statement_phrases()) {
      for (const std::string& words : parts(phrase_text(row.phrase, language)).words) {
        EXPECT_TRUE(has(documents, words)) << words;
      }
    }
  }
}

}  // namespace
}  // namespace sourdine
