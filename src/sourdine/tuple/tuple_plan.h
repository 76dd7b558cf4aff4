// What error to expect of every way to report several attributes, before there is any data, and which to choose.
//
// Error: the mean squared error of the estimated shares, the mean over attributes and over the values of each, in
//   closed form (TupleProtocol::share_variance). Nothing is simulated. For spl, rs+fd and joint the variance is linear
//   in the value's share f, and shares add up to 1, so the mean over the values is the variance at f = 1/k whatever the
//   shares are: not an approximation. For rs+rfd the same holds up to the prior. For smp the sample of people adds
//   f(1−f)(n−m)/((n−1)m), which is largest at f = 1/k: with unequal shares the error is a little smaller. Whoever has a
//   public guess of the shares can give it.
// Two comparisons, since the same ε means different things: at equal ε for the whole tuple, which is what local privacy
//   promises a person, and at equal ε for one attribute. In the second all rows say what the tuple has then.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sourdine/tuple/tuple_spec.h"

namespace sourdine {

struct TupleQuestion {
  std::vector<TupleAttribute> attributes = {};  // domains; priors where rs+rfd is to be compared; oracles are not read
  std::uint64_t people = 0;
  double epsilon = 0;
  std::vector<std::vector<double>> shares = {};  // a public guess for every attribute; none: all values alike
};

struct TuplePlanRow {
  TupleSpec spec;      // ready to be made
  std::string oracle;  // what its attributes have in common: "oue", or "best" when each has the best for itself
  double local_epsilon = 0;
  double tuple_epsilon = 0;  // realised
  double attribute_epsilon = 0;
  double error = 0;                           // mean squared, of a share
  std::vector<double> attribute_errors = {};  // the same of each attribute
  std::size_t report_bytes = 0;
};

struct TuplePlan {
  std::vector<TuplePlanRow> equal_tuple;      // best first: the first is recommended
  std::vector<TuplePlanRow> equal_attribute;  // likewise
  // rs+fd as it was published, one row per entry (grr, oue-z, sue-z, oue-r, sue-r): what its ε is in truth, for the
  // tuple and for one attribute. No recommendation: beside the others it would have more ε.
  std::vector<TuplePlanRow> published;
};

// joint is left out where the product of the domains is too large, rs+rfd without priors. Throws Error(bad_input) for a
// question that has no answer.
TuplePlan tuple_plan(const TupleQuestion& question);

}  // namespace sourdine
