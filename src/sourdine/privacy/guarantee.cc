#include "sourdine/privacy/guarantee.h"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "sourdine/base/error.h"

namespace sourdine {

std::string_view model_name(PrivacyModel model) { return model == PrivacyModel::local ? "local" : "central"; }

PrivacyLoss loss_of(const Guarantee& guarantee) {
  if (guarantee.loss) return *guarantee.loss;
  if (guarantee.delta > 0) return ApproximateDp{guarantee.epsilon, guarantee.delta};
  return PureEpsilon{guarantee.epsilon};
}

std::string to_json(const Guarantee& guarantee) {
  nlohmann::json json = {{"epsilon_asked", guarantee.epsilon_asked},
                         {"epsilon", guarantee.epsilon},
                         {"delta", guarantee.delta},
                         {"model", model_name(guarantee.model)},
                         {"unit", guarantee.unit_text},
                         {"neighbours", guarantee.neighbours_text},
                         {"protects", word_of(guarantee.unit)},
                         {"against", word_of(guarantee.neighbours)},
                         {"caveats", guarantee.caveats}};
  if (guarantee.within) json["within_metres"] = *guarantee.within;
  if (const auto* metric = guarantee.loss ? std::get_if<MetricEpsilon>(&*guarantee.loss) : nullptr) {
    json["epsilon_per_metre"] = metric->per_metre;
    json["offset"] = metric->offset;
  }
  for (const UnitEpsilon& level : guarantee.levels) {
    json["levels"].push_back({{"protects", word_of(level.unit)}, {"epsilon", level.epsilon}});
  }
  if (!guarantee.not_private_because.empty()) json["not_private_because"] = guarantee.not_private_because;
  return json.dump();
}

std::vector<std::string> not_private_reasons(const Guarantee& guarantee, bool is_seeded) {
  std::vector<std::string> reasons;
  if (is_seeded) reasons.emplace_back("the randomness is seeded: whoever knows the seed can undo it");
  if (guarantee.epsilon > largest_private_epsilon) {
    reasons.push_back(fmt::format("epsilon {:.6g} is so large that nothing is protected", guarantee.epsilon));
  }
  if (guarantee.delta > largest_private_delta) {
    reasons.push_back(fmt::format("delta {:.6g} is so large that nobody can rely on epsilon", guarantee.delta));
  }
  reasons.insert(reasons.end(), guarantee.not_private_because.begin(), guarantee.not_private_because.end());
  return reasons;
}

void require_private_epsilon(double epsilon, bool is_weak) {
  if (is_weak || !(epsilon > largest_private_epsilon)) return;
  fail_input(fmt::format("epsilon {:.6g} protects nobody", epsilon),
             fmt::format("Common choices are 0.1 to 4; above {:g} only with --weak, and marked as NOT private.",
                         largest_private_epsilon));
}

void require_private(const Guarantee& guarantee, bool is_weak) {
  require_private_epsilon(guarantee.epsilon, is_weak);
  if (is_weak || !(guarantee.delta > largest_private_delta)) return;
  fail_input(fmt::format("delta {:.6g} protects nobody: it allows telling everything about one person in {:.0f}",
                         guarantee.delta, std::floor(1 / guarantee.delta)),
             fmt::format("It should be far below one over the number of people, e.g. 1e-6; above {:g} only with "
                         "--weak, and marked as NOT private.",
                         largest_private_delta));
}

Guarantee local_report_guarantee(double epsilon_asked, double epsilon) {
  Guarantee guarantee;
  guarantee.epsilon_asked = epsilon_asked;
  guarantee.epsilon = epsilon;
  guarantee.model = PrivacyModel::local;
  guarantee.unit = Unit::report_value;
  guarantee.neighbours = Neighbours::replace;
  guarantee.unit_text = phrase_of(guarantee.unit);
  guarantee.neighbours_text = phrase_of(guarantee.neighbours);
  guarantee.caveats = {"not protected: that a report was sent, when, and how many there are",
                       "m reports about the same person or value together spend m times this epsilon"};
  return guarantee;
}

}  // namespace sourdine
