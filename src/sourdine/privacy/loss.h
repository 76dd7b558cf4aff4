// PrivacyLoss: how much is told about one unit, in one of six forms; conversions between them; sequential composition.
//
// Every conversion is a theorem and never understates: what it gives is implied by what it was given, rounded up. The
// table conversions() names them; docs/accounting.md repeats it. What no row allows is refused.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <variant>

#include "sourdine/privacy/distribution/loss_distribution.h"
#include "sourdine/privacy/loss_kinds.h"
#include "sourdine/privacy/rdp.h"

namespace sourdine {

using PrivacyLoss = std::variant<PureEpsilon, ApproximateDp, Zcdp, RdpCurve, PrivacyLossDistribution, MetricEpsilon>;

enum class LossKind { pure, approximate, zcdp, rdp, distribution, metric };  // in the order of PrivacyLoss

LossKind kind_of(const PrivacyLoss& loss);
// "pure ε", "(ε, δ)", "zCDP", "RDP", "privacy loss distribution", "ε per metre".
std::string_view word_of(LossKind kind);

// Throws Error(bad_input) when a number is negative, not finite, or a δ is not below 1.
void require_valid(const PrivacyLoss& loss);

struct Conversion {
  LossKind from = LossKind::pure;
  LossKind to = LossKind::pure;
  bool needs_delta = false;
  bool is_tight = false;  // nothing is lost: some mechanism with the first loss has the second exactly
  std::string_view formula;
  std::string_view theorem;
};
std::span<const Conversion> conversions();

// A loss in another form. Throws Error(bad_input) where no row without δ leads there.
PrivacyLoss convert(const PrivacyLoss& loss, LossKind to);

// The (ε, δ) that a loss implies at a δ, by the row that leads from its form to (ε, δ). A pure loss has δ = 0. Throws
// Error(bad_input) when δ is not between 0 and 1, or less than that of an (ε, δ) loss.
ApproximateDp approximate_at(const PrivacyLoss& loss, double delta);

// What a metric loss is for two places within `metres` of each other: the ln of the factor, rounded up. A pure ε for
// neighbours that are that near; there is no row of conversions(), since none leads there without a distance.
double level_at(const MetricEpsilon& loss, double metres);

// One loss, `times` times in sequence, within its own form: ε and δ add up (ε as whole billionths, rounded up: the
// ledger's ExactEpsilon), ρ and ε per metre add up, curves add up, laws are multiplied.
PrivacyLoss repeated(const PrivacyLoss& loss, std::uint64_t times);

// Sequential, adaptive composition of two losses of one form. Throws Error(internal) for different forms: convert
// first. (Which form is best depends on δ: accountants.h.)
PrivacyLoss compose(const PrivacyLoss& a, const PrivacyLoss& b);

// Group privacy, form by form: group.h, rdp.h, distribution/dominating_pair.h.
PrivacyLoss grouped(const PrivacyLoss& loss, std::uint64_t size);

// Parallel composition: the losses are about disjoint parts of the data, and a unit stays in its part whatever value it
// takes. (Where a replacement may move it to another part, two parts change: compose them.) The worst of all counts.
// Throws Error(bad_input) when there are none, or when no common form is to be had.
PrivacyLoss parallel(std::span<const PrivacyLoss> losses);

}  // namespace sourdine
