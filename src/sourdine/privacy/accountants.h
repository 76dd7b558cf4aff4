// Accountants: what several losses about the same units come to together, as the least ε for a δ. Each accountant is a
// theorem about sequential, adaptive composition, and every result is an upper bound, rounded up.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "sourdine/privacy/loss.h"

namespace sourdine {

enum class Accountant {
  basic,         // ε and δ add up (Dwork, McSherry, Nissim, Smith 2006); losses without an ε get shares of δ
  advanced,      // √(2 ln(1/δ') Σ ε²) + Σ ε (e^ε − 1) (Dwork, Rothblum, Vadhan 2010, for unequal ε)
  zcdp,          // ρ adds up, then Canonne, Kamath, Steinke 2020
  rdp,           // curves add up, then Canonne, Kamath, Steinke 2020
  distribution,  // privacy loss distributions are convolved: tight, with a lower bound beside
};

std::span<const Accountant> all_accountants();
// "basic", "advanced", "zCDP", "RDP", "PLD".
std::string_view word_of(Accountant accountant);

struct LossTimes {
  PrivacyLoss loss;
  std::uint64_t times = 1;
};

struct Total {
  double epsilon = 0;
  double delta = 0;
  Accountant accountant = Accountant::basic;
  std::optional<double> lower = {};  // by the PLD accountant: some mechanisms with these losses come to this
};

// The total by one accountant at 0 ≤ δ < 1; nothing where its theorem does not apply (e.g. all but basic at δ = 0, PLD
// for losses that are known as ρ or as an RDP curve only). The δ of (ε, δ) losses is set aside first.
std::optional<Total> total_by(Accountant accountant, std::span<const LossTimes> losses, double delta);

// The least of all totals that apply. Throws Error(bad_input) when none does: δ is 0 or less than what the losses need.
Total tightest_total(std::span<const LossTimes> losses, double delta);

}  // namespace sourdine
