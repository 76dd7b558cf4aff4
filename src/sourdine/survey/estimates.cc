#include "sourdine/survey/estimates.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "sourdine/base/error.h"
#include "sourdine/base/text.h"
#include "sourdine/estimate/normal.h"
#include "sourdine/protocol/memoised.h"

namespace sourdine {
namespace {

// One collection's side of a change.
struct ChangeSide {
  std::vector<double> shares;
  std::vector<double> noise;     // variance of the share, at most
  std::vector<double> sampling;  // standard error of who drew the attribute, at most
  double reports = 0;
};

// The largest f(1−f) on an interval.
double largest_spread(double lower, double upper) {
  const double f = std::clamp(0.5, std::clamp(lower, 0.0, 1.0), std::clamp(upper, 0.0, 1.0));
  return f * (1 - f);
}

ChangeSide side_of(const TupleProtocol& protocol, std::size_t attribute, const Tally& tally, double confidence) {
  // Population::sampled: the attribute's own oracle, without the sampling of people, which comes below.
  const AttributeTally part = protocol.attribute_tally(tally, attribute, Population::sampled);
  const Oracle& oracle = *part.oracle;
  const Estimates counts =
      estimate(oracle, part.view(), {.confidence = confidence, .intervals = IntervalMethod::score});
  ChangeSide side;
  side.reports = static_cast<double>(part.reports);
  const double people = static_cast<double>(tally.reports), m = side.reports;
  std::vector<VarianceCurve> curves;
  if (oracle.k() > 1) {
    std::vector<double> held;
    for (const Estimate& count : counts.values) held.push_back(std::max(0.0, count.value));
    curves = oracle.variance_curves(m, held);
  }
  const double missing = people > 1 ? (people - m) / (people - 1) : 0;
  for (std::size_t value = 0; value < counts.values.size(); ++value) {
    const Estimate& count = counts.values[value];
    side.shares.push_back(count.value / m);
    double largest = 0;
    if (!curves.empty()) {
      const VarianceCurve& curve = curves[value];
      largest = std::max({curve.at(count.lower), curve.at(count.upper), curve.at((count.lower + count.upper) / 2)});
    }
    side.noise.push_back(largest / (m * m));
    side.sampling.push_back(std::sqrt(largest_spread(count.lower / m, count.upper / m) / m * std::max(0.0, missing)));
  }
  return side;
}

double moved_part(const TupleProtocol& protocol, std::size_t attribute) {
  const TupleSolution solution = protocol.tuple_spec().solution;
  if (solution != TupleSolution::spl && solution != TupleSolution::smp) return 0;
  const auto* const memoised = dynamic_cast<const Memoised*>(&protocol.oracle(attribute));
  return memoised == nullptr ? 0 : memoised->shared().moved;
}

// The change of every share of an attribute from one collection to another.
std::vector<Estimate> estimate_share_change(const TupleProtocol& protocol, std::size_t attribute, const Tally& before,
                                            const Tally& after, double confidence) {
  const ChangeSide first = side_of(protocol, attribute, before, confidence);
  const ChangeSide second = side_of(protocol, attribute, after, confidence);
  if (first.shares.empty() || second.shares.empty()) return {};
  const double moved =
      moved_part(protocol, attribute) * std::min(first.reports, second.reports) / (first.reports * second.reports);
  const double z = normal_upper_quantile((1 - confidence) / 2);
  std::vector<Estimate> changes;
  for (std::size_t value = 0; value < first.shares.size(); ++value) {
    const double sampling = first.sampling[value] + second.sampling[value];
    const double error = std::sqrt(first.noise[value] + second.noise[value] + moved + sampling * sampling);
    const double change = second.shares[value] - first.shares[value];
    changes.push_back({change, error, std::max(-1.0, change - z * error), std::min(1.0, change + z * error)});
  }
  return changes;
}

}  // namespace

SurveyEstimates estimate_survey(const GatheredSurvey& survey, double confidence) {
  const TupleProtocol& protocol = *survey.protocol;
  const EstimateOptions options{.confidence = confidence};
  SurveyEstimates estimates;
  for (std::size_t attribute = 0; attribute < protocol.width(); ++attribute) {
    auto& attribute_estimates = estimates.attributes.emplace_back();
    auto& changes = estimates.changes.emplace_back();
    for (std::size_t i = 0; i < survey.collections.size(); ++i) {
      const TallyFile& file = survey.collections[i];
      attribute_estimates.push_back(estimate_attribute(protocol, file.tally, attribute, options));
      if (attribute_estimates.back().shares.empty()) {
        fail_input(fmt::format("nobody answered about '{}'{}: there is nothing to estimate",
                               shown(protocol.attribute_name(attribute)),
                               file.collection.empty() ? "" : fmt::format(" in '{}'", shown(file.collection))),
                   "More people, or fewer attributes.");
      }
      if (i > 0) {
        changes.push_back(
            estimate_share_change(protocol, attribute, survey.collections[i - 1].tally, file.tally, confidence));
      }
    }
  }
  const TupleSpec& spec = protocol.tuple_spec();
  if (spec.solution == TupleSolution::joint || (spec.solution == TupleSolution::spl && spec.pairs)) {
    for (std::size_t first = 0; first < protocol.width(); ++first) {
      for (std::size_t second = first + 1; second < protocol.width(); ++second) {
        SurveyPair& pair = estimates.pairs.emplace_back(SurveyPair{first, second, {}});
        for (const TallyFile& file : survey.collections) {
          pair.collections.push_back(estimate_pair(protocol, file.tally, first, second, options));
        }
      }
    }
  }
  return estimates;
}

}  // namespace sourdine
