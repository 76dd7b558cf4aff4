// TupleSpec: several attributes of one person, and the way in which they are reported.
//
// Solutions, d attributes:
//   spl     every attribute by an oracle of its own, each with ε/d.
//   smp     one attribute, drawn evenly and without looking; which one is in the report.
//   rs+fd   one attribute, drawn likewise, by a local randomiser; for the others fake data. The report has d
//           entries and does not say which is true.
//   rs+rfd  the same with fake data drawn from public priors.
//   joint   one oracle over the product of the domains, where that is small.
//
// What the asked ε protects (TupleLevel) is part of the spec, since the solutions differ in it:
//   tuple      all attributes of the person at once. spl: ε/d each; smp, joint: ε; rs+fd, rs+rfd: the local randomiser
//              has ε.
//   attribute  one attribute, the others being as they are. spl: ε each (dε for the tuple); smp, joint: ε; rs+fd,
//              rs+rfd: the local randomiser has the largest ε′ ≤ ln(d(e^ε − 1) + 1) that keeps it (tuple/privacy.h).
//   published  rs+fd, rs+rfd: the local randomiser has ε′ = ln(d(e^ε − 1) + 1), "amplification by sampling" as it was
//              published. It keeps ε for one attribute with zeros as fake data, and with grr when all domains have one
//              size; otherwise one attribute has more than ε. The tuple has ε′ in any case.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sourdine/base/domain.h"
#include "sourdine/oracle/spec.h"

namespace sourdine {

enum class TupleSolution { spl, smp, rs_fd, rs_rfd, joint };
enum class TupleLevel { tuple, attribute, published };

// "spl", "smp", "rs+fd", "rs+rfd", "joint"; "tuple", "attribute", "published".
std::string_view word_of(TupleSolution solution);
std::string_view word_of(TupleLevel level);
// Throw Error(bad_input) that lists the words.
TupleSolution tuple_solution_from(std::string_view word);
TupleLevel tuple_level_from(std::string_view word);
std::span<const TupleSolution> all_tuple_solutions();

struct TupleAttribute {
  std::string name = {};  // may be empty
  Domain domain = {};
  // Instead of the spec's: spl and smp any row of the oracle table, with its parameters; rs+fd "grr", "oue-z", "sue-z",
  // "oue-r", "sue-r" or "adp" (grr or oue-z, whichever has the smaller variance); rs+rfd "grr", "oue-r" or "sue-r".
  std::string oracle = {};
  std::map<std::string, double> parameters = {};
  // rs+rfd: how often each value is drawn as fake data, relative; whole numbers from 1 on.
  std::vector<std::uint64_t> prior = {};

  friend bool operator==(const TupleAttribute&, const TupleAttribute&) = default;
};

struct TupleSpec {
  TupleSolution solution = TupleSolution::smp;
  std::vector<TupleAttribute> attributes = {};
  double epsilon = 0;
  TupleLevel level = TupleLevel::tuple;
  std::string oracle = "adp";  // of the attributes that name none; joint: adp, grr, oue or sue
  bool pairs = false;          // spl: tallies count pairs of attributes, too (tuple/pairs.h)

  friend bool operator==(const TupleSpec&, const TupleSpec&) = default;
};

inline constexpr std::size_t max_tuple_attributes = 256;
inline constexpr std::uint64_t max_prior_weight = std::uint64_t{1} << 31;  // of all values of an attribute together

// Throws Error(bad_input), naming the attribute: too many or none, a prior that does not fit, something that this
// solution does not have.
void require_tuple_spec(const TupleSpec& spec);

// Public shares as weights of a prior: of 10^6, at least 1 each, so that no value proves that it is true. Throws
// Error(bad_input) for shares that are negative or not finite, or all 0.
std::vector<std::uint64_t> prior_weights(std::span<const double> shares);

// "attribute 2", or "attribute 2 ('age')": for messages.
std::string attribute_title(const TupleSpec& spec, std::size_t attribute);

// Canonical JSON of a spec whose oracles and entries are decided. `oracles`: spl and smp one of each attribute, joint
// the only one.
std::string to_json(const TupleSpec& spec, std::span<const OracleSpec> oracles);

struct RecordedTuple {
  TupleSpec spec;
  std::vector<OracleSpec> oracles;
};
// Throws Error(bad_input), naming the field that is missing or of the wrong kind.
RecordedTuple tuple_spec_from_json(std::string_view json);

}  // namespace sourdine
