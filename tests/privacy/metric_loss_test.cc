#include <gtest/gtest.h>

#include <cmath>

#include "sourdine/privacy/claim.h"
#include "sourdine/privacy/ledger/line.h"
#include "sourdine/privacy/ledger/policy.h"
#include "support/errors.h"

namespace sourdine {
namespace {

using testing::input_error;

LedgerEntry blurred(double per_metre, double offset, Unit unit = Unit::place) {
  return {.time = "2026-11-17T08:00:00Z",
          .dataset = "calls",
          .purpose = "out",
          .mechanism = "planar-laplace",
          .version = "0.1.0",
          .unit_text = "one place",
          .unit = unit,
          .neighbours = Neighbours::nearby,
          .loss = LedgerLoss::of(MetricEpsilon{.per_metre = per_metre, .offset = offset})};
}

LedgerContents with_entries(const std::vector<LedgerEntry>& entries) {
  LedgerContents contents;
  for (const LedgerEntry& entry : entries) {
    contents.records.push_back({.entry = entry, .line = contents.records.size() + 1, .state = RecordState::committed});
  }
  return contents;
}

constexpr MetricEpsilon loss{.per_metre = 0.00688, .offset = 0.0097};

TEST(MetricLoss, AddsUpPerMetreAndNeverUnderstates) {
  const auto twice = std::get<MetricEpsilon>(compose(loss, loss));
  EXPECT_GE(twice.per_metre, 2 * loss.per_metre);
  EXPECT_NEAR(twice.per_metre, 2 * loss.per_metre, 1e-15);
  const auto three = std::get<MetricEpsilon>(repeated(loss, 3));
  EXPECT_GE(three.offset, 3 * loss.offset);
  EXPECT_NEAR(level_at(loss, 200), 0.00688 * 200 + 0.0097, 1e-12);
  EXPECT_GE(static_cast<long double>(level_at(loss, 200)), 0.00688L * 200 + 0.0097L - 1e-18L);
  EXPECT_NE(input_error([] { level_at(loss, -1); }), "no error");
}

TEST(MetricLoss, NoTheoremLeadsToAnotherForm) {
  for (const LossKind kind :
       {LossKind::pure, LossKind::approximate, LossKind::zcdp, LossKind::rdp, LossKind::distribution}) {
    EXPECT_NE(input_error([&] { convert(loss, kind); }), "no error");
  }
  EXPECT_NE(input_error([] { approximate_at(loss, 1e-6); }), "no error");
  const LossTimes alone[] = {{.loss = loss}};
  EXPECT_FALSE(total_by(Accountant::basic, alone, 1e-6));
  EXPECT_NE(input_error([] { require_valid(MetricEpsilon{.per_metre = -1}); }), "no error");
}

TEST(MetricClaim, ManyEventsOfAPlaceSpendAsManyTimes) {
  const PrivacyClaim event{.loss = loss, .unit = Unit::event, .neighbours = Neighbours::nearby};
  const PrivacyClaim place = for_place(event, 4);
  EXPECT_EQ(place.unit, Unit::place);
  EXPECT_NEAR(std::get<MetricEpsilon>(place.loss).per_metre, 4 * loss.per_metre, 1e-15);
  EXPECT_NEAR(std::get<PureEpsilon>(for_places_within(place, 200).loss).epsilon, 4 * level_at(loss, 200), 1e-12);
  EXPECT_NE(input_error([&] { for_place(place, 2); }), "no error");
  EXPECT_NE(input_error([&] { for_person(place, 2); }), "no error");
  const PrivacyClaim replaced{.loss = PureEpsilon{1}, .unit = Unit::event};
  EXPECT_NE(input_error([&] { for_place(replaced, 2); }), "no error");
  EXPECT_NE(input_error([&] { for_places_within(replaced, 2); }), "no error");
  const PrivacyClaim mixed[] = {event, replaced};
  EXPECT_NE(input_error([&] { tightest_total(mixed, 1e-6); }), "no error");
}

TEST(MetricLedger, ALineIsReadAsItWasWritten) {
  const LedgerEntry entry = blurred(0.00688280322160211, 0.00973371679946066);
  const std::string text = line_text(entry, std::string(64, '0'));
  const LedgerEntry read = std::get<LedgerEntry>(parse_ledger_line(text).what);
  EXPECT_EQ(read.loss.kind, LossKind::metric);
  EXPECT_EQ(read.loss.per_metre, entry.loss.per_metre);
  EXPECT_EQ(read.loss.offset, entry.loss.offset);
  EXPECT_EQ(read.unit, Unit::place);
  EXPECT_EQ(read.neighbours, Neighbours::nearby);
  EXPECT_EQ(loss_text(read.loss), "epsilon 0.00688280322160211 per metre and 0.00973371679946066");
  LedgerEntry wrong = entry;
  wrong.neighbours = Neighbours::replace;
  EXPECT_NE(input_error([&] { line_text(wrong, std::string(64, '0')); }), "no error");
  wrong = entry;
  wrong.loss = LedgerLoss::of(PureEpsilon{1});
  EXPECT_NE(input_error([&] { line_text(wrong, std::string(64, '0')); }), "no error");
}

TEST(MetricLedger, TenTimesATenthIsOne) {
  const LedgerContents contents = with_entries(std::vector<LedgerEntry>(10, blurred(0.1, 0.01)));
  const SpentPerMetre sum = spent_per_metre(counted_entries(contents, "calls"), Unit::place);
  EXPECT_EQ(sum.per_metre.text(), "1");
  EXPECT_EQ(sum.offset.text(), "0.1");
  EXPECT_EQ(total_of(contents, "calls").metric_losses, 10U);
}

// Functions of one draw tell together what one of them tells; any other claim about it adds up as ever.
TEST(MetricLedger, OneDrawCountsOnceHoweverOftenItIsPublished) {
  LedgerEntry kept = blurred(0.1, 0.01), other = kept, stronger = kept;
  kept.draw = "00ff";
  other.draw = "00fe";
  stronger.draw = "00ff";
  stronger.loss = LedgerLoss::of(MetricEpsilon{.per_metre = 0.2, .offset = 0.02});
  const auto sum = [](const std::vector<LedgerEntry>& entries) {
    const LedgerContents contents = with_entries(entries);
    const std::string text = spent_per_metre(counted_entries(contents, "calls"), Unit::place).per_metre.text();
    EXPECT_EQ(total_of(contents, "calls").per_metre.per_metre.text(), text);
    return text;
  };
  EXPECT_EQ(sum({kept, kept, kept}), "0.1");
  EXPECT_EQ(sum({kept, other, kept}), "0.2");
  EXPECT_EQ(sum({kept, stronger}), "0.3");
  EXPECT_EQ(sum({blurred(0.1, 0.01), blurred(0.1, 0.01)}), "0.2");
  EXPECT_EQ(total_of(with_entries({kept, kept, other}), "calls").repeated, 1U);
  EXPECT_EQ(total_of(with_entries({kept, kept, other}), "calls").entries, 3U);
  const LedgerLine line = parse_ledger_line(line_text(kept, std::string(64, '0')));
  EXPECT_EQ(std::get<LedgerEntry>(line.what).draw, "00ff");
}

// A budget that has room for one: the same points fit again in its month, and count in the next month anew.
TEST(MetricLedger, ABudgetHasRoomForWhatWasPublishedBefore) {
  BudgetPolicy policy;
  policy.source = "budget.toml";
  policy.unit = Unit::place;
  policy.neighbours = Neighbours::nearby;
  policy.within = 200;
  policy.month = BudgetLimit{.epsilon = ExactEpsilon::spendable(1.5)};
  LedgerEntry one = blurred(0.00688280322160211, 0.00973371679946066);  // 1.3863 within 200 m
  const auto stand = [&](const std::string& time, const LedgerEntry& asked) {
    return budget_stands(policy, with_entries({one}), "calls", time, {&asked, 1}).front();
  };
  EXPECT_FALSE(stand(one.time, one).fits);
  one.draw = "00ff";
  EXPECT_TRUE(stand(one.time, one).fits);
  EXPECT_EQ(stand(one.time, one).after->epsilon, stand(one.time, one).spent->epsilon);
  LedgerEntry later = one;
  later.time = "2027-01-31T00:00:00Z";
  EXPECT_EQ(stand(later.time, later).spent->epsilon.nano, 0U);
  EXPECT_EQ(stand(later.time, later).after->epsilon, stand(one.time, one).after->epsilon);
}

TEST(MetricLedger, ABudgetAtADistanceRefusesWhatExceedsIt) {
  BudgetPolicy policy;
  policy.source = "budget.toml";
  policy.unit = Unit::place;
  policy.neighbours = Neighbours::nearby;
  policy.within = 200;
  policy.total = BudgetLimit{.epsilon = ExactEpsilon::spendable(2.8)};
  const LedgerEntry one = blurred(0.00688280322160211, 0.00973371679946066);  // 1.3863 within 200 m
  const auto stands = budget_stands(policy, with_entries({one}), "calls", one.time, {&one, 1});
  ASSERT_EQ(stands.size(), 1U);
  EXPECT_TRUE(stands[0].fits);
  EXPECT_NEAR(stands[0].after->epsilon.value(), 2 * std::log(4.0), 1e-6);
  const std::vector<BudgetPolicy> policies = {policy};
  try {
    require_within(policies, with_entries({one, one}), {&one, 1}, "the ledger");
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::budget_refused);
    EXPECT_NE(std::string(error.what()).find("for one place under 'nearby' within 200 m"), std::string::npos)
        << error.what();
  }
}

TEST(MetricLedger, WhatIsAboutPlacesAndWhatIsNotDoNotAddUp) {
  LedgerEntry event = blurred(0, 0);
  event.unit = Unit::event;
  event.neighbours = Neighbours::replace;
  event.loss = LedgerLoss::of(PureEpsilon{1});
  const LedgerEntry place = blurred(0.007, 0.01);
  const LedgerTarget near{.unit = Unit::place, .neighbours = Neighbours::nearby, .within = 200};
  EXPECT_EQ(loss_for(place, near).kind, LossKind::pure);
  EXPECT_NE(input_error([&] { loss_for(event, near); }).find("no theorem leads"), std::string::npos);
  EXPECT_NE(input_error([&] { loss_for(place, {.unit = Unit::event}); }).find("no theorem leads"), std::string::npos);
  EXPECT_NE(input_error([&] {
              loss_for(place, {.unit = Unit::place, .neighbours = Neighbours::nearby});
            }).find("how far apart"),
            std::string::npos);
  const LedgerContents both = with_entries({place, event});
  EXPECT_NE(input_error([&] { spent_per_metre(counted_entries(both, "calls"), Unit::place); }), "no error");
}

}  // namespace
}  // namespace sourdine
