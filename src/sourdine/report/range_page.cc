#include "sourdine/report/range_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "sourdine/base/version.h"
#include "sourdine/range/stream_counter.h"
#include "sourdine/range/tree_model.h"
#include "sourdine/release/range_build.h"
#include "sourdine/report/range_words.h"

namespace sourdine {
namespace {

using Json = nlohmann::ordered_json;

double rounded_to(double value, double parts) {
  const double scaled = std::round(value * parts) / parts;
  return scaled == 0 ? 0 : scaled;
}

double rounded(double value) { return rounded_to(value, 1e2); }

// Of an answer, which the page writes with one decimal: from hundredths 10014.949 would become 10015.0.
double nearly_exact(double value) { return rounded_to(value, 1e10); }

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

// What OrderedDomain::parse() needs to know, for the reader's questions.
Json axis_json(const OrderedDomain& domain) {
  if (const Timeline* const timeline = domain.timeline()) {
    return {{"kind", "dates"}, {"period", period_name(timeline->period())}, {"first", domain.label(0)}};
  }
  const OrderedDomain::Numbers& numbers = *domain.numbers();
  return {{"kind", "numbers"},
          {"from", numbers.from},
          {"to", numbers.to},
          {"bin", numbers.bin},
          {"decimals", numbers.decimals}};
}

// The narrowest nodes of which there are not too many; nothing when only the root is left.
std::optional<std::uint64_t> page_step(const TreeShape& shape) {
  for (unsigned level = shape.height(); level > 0; --level) {
    if (shape.count(level) <= max_values_on_page) return shape.width(level);
  }
  return std::nullopt;
}

// The tree as published: whoever has the page can answer what whoever has the file can. Running sums are rounded, not
// the numbers between them, so that no range is off by more than a hundredth.
Json structure_json(const RangeStructure& structure, const Confidence& confidence) {
  const TreeModel* const model = structure.tree_model();
  const std::optional<std::uint64_t> step = model == nullptr ? std::nullopt : page_step(model->shape());
  if (!step) return nullptr;
  Json variances = Json::array();
  for (unsigned level = 0; level <= model->shape().height(); ++level) {
    const auto [full, last] = model->subtree_variances(level);
    variances.push_back({full, last});
  }
  Json hundredths = Json::array();
  double sum = 0, rounded_sum = 0;
  for (std::uint64_t first = 0; first < structure.size(); first += *step) {
    sum = structure.answer({0, std::min(first + *step, structure.size()) - 1}).value;
    const double next = std::round(100 * sum);
    hundredths.push_back(static_cast<std::int64_t>(next - rounded_sum));
    rounded_sum = next;
  }
  const IntervalRule rule = structure.interval_rule(confidence);
  return {{"degree", model->shape().degree()},
          {"root_counts", structure.root_is_node()},
          {"variances", std::move(variances)},
          {"quantile", rule.quantile},
          {"extra", rule.extra},
          {"largest", std::isfinite(rule.largest) ? Json(rule.largest) : Json()},
          {"step", *step},
          {"hundredths", std::move(hundredths)}};
}

// A stream's blocks, which do not add up to each other: all of them.
Json stream_json(const StreamCounter& stream, const Confidence& confidence) {
  if (stream.size() > max_values_on_page) return nullptr;
  Json epochs = Json::array();
  for (const StreamCounter::FinishedBlocks& blocks : stream.finished_blocks()) {
    Json estimates = Json::array();
    for (const std::vector<double>& level : blocks.estimates) {
      Json numbers = Json::array();
      for (const double number : level) numbers.push_back(rounded(number));
      estimates.push_back(std::move(numbers));
    }
    epochs.push_back({{"start", blocks.start},
                      {"length", blocks.length},
                      {"variances", blocks.variances},
                      {"estimates", std::move(estimates)}});
  }
  const IntervalRule rule = stream.interval_rule(confidence);
  return {{"quantile", rule.quantile}, {"extra", rule.extra}, {"epochs", std::move(epochs)}};
}

Json range_words_json(const Guarantee& guarantee, const std::vector<std::string>& not_private, Language language) {
  const auto said = [language](const std::string& english) {
    return language == Language::fr ? french_range_sentence(english) : english;
  };
  Json caveats = Json::array();
  for (const std::string& caveat : guarantee.caveats) caveats.push_back(said(caveat));
  Json reasons = Json::array();
  for (const std::string& reason : not_private) reasons.push_back(said(reason));
  return {{"unit", said(guarantee.unit_text)},
          {"neighbours", said(guarantee.neighbours_text)},
          {"caveats", std::move(caveats)},
          {"not_private_because", std::move(reasons)}};
}

Json answer_json(const RangeStructure& structure, const RangeAnswer& answer) {
  Json nodes = Json::array();
  for (const RangeNode& node : structure.nodes(answer.range)) {
    nodes.push_back({{"level", node.level},
                     {"first", node.leaves.first},
                     {"last", node.leaves.last},
                     {"estimate", rounded(node.value)},
                     {"std_error", rounded(node.std_error)}});
  }
  return {{"text", answer.text},
          {"first", answer.range.first},
          {"last", answer.range.last},
          {"estimate", nearly_exact(answer.estimate.value)},
          {"std_error", nearly_exact(answer.estimate.std_error)},
          {"lower", nearly_exact(answer.estimate.lower)},
          {"upper", nearly_exact(answer.estimate.upper)},
          {"nodes", std::move(nodes)}};
}

}  // namespace

std::string range_page_data(const RangeStructure& structure, const OrderedDomain& domain,
                            std::span<const RangeAnswer> answers, const RangePageHead& head,
                            const Confidence& confidence) {
  const Guarantee guarantee = range_guarantee(structure, domain);
  Json shown = Json::array();
  for (const RangeAnswer& answer : answers.first(std::min(answers.size(), max_answers_on_page))) {
    shown.push_back(answer_json(structure, answer));
  }
  const std::vector<std::string> reasons = not_private_reasons(guarantee, !structure.is_private());
  Json data = {{"schema", 2},
               {"language", head.language == Language::fr ? "fr" : "en"},
               {"title", head.title},
               {"software", fmt::format("Sourdine {}", version())},
               {"axis", axis_json(domain)},
               {"size", domain.size()},
               {"confidence", confidence.level()},
               {"guarantee",
                {{"is_private", reasons.empty()},
                 {"epsilon", guarantee.epsilon},
                 {"model", guarantee.model == PrivacyModel::local ? "local" : "central"},
                 {"against", word_of(guarantee.neighbours)},
                 {"words",
                  {{"en", range_words_json(guarantee, reasons, Language::en)},
                   {"fr", range_words_json(guarantee, reasons, Language::fr)}}}}},
               {"series", series_json(structure, domain, confidence)},
               {"asked", answers.size()},
               {"answers", std::move(shown)}};
  if (Json tree = structure_json(structure, confidence); !tree.is_null()) data["structure"] = std::move(tree);
  if (const auto* stream = dynamic_cast<const StreamCounter*>(&structure)) {
    if (Json blocks = stream_json(*stream, confidence); !blocks.is_null()) data["stream"] = std::move(blocks);
  }
  return data.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace sourdine
