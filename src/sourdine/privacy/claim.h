// PrivacyClaim: a loss with what it is about: whose loss, against which change, in which model. Losses add up only
// between claims that agree in all three; the functions below are the ways, each a theorem, from one claim to another.
#pragma once

#include <cstdint>
#include <span>

#include "sourdine/privacy/accountants.h"
#include "sourdine/privacy/guarantee.h"
#include "sourdine/privacy/loss.h"
#include "sourdine/privacy/unit.h"

namespace sourdine {

struct PrivacyClaim {
  PrivacyLoss loss;
  Unit unit = Unit::event;
  Neighbours neighbours = Neighbours::replace;
  PrivacyModel model = PrivacyModel::central;
};

// What a guarantee claims.
PrivacyClaim claim_of(const Guarantee& guarantee);

// From one event (or report, tuple, time step) to a person with at most `max_units` of them: group privacy. Throws
// Error(bad_input) when the claim is about a person already or about single attributes (the others of a person change
// too), when the bound is 0, or where there is no group privacy for the form of the loss.
PrivacyClaim for_person(const PrivacyClaim& claim, std::uint64_t max_units);

// From a person to one event (report, tuple, attribute) of a person: another event, or one more, is another state of
// what there is about its person. Under add/remove that state is a person removed and a person added: a group of two,
// which bounds both relations of events. Throws Error(bad_input) for claims that are not about persons, for a time
// step, and from replace to add/remove.
PrivacyClaim for_part_of_person(const PrivacyClaim& claim, Unit part, Neighbours neighbours);

// From add/remove to replace: a replacement is a removal and an addition, a group of two. (There is no way back.)
PrivacyClaim for_replacement(const PrivacyClaim& claim);

// From the local to the central model: reports are made from one value each, independently, so publishing all of them,
// or anything made of them, tells about one unit what its own reports tell. One report per unit: a report's value
// becomes an event. (There is no way back: a central guarantee trusts who holds the data.)
PrivacyClaim as_central(const PrivacyClaim& claim);

// From one event to a place from which at most `max_events` were reported, all of which move together: their losses add
// up. For metric claims about events. Throws Error(bad_input) for others.
PrivacyClaim for_place(const PrivacyClaim& claim, std::uint64_t max_events);

// From a metric claim to what it says about places within `metres` of each other: a pure ε, under 'nearby'.
PrivacyClaim for_places_within(const PrivacyClaim& claim, double metres);

// Disjoint periods or people: see parallel() in loss.h. Throws Error(bad_input) when claims differ in what they are
// about, naming it.
PrivacyClaim parallel(std::span<const PrivacyClaim> claims);

// All on the same units, one after another. Throws likewise.
Total tightest_total(std::span<const PrivacyClaim> claims, double delta);

}  // namespace sourdine
