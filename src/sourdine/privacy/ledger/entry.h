// LedgerEntry: one spending, as a ledger remembers it: on which data, what it tells about whom, by what and for what.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "sourdine/privacy/exact_decimal.h"
#include "sourdine/privacy/exact_epsilon.h"
#include "sourdine/privacy/guarantee.h"
#include "sourdine/privacy/loss.h"
#include "sourdine/privacy/unit.h"

namespace sourdine {

// A loss whose numbers are exact decimals, so that they add up as they are written: ε for the pure and the (ε, δ) form,
// δ, ρ. A curve or a law is what it is, with doubles.
struct LedgerLoss {
  LossKind kind = LossKind::pure;
  ExactEpsilon epsilon = {};        // pure, approximate
  ExactDecimal delta = {};          // approximate
  ExactDecimal rho = {};            // zcdp
  ExactDecimal per_metre = {};      // metric
  ExactDecimal offset = {};         // metric
  PrivacyLoss law = PureEpsilon{};  // rdp, distribution

  // Rounded up. Throws Error(bad_input) when a number is out of range.
  static LedgerLoss of(const PrivacyLoss& loss);
  static LedgerLoss pure(ExactEpsilon epsilon) { return {.epsilon = epsilon}; }

  // For accountants: doubles that are not below the decimals.
  PrivacyLoss loss() const;
  // The two forms whose ε adds up exactly.
  bool has_epsilon() const { return kind == LossKind::pure || kind == LossKind::approximate; }
};

// Days, both included, as "2026-01-31": only units of these days were looked at.
struct LedgerPeriod {
  std::string first;
  std::string last;
  // What is replaced is not the time: a neighbour has the unit in the same period. Only then do releases of disjoint
  // periods compose in parallel under 'replace' (loss.h). Under 'add/remove' they do in any case.
  bool is_fixed = false;
  // What a day is: the column, the clock and the zone it is read by. Days of different bases are not comparable: an
  // event admitted in January may be discharged in February, and periods are disjoint only within one basis.
  std::string basis = {};
  friend bool operator==(const LedgerPeriod&, const LedgerPeriod&) = default;
};

struct LedgerEntry {
  std::string time;     // in UTC, "2026-11-15T08:30:00Z"; an older line has only a day
  std::string dataset;  // what the spending is about
  std::string purpose;  // e.g. the release directory
  std::string mechanism = {};
  std::string version = {};       // of the software that spent
  std::string unit_text;          // what is protected, for people
  std::optional<Unit> unit = {};  // nothing: an older line whose words do not tell
  Neighbours neighbours = Neighbours::replace;
  PrivacyModel model = PrivacyModel::central;
  LedgerLoss loss = {};
  bool is_private = true;  // false: a step of it has no guarantee; what its other steps cost counts all the same
  std::optional<LedgerPeriod> period = {};
  std::optional<std::uint64_t> max_units = {};  // of one person, in what was looked at
  std::optional<ExactEpsilon> budget = {};      // of all entries of the data set together, until another is given
  // What is promised in place of differential privacy: "5-anonymity" of a generalised table. Such an entry has no loss
  // that could add up, and is not private: it is there to be seen. Empty: a spending.
  std::string syntactic = {};
  // Names the randomness, where it is kept and used again: entries with one name are functions of one and the same
  // draw, so that all of them together tell no more than one does, and count once. Empty: a draw of its own.
  std::string draw = {};
};

// "2026-11-15T08:30:00Z".
std::string utc_text(std::chrono::system_clock::time_point time);
std::string utc_now();

// A day as people write it, "2026-01-31", that exists.
bool is_day(std::string_view text);

// The unit and the relation that an older line means by its words, "one record (add or remove one record)"; nothing
// when they do not tell.
struct MeantUnit {
  Unit unit;
  Neighbours neighbours;
};
std::optional<MeantUnit> meant_unit(std::string_view words);

// A ledger is named after its data set: "doubs" of "data/doubs.ledger.jsonl", of "doubs.jsonl" and of
// "sqlite:doubs.db".
inline constexpr std::string_view ledger_ending = ".ledger.jsonl";
std::string dataset_of_ledger(const std::string& path);

}  // namespace sourdine
