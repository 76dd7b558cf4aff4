#include "sourdine/privacy/claim.h"

#include <fmt/format.h>

#include <vector>

#include "sourdine/base/error.h"

namespace sourdine {
namespace {

void require_alike(std::span<const PrivacyClaim> claims) {
  if (claims.empty()) fail_input("there are no privacy claims to add up");
  const PrivacyClaim& first = claims.front();
  for (const PrivacyClaim& claim : claims) {
    if (claim.unit != first.unit) {
      fail_input(fmt::format("a loss about a '{}' and one about a '{}' do not add up", word_of(first.unit),
                             word_of(claim.unit)),
                 "State both for a person, with a bound on how many units a person has.");
    }
    if (claim.neighbours != first.neighbours) {
      fail_input(fmt::format("a loss for '{}' and one for '{}' do not add up", word_of(first.neighbours),
                             word_of(claim.neighbours)),
                 "State both for 'replace': a loss for 'add/remove' counts for a group of two.");
    }
    if (claim.model != first.model) {
      fail_input("a loss in the local model and one in the central model do not add up",
                 "State both in the central model, which trusts who holds the data.");
    }
  }
}

}  // namespace

PrivacyClaim claim_of(const Guarantee& guarantee) {
  return {
      .loss = loss_of(guarantee), .unit = guarantee.unit, .neighbours = guarantee.neighbours, .model = guarantee.model};
}

PrivacyClaim for_person(const PrivacyClaim& claim, std::uint64_t max_units) {
  if (claim.unit == Unit::person) fail_input("the loss is about a person already");
  if (claim.unit == Unit::attribute) {
    fail_input("a loss about one attribute says nothing about a person, all of whose attributes may change",
               "State it for the whole tuple first.");
  }
  if (claim.unit == Unit::place)
    fail_input("a loss about one place says nothing about a person, who may be at several");
  PrivacyClaim person = claim;
  person.loss = grouped(claim.loss, max_units);
  person.unit = Unit::person;
  return person;
}

PrivacyClaim for_part_of_person(const PrivacyClaim& claim, Unit part, Neighbours neighbours) {
  if (claim.unit != Unit::person) fail_input("the loss is not about a person");
  if (part == Unit::time_step) fail_input("a loss about one person says nothing about all of one time step");
  if (claim.neighbours == Neighbours::replace && neighbours == Neighbours::add_remove) {
    fail_input("a loss for 'replace' bounds none for 'add/remove'", "State the loss for 'replace'.");
  }
  PrivacyClaim one = for_replacement(claim);
  one.unit = part;
  one.neighbours = neighbours;
  return one;
}

PrivacyClaim for_replacement(const PrivacyClaim& claim) {
  if (claim.neighbours == Neighbours::replace) return claim;
  PrivacyClaim replacement = claim;
  replacement.loss = grouped(claim.loss, 2);
  replacement.neighbours = Neighbours::replace;
  return replacement;
}

PrivacyClaim as_central(const PrivacyClaim& claim) {
  if (claim.model == PrivacyModel::central) return claim;
  if (claim.neighbours != Neighbours::replace) {
    fail_input("in the local model it is public who reports: its losses are for 'replace'");
  }
  PrivacyClaim central = claim;
  central.model = PrivacyModel::central;
  if (claim.unit == Unit::report_value) central.unit = Unit::event;
  return central;
}

PrivacyClaim for_place(const PrivacyClaim& claim, std::uint64_t max_events) {
  if (claim.neighbours != Neighbours::nearby || claim.unit != Unit::event) {
    fail_input("only a loss about where one event was becomes one about a place with several");
  }
  if (max_events == 0) fail_input("a place with at most 0 events");
  PrivacyClaim place = claim;
  place.loss = repeated(claim.loss, max_events);
  place.unit = Unit::place;
  return place;
}

PrivacyClaim for_places_within(const PrivacyClaim& claim, double metres) {
  const auto* metric = std::get_if<MetricEpsilon>(&claim.loss);
  if (metric == nullptr) fail_input("only a loss per metre says something about places within a distance");
  PrivacyClaim near = claim;
  near.loss = PureEpsilon{level_at(*metric, metres)};
  return near;
}

PrivacyClaim parallel(std::span<const PrivacyClaim> claims) {
  require_alike(claims);
  std::vector<PrivacyLoss> losses;
  for (const PrivacyClaim& claim : claims) losses.push_back(claim.loss);
  PrivacyClaim worst = claims.front();
  worst.loss = parallel(losses);
  return worst;
}

Total tightest_total(std::span<const PrivacyClaim> claims, double delta) {
  require_alike(claims);
  std::vector<LossTimes> losses;
  for (const PrivacyClaim& claim : claims) losses.push_back({.loss = claim.loss});
  return tightest_total(losses, delta);
}

}  // namespace sourdine
