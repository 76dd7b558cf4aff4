// Attacks on surveys of several attributes as measurements: how often an attacker is right, beside what chance gives
// and what no attacker can exceed. The attacker has the reports, knows the protocol and the shares of every attribute's
// values (which the survey publishes), and guesses what is likeliest. What is measured is simulated: whoever attacks
// real reports does not learn how often the guess was right.
//
// Bounds, each for any attacker, however clever, who knows beforehand how people's tuples are distributed, and nothing
// more of the person (whoever knows more begins with another π):
//   a value       A person's value is v with probability π beforehand. Reports that are ε-private leave at most
//                 π·e^ε/(π·e^ε + 1 − π), since Pr[y|v] ≤ e^ε·Pr[y|w] for every other w: posterior_bound().
//   a list        One of n persons, evenly drawn, reported. A list of m names holds that person with probability at
//                 most m·e^ε/(m·e^ε + n − m): list_bound().
//   the attribute that is true in a report of rs+fd: what the best guess of somebody who knows the whole tuple has,
//                 exactly, E_F[max_j R_j]/d with R_j = M_j/F_j (tuple/fake_entry.h); with priors, which make it depend
//                 on the tuple, max_j hi_j/(hi_j + Σ_{i≠j} lo_i), hi and lo being the largest and smallest R:
//                 sampled_attribute_bound().
// ε is for the tuple where attributes may depend on each other, as they do in every real table: a report about one
// attribute then tells of others. Where the people were drawn with independent attributes, ε is for the attribute.
// Reference: Arcolezi, Gambs, Couchot, Palamidessi, On the risks of collecting multidimensional data under local
// differential privacy, PVLDB 2023.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "sourdine/tuple/tuple_protocol.h"

namespace sourdine {

struct AttackMeasure {
  std::uint64_t trials = 0;
  std::uint64_t right = 0;
  double chance = 0;          // the best guess without any report
  double bound = 1;           // what no such attacker exceeds
  std::string rests_on = {};  // on what: "epsilon 1 of the tuple, …"

  double rate() const { return trials == 0 ? 0 : static_cast<double>(right) / static_cast<double>(trials); }
  // Of so many right guesses or more, if each were right with the bound's probability: the bound is broken where this
  // is tiny. (If they are right with different probabilities, less on average, it is smaller still.)
  double p_value() const;
};

// Who is attacked.
struct SurveyPeople {
  std::size_t width = 0;
  std::vector<Value> values = {};                // person after person
  std::vector<std::vector<double>> shares = {};  // of every attribute's values
  double commonest = 1;                          // share of the commonest tuple
  bool is_independent = false;                   // attributes were drawn independently, with these shares

  std::size_t size() const { return values.size() / width; }
  std::span<const Value> person(std::size_t i) const { return std::span(values).subspan(i * width, width); }
  RecordsView records() const { return {values, width}; }

  // A table: the shares are its own. Throws Error(bad_input) without people, and for a value outside its domain.
  static SurveyPeople of_table(std::vector<Value> values, std::span<const Value> sizes);
  // People whose attributes are drawn independently and evenly. Throws Error(bad_input) for none.
  static SurveyPeople drawn_evenly(std::span<const Value> sizes, std::size_t people, Random& random);
};

double posterior_bound(double epsilon, double share);
double list_bound(double epsilon, double people, double listed);

// The likeliest value given a report, of those with this attribute in it: with smp the people who drew it. One report
// of each person, by the protocol's own code. Throws Error(bad_input) for joint, for people of other domains, and for
// an attribute that is not there.
AttackMeasure single_report_attack(const TupleProtocol& protocol, const SurveyPeople& people, std::size_t attribute,
                                   Random& random);

// rs+fd, rs+rfd: the likeliest attribute to be true, exactly by Bayes from all entries: Pr[j|y] ∝ Σ_v
// π_j(v)·R_j(y_j|v), which does not depend on how attributes depend on each other. Chance has 1/d. Error(bad_input) for
// other solutions.
AttackMeasure sampled_attribute_attack(const TupleProtocol& protocol, const SurveyPeople& people, Random& random);
double sampled_attribute_bound(const TupleProtocol& protocol);

// Throws Error(bad_input) unless the people have these domains.
void require_people(const SurveyPeople& people, std::span<const Value> sizes);

}  // namespace sourdine
