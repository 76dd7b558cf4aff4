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
  const std::uint64_t width = (domain.size() + max_points_on_page - 1) / max_points_on_page;
  if (width == 1 || domain.timeline() == nullptr) return width;
  const Period period = domain.timeline()->period();
  const std::uint64_t cycle = period == Period::hour ? 24 : period == Period::day ? 7 : 1;
  return (width + cycle - 1) / cycle * cycle;
}

// Where the axis may be named: a calendar's at the beginnings of the longest periods of which there are a few.
Json ticks_json(const OrderedDomain& domain, std::uint64_t width) {
  Json ticks = Json::array();
  const auto add = [&](std::uint64_t place, std::string name) { ticks.push_back({place, std::move(name)}); };
  const Timeline* const timeline = domain.timeline();
  if (timeline == nullptr) {
    for (std::uint64_t place = 0; place < domain.size(); place += width) add(place, domain.label(place));
    return ticks;
  }
  constexpr std::size_t few = 3;
  const auto first = timeline->start(0), end = timeline->start(timeline->size());
  for (const Period period : {Period::year, Period::month, Period::day, timeline->period()}) {
    if (period < timeline->period()) continue;
    const Timeline marks(period, first, end);
    ticks = Json::array();
    for (std::size_t i = 0; i < marks.size(); ++i) {
      const auto start = marks.start(i);
      if (start >= first && start < end) add(timeline->index(start), marks.label(i));
    }
    if (ticks.size() >= few) break;
  }
  return ticks;
}

// Only whole blocks are points: the sum over a shorter one would look like a fall.
Json series_json(const RangeStructure& structure, const OrderedDomain& domain, const Confidence& confidence) {
  const std::uint64_t width = block_width(domain);
  Json estimate = Json::array(), lower = Json::array(), upper = Json::array();
  for (std::uint64_t first = 0; first + width <= domain.size(); first += width) {
    const Estimate answer = structure.answer({first, first + width - 1}, confidence);
    estimate.push_back(rounded(answer.value));
    lower.push_back(rounded(answer.lower));
    upper.push_back(rounded(answer.upper));
  }
  return {{"width", width},
          {"ticks", ticks_json(domain, width)},
          {"estimate", estimate},
          {"lower", lower},
          {"upper", upper}};
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
  for (const RangeAnswer& answer : answers.first(std::min(answers.size(), max_answers_on_page))) {
    shown.push_back(answer_json(structure, domain, answer));
  }
  const std::vector<std::string> reasons = not_private_reasons(guarantee, !structure.is_private());
  const Json data = {{"schema", 1},
                     {"title", title},
                     {"software", fmt::format("Sourdine {}", version())},
                     {"domain", domain.describe()},
                     {"size", domain.size()},
                     {"confidence", confidence.level()},
                     {"guarantee",
                      {{"is_private", reasons.empty()},
                       {"not_private_because", reasons},
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
