// Mobility reports: people are seen on days, and one of several attributes of each is collected, randomised, for every
// run of consecutive days.
//
// A person draws, once and for life, which attribute is theirs (uniform, public), and one report about its value; the
// same report goes to every store (union_stores.h) the person comes into. Both draws are pseudo-random functions of the
// person's secret, so that nothing need be stored, and however often the person is seen, no second draw is made. That
// holds for one version of this library, for grr also between versions; a report by another oracle that outlives a
// version is kept, not made again.
//
// Privacy: for any two records r, s of all attributes, and everything that is ever collected about the person,
//   Pr[(attribute, report) | r] ≤ e^ε · Pr[(attribute, report) | s],   ε the largest of the attributes' oracles,
// exactly, as a fact about the integer thresholds in use, for whoever does not know the secret: a whole tuple is
// protected, since only one report about one attribute exists. guarantee() has it in words, with what is not protected:
// on which days somebody is seen and how many are in a store, which is exact and public; that the same report in two
// stores comes from the same person; and values that change, each of which is another draw and spends ε again.
//
// Reference: Arcolezi, Couchot, Al Bouna, Xiao, Longitudinal collection and analysis of mobile phone data with local
// differential privacy, 2021. There: GRR.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "sourdine/oracle/oracle.h"
#include "sourdine/protocol/memoised.h"

namespace sourdine {

struct SurveyAttribute {
  std::string name;
  std::shared_ptr<const Oracle> oracle;
};
// By one of the oracle table. Throws Error(bad_input) as make_oracle() does.
SurveyAttribute survey_attribute(std::string name, Domain values, double epsilon, const std::string& oracle = "grr");

struct MobilityReport {
  std::size_t attribute = 0;
  std::vector<std::uint8_t> bytes;  // a report of its oracle

  friend bool operator==(const MobilityReport&, const MobilityReport&) = default;
};

class MobilitySurvey {
 public:
  // Throws Error(bad_input) for no attribute, two of one name, or one without a name. The attributes, in their order,
  // are part of every draw: with another list, people draw again, which spends again.
  explicit MobilitySurvey(std::vector<SurveyAttribute> attributes);

  std::size_t size() const { return attributes_.size(); }
  const SurveyAttribute& operator[](std::size_t attribute) const { return attributes_[attribute]; }

  // Which attribute is a person's, written once for keyed bits and for enumeration.
  template <Chance C>
  std::size_t draw_attribute(C& chance) const {
    return static_cast<std::size_t>(chance.below(size()));
  }
  // Everything that is collected about a person with this record (a value of each attribute), for every outcome.
  MobilityReport enumerate(std::span<const Value> record, Branches& branches) const;

  double epsilon() const;  // realised
  Guarantee guarantee() const;

 private:
  std::vector<SurveyAttribute> attributes_;
};

// One person's side. The secret is 32 bytes from a cryptographic generator, for this person alone, kept for as long as
// people are seen, and never sent.
class MobilityReporter {
 public:
  using Secret = MemoClient::Secret;

  // The survey must outlive it.
  MobilityReporter(const MobilitySurvey& survey, const Secret& secret);

  std::size_t attribute() const { return attribute_; }
  // The person's report about the value of their attribute: always the same for the same value. Throws Error(bad_input)
  // for a value outside the domain.
  MobilityReport report(Value value) const;

 private:
  const MobilitySurvey& survey_;
  Secret secret_;
  std::size_t attribute_;
};

// The secret of a person whom an operator knows by a number, from the operator's own: whoever has that one can undo
// every report. Numbers of people must not be used again for others.
MobilityReporter::Secret person_secret(const MobilityReporter::Secret& operator_secret, std::uint64_t person);

}  // namespace sourdine
