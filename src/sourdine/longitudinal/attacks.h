// Attacks on repeated reports as measurements: what an attacker gets, beside what the guarantee allows.
//
// Averaging: whoever has all reports of a person guesses the value that makes them likeliest. Where clients keep their
// permanent responses this finds the permanent response and nothing more: Memoised::best_guess() bounds how often the
// guess is right, however many reports there are. Where they do not, it finds the value.
// Reference for the guesses from one report: Arcolezi, Gambs, Couchot, Palamidessi, On the risks of collecting
// multidimensional data under local differential privacy, VLDB 2023.
#pragma once

#include <cstdint>
#include <span>

#include "sourdine/oracle/oracle.h"

namespace sourdine {

// The value under which the reports, taken as independent reports of one person, are likeliest; among equals any, by
// chance. At least one report.
Value likeliest_value(const Oracle& oracle, ReportsView reports, Random& random);

// How often the best guess at an evenly drawn value is right, from one report.
double guess_from_value(double yes);                              // grr: the value itself
double guess_from_subset(double yes, std::uint64_t omega);        // ss: any of the ω named
double guess_from_hash(double epsilon, std::uint64_t k);          // olh: 1/(2·max(k/(e^ε+1), 1)), approximately
double guess_from_unary(double yes, double no, std::uint64_t k);  // one bit per value: any whose bit is 1
// What no ε-private report of a value of k can exceed: e^ε/(e^ε+k−1).
double guess_bound(double epsilon, std::uint64_t k);

// dbitflip: how often a change between two given buckets, of b of which a client samples d, shows in its reports. A
// report that differs from the one before proves the change; p and q are the oracle's support() yes and no.
double change_shows(double yes, double no, std::uint64_t buckets, std::uint64_t bits);

struct AveragingAttack {
  std::uint64_t persons = 0;
  std::uint64_t right = 0;  // guesses
  double allowed = 0;       // the most that permanent responses allow
  double p_value = 1;       // of so many right guesses or more, if they were kept
  bool finds_no_memo() const { return p_value < 1e-6; }
};
// The attack on persons whose values and reports are known: reports of person i are those from i·reports_each on.
// Throws Error(bad_input) unless the oracle is Memoised and there are as many reports as that.
AveragingAttack averaging_attack(const Oracle& oracle, std::span<const Value> values, ReportsView reports,
                                 std::size_t reports_each, Random& random);

// The same on persons with evenly drawn values who are simulated here: clients that keep their permanent responses, or,
// planted, that draw a new one for every report. Throws Error(bad_input) as above.
enum class ClientMemo { kept, forgotten };
AveragingAttack simulate_averaging(const Oracle& oracle, ClientMemo memo, std::size_t persons, std::size_t reports_each,
                                   Random& random);

// Change detection: of persons who are simulated here and move once between two evenly drawn, different values, how
// many send another report than before. Where a report is the permanent response itself (dbitflip) that proves the
// change, and change_shows() has how often it happens; ε bounds nothing here.
struct ChangeAttack {
  std::uint64_t persons = 0;
  std::uint64_t seen = 0;
  double expected = 0;
};
// Throws Error(bad_input) unless the oracle is dbitflip over at least 2 values.
ChangeAttack simulate_changes(const Oracle& oracle, std::size_t persons, Random& random);

}  // namespace sourdine
