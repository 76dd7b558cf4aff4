#include "sourdine/report/range_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "sourdine/base/version.h"
#include "sourdine/release/range_build.h"

namespace sourdine {
namespace {

using Json = nlohmann::ordered_json;

double rounded(double value) {
  const double scaled = std::round(value * 1e2) / 1e2;
  return scaled == 0 ? 0 : scaled;
}

// How many values make a point.
std::uint64_t block_width(const OrderedDomain& domain) {
  const std::uint64_t width = (domain.size() + most_points_on_page - 1) / most_points_on_page;
  if (width == 1 || domain.timeline() == nullptr) return width;
  const Period period = domain.timeline()->period();
  const std::uint64_t cycle = period == Period::hour ? 24 : period == Period::day ? 7 : 1;
  return (width + cycle - 1) / cycle * cycle;
}

Json series_json(const RangeStructure& structure, const OrderedDomain& domain, const Confidence& confidence) {
  const std::uint64_t width = block_width(domain);
  Json labels = Json::array(), estimate = Json::array(), lower = Json::array(), upper = Json::array();
  for (std::uint64_t first = 0; first < domain.size(); first += width) {
    const Range block{first, std::min(first + width, domain.size()) - 1};
    const Estimate answer = structure.answer(block, confidence);
    labels.push_back(domain.label(block.first));
    estimate.push_back(rounded(answer.value));
    lower.push_back(rounded(answer.lower));
    upper.push_back(rounded(answer.upper));
  }
  return {{"width", width}, {"labels", labels}, {"estimate", estimate}, {"lower", lower}, {"upper", upper}};
}

Json answer_json(const RangeStructure& structure, const OrderedDomain& domain, const RangeAnswer& answer) {
  Json nodes = Json::array();
  for (const RangeNode& node : structure.nodes(answer.range)) {
    nodes.push_back({{"level", node.level},
                     {"first", node.leaves.first},
                     {"last", node.leaves.last},
                     {"start", domain.label(node.leaves.first)},
                     {"label", domain.label(node.leaves)},
                     {"estimate", rounded(node.value)},
                     {"std_error", rounded(node.std_error)}});
  }
  return {{"text", answer.text},
          {"label", domain.label(answer.range)},
          {"first", answer.range.first},
          {"last", answer.range.last},
          {"estimate", rounded(answer.estimate.value)},
          {"std_error", rounded(answer.estimate.std_error)},
          {"lower", rounded(answer.estimate.lower)},
          {"upper", rounded(answer.estimate.upper)},
          {"nodes", std::move(nodes)}};
}

}  // namespace

std::string range_page_data(const RangeStructure& structure, const OrderedDomain& domain,
                            std::span<const RangeAnswer> answers, const std::string& title,
                            const Confidence& confidence) {
  const Guarantee guarantee = range_guarantee(structure, domain);
  Json shown = Json::array();
  for (const RangeAnswer& answer : answers.first(std::min(answers.size(), most_answers_on_page))) {
    shown.push_back(answer_json(structure, domain, answer));
  }
  const Json data = {{"schema", 1},
                     {"title", title},
                     {"software", fmt::format("Sourdine {}", version())},
                     {"domain", domain.describe()},
                     {"size", domain.size()},
                     {"confidence", confidence.level()},
                     {"guarantee",
                      {{"is_private", structure.is_private()},
                       {"epsilon", guarantee.epsilon},
                       {"model", guarantee.model == PrivacyModel::local ? "local" : "central"},
                       {"unit", guarantee.unit},
                       {"neighbours", guarantee.neighbours},
                       {"caveats", guarantee.caveats}}},
                     {"series", series_json(structure, domain, confidence)},
                     {"asked", answers.size()},
                     {"answers", std::move(shown)}};
  return data.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace sourdine
