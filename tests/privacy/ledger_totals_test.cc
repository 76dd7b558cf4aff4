#include <fmt/format.h>
#include <gtest/gtest.h>

#include "ledger_entries.h"
#include "sourdine/privacy/ledger/totals.h"
#include "support/errors.h"

namespace sourdine {
namespace {

using testing::entry_of_loss;
using testing::pure_entry;

struct Entries {
  std::vector<LedgerEntry> all;
  std::vector<const LedgerEntry*> pointers() const {
    std::vector<const LedgerEntry*> each;
    for (const LedgerEntry& entry : all) each.push_back(&entry);
    return each;
  }
};

LedgerEntry of_month(double epsilon, int month, bool is_fixed = true) {
  LedgerEntry entry = pure_entry(epsilon);
  entry.period = LedgerPeriod{
      .first = fmt::format("2026-{:02}-01", month), .last = fmt::format("2026-{:02}-28", month), .is_fixed = is_fixed};
  return entry;
}

// Twelve monthly oue releases (0.5), a tree (1) and a Gaussian release (ρ = 0.05) over the year, δ = 1e-6: per event
// and per person with at most one event a month. The same numbers as the accountants give (claim_test.cc), beside
// dp-accounting 0.6: 2.8122554 and 39.539658.
TEST(LedgerTotals, AYearOfDifferentReleases) {
  Entries year;
  for (int month = 1; month <= 12; ++month) {
    year.all.push_back(of_month(0.5, month));
    year.all.back().max_units = 1;
  }
  for (const PrivacyLoss& loss :
       {PrivacyLoss(PureEpsilon{1}), PrivacyLoss(PrivacyLossDistribution(gaussian_pair_of(0.05)))}) {
    year.all.push_back(entry_of_loss(loss));
    year.all.back().model = PrivacyModel::central;
    year.all.back().max_units = 12;
  }
  const auto pointers = year.pointers();
  const auto event = spent_at(pointers, {.unit = Unit::event}, ExactDecimal::parse("1e-6"));
  ASSERT_TRUE(event);
  EXPECT_EQ(event->accountant, Accountant::distribution);
  EXPECT_NEAR(event->epsilon.value(), 2.8122, 2e-4);
  const auto person = spent_at(pointers, {.unit = Unit::person}, ExactDecimal::parse("1e-6"));
  ASSERT_TRUE(person);
  EXPECT_NEAR(person->epsilon.value(), 39.5390, 2e-3);
  EXPECT_LE(*person->lower, person->epsilon.value());
}

// Admitted in January, discharged in February: the same event is in both.
TEST(LedgerTotals, DaysOfDifferentBasesAreNotDisjoint) {
  Entries entries;
  entries.all = {of_month(1, 1), of_month(1, 2)};
  entries.all[0].period->basis = "admitted||";
  entries.all[1].period->basis = "discharged||";
  EXPECT_EQ(spent_exactly(entries.pointers(), {.unit = Unit::event})->epsilon.text(), "2.000000000");
  entries.all[1].period->basis = "admitted||";
  EXPECT_EQ(spent_exactly(entries.pointers(), {.unit = Unit::event})->epsilon.text(), "1.000000000");
}

TEST(LedgerTotals, ATotalHasTheDeltaOfEveryMoment) {
  Entries entries;
  entries.all = {of_month(1, 1), of_month(0.5, 2)};
  entries.all[1].loss = LedgerLoss::of(ApproximateDp{0.5, 1e-6});
  const auto spent = spent_at(entries.pointers(), {.unit = Unit::event}, ExactDecimal::parse("1e-6"));
  ASSERT_TRUE(spent);
  EXPECT_GE(spent->delta.value_up(), 1e-6);
}

TEST(LedgerTotals, DisjointPeriodsComposeInParallelOnlyWhereAUnitStaysInItsOwn) {
  const auto sum = [](const Entries& entries, const LedgerTarget& target) {
    return spent_exactly(entries.pointers(), target)->epsilon.text();
  };
  const LedgerTarget event{.unit = Unit::event};
  EXPECT_EQ(sum({{of_month(0.5, 1), of_month(0.3, 2)}}, event), "0.500000000");
  EXPECT_EQ(sum({{of_month(0.5, 1, false), of_month(0.3, 2, false)}}, event), "0.800000000")
      << "a replacement may be of another month";
  EXPECT_EQ(sum({{of_month(0.5, 1), of_month(0.3, 1), of_month(0.3, 2)}}, event), "0.800000000");
  EXPECT_EQ(sum({{of_month(0.5, 1), of_month(0.3, 2), pure_entry(1)}}, event), "1.500000000");
  EXPECT_EQ(sum({{of_month(0.5, 1), of_month(0.3, 2)}}, {.unit = Unit::person, .max_units = 1}), "0.800000000")
      << "a person may be in both";
  Entries added{{of_month(0.5, 1, false), of_month(0.3, 2, false)}};
  for (LedgerEntry& entry : added.all) {
    entry.model = PrivacyModel::central;
    entry.neighbours = Neighbours::add_remove;
  }
  EXPECT_EQ(sum(added, {.unit = Unit::event, .neighbours = Neighbours::add_remove}), "0.500000000");
  EXPECT_EQ(sum(added, event), "1.600000000") << "removed from one month, added to another";
}

// Periods that overlap in chains: a unit of a day meets those that hold the day.
TEST(LedgerTotals, OverlappingPeriodsAddUpWhereTheyOverlap) {
  Entries entries;
  for (const auto& [first, last] : {std::pair("2026-01-01", "2026-02-28"), std::pair("2026-02-01", "2026-03-31"),
                                    std::pair("2026-03-31", "2026-04-30"), std::pair("2026-06-01", "2026-06-30")}) {
    entries.all.push_back(pure_entry(0.25));
    entries.all.back().period = LedgerPeriod{.first = first, .last = last, .is_fixed = true};
  }
  EXPECT_EQ(spent_exactly(entries.pointers(), {.unit = Unit::event})->epsilon.text(), "0.500000000");
}

TEST(LedgerTotals, APersonsLossBoundsThatOfItsEvents) {
  LedgerEntry person = pure_entry(0.5);
  person.unit = Unit::person;
  person.model = PrivacyModel::central;
  EXPECT_EQ(loss_for(person, {.unit = Unit::event}).epsilon.text(), "0.500000000");
  EXPECT_NE(
      testing::input_error([&] { loss_for(person, {.unit = Unit::event, .neighbours = Neighbours::add_remove}); }),
      "no error");
  EXPECT_NE(testing::input_error([&] { loss_for(person, {.unit = Unit::time_step}); }), "no error");
  // One event more is another state of its person: a removal and an addition.
  person.neighbours = Neighbours::add_remove;
  for (const Neighbours neighbours : {Neighbours::replace, Neighbours::add_remove}) {
    EXPECT_EQ(loss_for(person, {.unit = Unit::event, .neighbours = neighbours}).epsilon.text(), "1.000000000");
  }
}

TEST(LedgerTotals, ConversionsAreThoseOfTheClaims) {
  LedgerEntry report = pure_entry(0.5);
  report.unit = Unit::report_value;
  EXPECT_EQ(loss_for(report, {.unit = Unit::event}).epsilon.text(), "0.500000000");
  LedgerEntry gaussian = entry_of_loss(Zcdp{0.05});
  gaussian.model = PrivacyModel::central;
  EXPECT_EQ(loss_for(gaussian, {.unit = Unit::person, .max_units = 3}).rho.text(), "0.45");
  LedgerEntry attribute = pure_entry(0.5);
  attribute.unit = Unit::attribute;
  attribute.model = PrivacyModel::central;
  EXPECT_NE(testing::input_error([&] { loss_for(attribute, {.unit = Unit::person, .max_units = 3}); }), "no error");
  LedgerEntry unknown = pure_entry(0.5);
  unknown.unit.reset();
  EXPECT_NE(testing::input_error([&] { loss_for(unknown, {.unit = Unit::event}); }), "no error");
}

TEST(LedgerTotals, WhatHasNoEpsilonHasNoneWithoutADelta) {
  const Entries entries{{entry_of_loss(Zcdp{0.05})}};
  EXPECT_FALSE(spent_exactly(entries.pointers(), {.unit = Unit::event}));
  EXPECT_FALSE(spent_at(entries.pointers(), {.unit = Unit::event}, {}));
  EXPECT_TRUE(spent_at(entries.pointers(), {.unit = Unit::event}, ExactDecimal::parse("1e-6")));
}

// What is known as ρ only is bounded at half of δ, and the laws of the others stay known.
TEST(LedgerTotals, ALossThatIsKnownAsRhoDoesNotSpoilTheOthers) {
  Entries entries;
  for (int i = 0; i < 40; ++i) entries.all.push_back(pure_entry(0.1));
  const ExactDecimal delta = ExactDecimal::parse("1e-6");
  const double alone = spent_at(entries.pointers(), {.unit = Unit::event}, delta)->epsilon.value();
  const double small = approximate_at(Zcdp{1e-6}, 0.5e-6).epsilon;
  entries.all.push_back(entry_of_loss(Zcdp{1e-6}));
  const auto both = spent_at(entries.pointers(), {.unit = Unit::event}, delta);
  EXPECT_EQ(both->accountant, Accountant::distribution);
  EXPECT_GE(both->epsilon.value(), alone);
  EXPECT_LE(both->epsilon.value(), alone * 1.05 + small) << "half of delta costs a few percent";
}

// Two of the same ρ: the zCDP accountant gave the number, and ε is left at the whole δ.
TEST(LedgerTotals, NamesTheTheoremThatGaveTheNumber) {
  const Entries entries{{entry_of_loss(Zcdp{0.02}), entry_of_loss(Zcdp{0.02})}};
  const ExactDecimal delta = ExactDecimal::parse("1e-5");
  const auto spent = spent_at(entries.pointers(), {.unit = Unit::event}, delta);
  EXPECT_EQ(spent->accountant, Accountant::zcdp);
  EXPECT_EQ(spent->epsilon, ExactEpsilon::charged(epsilon_improved(Zcdp{0.04}, delta.value_down())));
  const BudgetStand stand{.name = "total",
                          .target = {.unit = Unit::event},
                          .limit = {.epsilon = ExactEpsilon::charged(2), .delta = delta},
                          .spent = spent};
  EXPECT_EQ(left_of(stand).delta, delta);
  EXPECT_GT(left_of(stand).epsilon.nano, 0U);
}

// Many months that all differ: sums where the accountants would take long; never less than the worst month.
TEST(LedgerTotals, ManyMomentsAreBoundedBySums) {
  Entries entries;
  for (int year = 2000; year < 2010; ++year) {
    for (int month = 1; month <= 12; ++month) {
      LedgerEntry entry = of_month(0.001 * (year - 1999) + 0.0001 * month, month);
      entry.period->first.replace(0, 4, std::to_string(year));
      entry.period->last.replace(0, 4, std::to_string(year));
      entries.all.push_back(entry);
    }
  }
  const auto spent = spent_at(entries.pointers(), {.unit = Unit::event}, ExactDecimal::parse("1e-6"));
  ASSERT_TRUE(spent);
  EXPECT_EQ(spent->epsilon.text(), "0.011200000");
}

}  // namespace
}  // namespace sourdine
