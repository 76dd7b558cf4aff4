// From a tally of several attributes to estimates of each, and of pairs of them.
//
// Shares are what people ask for, so they come first; counts are the same among all n people who reported. Values are
// unbiased and may lie below 0 or above 1. Standard errors and intervals are those of estimate/estimate.h, by an oracle
// that has the exact law of what was counted:
//   spl             the attribute's oracle, all n people.
//   smp             the attribute's oracle, the m people who drew it. The interval is for the share
//                   among all n: who drew the attribute is a sample without replacement, which adds f(1−f)/m ·
//                   (n−m)/(n−1) to the variance; a score interval. No estimate where nobody drew it.
//   rs+fd, rs+rfd   the entry as an oracle (tuple/fake_oracle.h): true with probability 1/d, else fake
//                   data. The number of people in whose report the attribute is true is part of the noise.
//   joint           sums over the product's values (SetView in tuple/estimate_views.h).
// Population::sampled: the people are a sample of others, whose shares are estimated.
// Pairs (spl with `pairs`, joint): the number of people who hold u of the first and v of the second attribute.
#pragma once

#include <cstdint>
#include <vector>

#include "sourdine/estimate/estimate.h"
#include "sourdine/tuple/tuple_protocol.h"

namespace sourdine {

struct AttributeEstimates {
  std::uint64_t people = 0;      // n, about whom the estimates are
  std::uint64_t reports = 0;     // those that tell of the attribute; smp: m
  std::vector<Estimate> shares;  // one per value; none when there are no reports
  std::vector<Estimate> counts;  // n times the shares
  EstimateOptions applied;
};

// Throw Error(bad_input) when the tally is another protocol's (naming the field that differs), for an attribute that is
// not there, and as estimate() does.
AttributeEstimates estimate_attribute(const TupleProtocol& protocol, const Tally& tally, std::size_t attribute,
                                      const EstimateOptions& options = {});
// All of them, in order.
std::vector<AttributeEstimates> estimate_attributes(const TupleProtocol& protocol, const Tally& tally,
                                                    const EstimateOptions& options = {});

struct PairEstimates {
  std::uint64_t people = 0;
  Value rows = 0, columns = 0;   // values of the first, of the second attribute
  std::vector<Estimate> shares;  // row by row; none when there are no reports
  std::vector<Estimate> counts;
  EstimateOptions applied;

  const Estimate& share(Value row, Value column) const { return shares[std::size_t{row} * columns + column]; }
};

PairEstimates estimate_pair(const TupleProtocol& protocol, const Tally& tally, std::size_t first, std::size_t second,
                            const EstimateOptions& options = {});

}  // namespace sourdine
