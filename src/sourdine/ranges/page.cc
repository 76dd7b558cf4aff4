#include "sourdine/ranges/page.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "sourdine/publish/bundle.h"
#include "sourdine/publish/manifest.h"
#include "sourdine/range/tree_model.h"
#include "sourdine/ranges/publication.h"

namespace sourdine {
namespace {

using RangeJson = nlohmann::ordered_json;

double rounded(double value) { return rounded_for_page(value, 1e2); }

// Of an answer, which the page writes with one decimal: from hundredths 10014.949 would become 10015.0.
double nearly_exact(double value) { return rounded_for_page(value, 1e10); }

// How many values make a point.
std::uint64_t block_width(const OrderedDomain& domain) {
  const std::uint64_t width = (domain.size() + max_points_on_page - 1) / max_points_on_page;
  if (width == 1 || domain.timeline() == nullptr) return width;
  const Period period = domain.timeline()->period();
  const std::uint64_t cycle = period == Period::hour ? 24 : period == Period::day ? 7 : 1;
  return (width + cycle - 1) / cycle * cycle;
}

// Where the axis may be named: a calendar's at the beginnings of the longest periods of which there are a few.
RangeJson ticks_json(const OrderedDomain& domain, std::uint64_t width) {
  RangeJson ticks = RangeJson::array();
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
    ticks = RangeJson::array();
    for (std::size_t i = 0; i < marks.size(); ++i) {
      const auto start = marks.start(i);
      if (start >= first && start < end) add(timeline->index(start), marks.label(i));
    }
    if (ticks.size() >= few) break;
  }
  return ticks;
}

// Only whole blocks are points: the sum over a shorter one would look like a fall. Of a grid over all places.
RangeJson series_json(const OpenRange& range, const Confidence& confidence) {
  const OrderedDomain& domain = range.domain().values;
  const std::uint64_t width = block_width(domain);
  const Range places{0, range.has_places() ? range.grid()->spec().rows - 1 : 0};
  RangeJson estimate = RangeJson::array(), lower = RangeJson::array(), upper = RangeJson::array();
  for (std::uint64_t first = 0; first + width <= domain.size(); first += width) {
    const Estimate answer = range.answer({&places, 1}, {first, first + width - 1}, confidence);
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
RangeJson axis_json(const OrderedDomain& domain) {
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

// The narrowest nodes of which there are not too many, `times` over; 0 when only the root is left.
std::uint64_t page_step(const TreeShape& shape, std::uint64_t times = 1) {
  for (unsigned level = shape.height(); level > 0; --level) {
    if (shape.count(level) * times <= max_values_on_page) return shape.width(level);
  }
  return 0;
}

// The tree behind the answers: whoever has the page can answer what whoever has the file can. `times`: its variances.
RangeJson tree_json(const TreeModel& model, double times, bool root_counts, const IntervalRule& rule,
                    std::uint64_t step) {
  RangeJson variances = RangeJson::array();
  for (unsigned level = 0; level <= model.shape().height(); ++level) {
    const auto [full, last] = model.subtree_variances(level);
    variances.push_back({times * full, times * last});
  }
  return {{"degree", model.shape().degree()},
          {"root_counts", root_counts},
          {"variances", std::move(variances)},
          {"quantile", rule.quantile},
          {"extra", rule.extra},
          {"largest", std::isfinite(rule.largest) ? RangeJson(rule.largest) : RangeJson()},
          {"step", step}};
}

// Running sums are rounded, not the numbers between them, so that no range is off by more than a hundredth.
template <class SumTo>
RangeJson hundredths_json(std::uint64_t size, std::uint64_t step, const SumTo& sum_to) {
  RangeJson hundredths = RangeJson::array();
  double rounded_sum = 0;
  for (std::uint64_t first = 0; first < size; first += step) {
    const double next = std::round(100 * sum_to(std::min(first + step, size) - 1));
    hundredths.push_back(static_cast<std::int64_t>(next - rounded_sum));
    rounded_sum = next;
  }
  return hundredths;
}

// The tree as published.
void add_tree(const RangeStructure& structure, const Confidence& confidence, RangeJson& data) {
  const TreeModel* const model = structure.tree_model();
  const std::uint64_t step = model == nullptr ? 0 : page_step(model->shape());
  if (step == 0) return;
  data["structure"] = tree_json(*model, 1, structure.root_is_node(), structure.interval_rule(confidence), step);
  data["structure"]["hundredths"] = hundredths_json(structure.size(), step, [&](std::uint64_t last) {
    return structure.answer({0, last}).value;
  });
}

// A tree for each place, all with the same variances; places add up.
void add_places(const OpenRange& range, const Confidence& confidence, RangeJson& data) {
  const Grid& grid = *range.grid();
  const GridModel& model = grid.model();
  const std::uint64_t columns = grid.spec().columns;
  const std::uint64_t step = model.rows.shape().is_flat() ? page_step(model.columns.shape(), grid.spec().rows) : 0;
  RangeJson places = RangeJson::array();
  for (std::uint64_t row = 0; row < grid.spec().rows; ++row) {
    places.push_back({{"name", range.domain().places->names()[row]}});
    if (step == 0) continue;
    places.back()["hundredths"] = hundredths_json(columns, step, [&](std::uint64_t last) {
      return grid.answer({{row, row}, {0, last}}).value;
    });
  }
  data["places"] = std::move(places);
  if (step == 0) return;
  const IntervalRule rule{
      .quantile = confidence.laplace(), .extra = 0.5, .largest = std::numeric_limits<double>::infinity()};
  data["structure"] = tree_json(model.columns, model.scale.variance(), false, rule, step);
}

// A stream's blocks, which do not add up to each other: all of them.
void add_stream(const StreamCounter& stream, const Confidence& confidence, RangeJson& data) {
  if (stream.size() > max_values_on_page) return;
  RangeJson epochs = RangeJson::array();
  for (const StreamCounter::FinishedBlocks& blocks : stream.finished_blocks()) {
    RangeJson estimates = RangeJson::array();
    for (const std::vector<double>& level : blocks.estimates) {
      RangeJson numbers = RangeJson::array();
      for (const double number : level) numbers.push_back(rounded(number));
      estimates.push_back(std::move(numbers));
    }
    epochs.push_back({{"start", blocks.start},
                      {"length", blocks.length},
                      {"variances", blocks.variances},
                      {"estimates", std::move(estimates)}});
  }
  const IntervalRule rule = stream.interval_rule(confidence);
  data["stream"] = {{"quantile", rule.quantile}, {"extra", rule.extra}, {"epochs", std::move(epochs)}};
}

RangeJson answer_json(const OpenRange& range, const RangeAnswer& answer) {
  RangeJson json = {{"text", answer.text},
                    {"first", answer.range.first},
                    {"last", answer.range.last},
                    {"estimate", nearly_exact(answer.estimate.value)},
                    {"std_error", nearly_exact(answer.estimate.std_error)},
                    {"lower", nearly_exact(answer.estimate.lower)},
                    {"upper", nearly_exact(answer.estimate.upper)}};
  if (range.has_places()) {
    json["places"] = answer.places;
    json["rows"] = RangeJson::array();
    for (const Range& rows : answer.rows) json["rows"].push_back({rows.first, rows.last});
    return json;
  }
  json["nodes"] = RangeJson::array();
  for (const RangeNode& node : range.structure()->nodes(answer.range)) {
    json["nodes"].push_back({{"level", node.level},
                             {"first", node.leaves.first},
                             {"last", node.leaves.last},
                             {"estimate", rounded(node.value)},
                             {"std_error", rounded(node.std_error)}});
  }
  return json;
}

}  // namespace

nlohmann::ordered_json range_page_facts(const OpenRange& range, std::span<const RangeAnswer> answers,
                                        const Confidence& confidence) {
  const Guarantee guarantee = terms_of(range).guarantee;
  RangeJson shown = RangeJson::array();
  for (const RangeAnswer& answer : answers.first(std::min(answers.size(), max_answers_on_page))) {
    shown.push_back(answer_json(range, answer));
  }
  RangeJson data = {{"axis", axis_json(range.domain().values)},
                    {"domain",
                     {{"en", domain_words(range.domain(), Speaker(Language::en))},
                      {"fr", domain_words(range.domain(), Speaker(Language::fr))}}},
                    {"size", range.domain().values.size()},
                    {"confidence", confidence.level()},
                    {"guarantee", {{"epsilon", guarantee.epsilon}, {"model", model_name(guarantee.model)}}},
                    {"series", series_json(range, confidence)},
                    {"asked", answers.size()},
                    {"answers", std::move(shown)}};
  if (range.has_places()) {
    add_places(range, confidence, data);
  } else if (const StreamCounter* const stream = range.stream()) {
    add_stream(*stream, confidence, data);
  } else {
    add_tree(*range.structure(), confidence, data);
  }
  return data;
}

std::vector<RangeAnswer> first_answers(const OpenRange& range) {
  const OrderedDomain& values = range.domain().values;
  return {range.ask(values.label({0, values.size() - 1}), Confidence::customary())};
}

std::string lone_range_page(const OpenRange& range, std::span<const RangeAnswer> answers, const Confidence& confidence,
                            const std::string& title, Language language) {
  const Kind& kind = range.has_places() ? grids_kind : ranges_kind;
  RangeJson data =
      page_json(kind, {.path = {}, .title = title, .dataset = {}, .language = language}, range_promise(terms_of(range)),
                !range.is_private(), {}, range_page_facts(range, answers, confidence));
  data["files"] = RangeJson::array();  // it stands alone
  return page_of_bundle(kind.page_bundle, page_text(data));
}

}  // namespace sourdine
