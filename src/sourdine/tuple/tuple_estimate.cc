#include "sourdine/tuple/tuple_estimate.h"

#include <fmt/format.h>

#include "sourdine/base/error.h"

namespace sourdine {
namespace {

void require_same_tuple(const TupleProtocol& protocol, const Tally& tally) {
  if (const std::string field = first_difference(protocol.spec(), tally.spec); !field.empty()) {
    fail_input(fmt::format("the tally was made by another protocol: the specs differ in '{}'", field),
               "Use the protocol that the tally's own spec describes.");
  }
  if (tally.cells.size() != protocol.cells()) {
    fail_input(fmt::format("the tally has {} cells, but the protocol fills {}", tally.cells.size(), protocol.cells()));
  }
}

std::vector<Estimate> shares_of(const AttributeTally& tally, const EstimateOptions& options) {
  EstimateOptions applied = options;
  applied.population = tally.population;
  std::vector<Estimate> shares;
  for (const Estimate& count : estimate(*tally.oracle, tally.view(), applied).values) {
    shares.push_back(frequency(count, tally.reports));
  }
  return shares;
}

std::vector<Estimate> counts_of(const std::vector<Estimate>& shares, std::uint64_t people) {
  const auto n = static_cast<double>(people);
  std::vector<Estimate> counts;
  for (const Estimate& share : shares) {
    counts.push_back({n * share.value, n * share.std_error, n * share.lower, n * share.upper});
  }
  return counts;
}

}  // namespace

AttributeEstimates estimate_attribute(const TupleProtocol& protocol, const Tally& tally, std::size_t attribute,
                                      const EstimateOptions& options) {
  require_same_tuple(protocol, tally);
  const AttributeTally part = protocol.attribute_tally(tally, attribute, options.population);
  AttributeEstimates result{
      .people = tally.reports, .reports = part.reports, .shares = {}, .counts = {}, .applied = options};
  result.shares = shares_of(part, options);
  result.counts = counts_of(result.shares, result.people);
  return result;
}

std::vector<AttributeEstimates> estimate_attributes(const TupleProtocol& protocol, const Tally& tally,
                                                    const EstimateOptions& options) {
  std::vector<AttributeEstimates> all;
  for (std::size_t i = 0; i < protocol.width(); ++i) all.push_back(estimate_attribute(protocol, tally, i, options));
  return all;
}

PairEstimates estimate_pair(const TupleProtocol& protocol, const Tally& tally, std::size_t first, std::size_t second,
                            const EstimateOptions& options) {
  require_same_tuple(protocol, tally);
  AttributeTally pair = protocol.pair_tally(tally, first, second);
  pair.population = options.population;
  PairEstimates result{.people = tally.reports,
                       .rows = protocol.domain_size(first),
                       .columns = protocol.domain_size(second),
                       .shares = {},
                       .counts = {},
                       .applied = options};
  result.shares = shares_of(pair, options);
  result.counts = counts_of(result.shares, result.people);
  return result;
}

}  // namespace sourdine
