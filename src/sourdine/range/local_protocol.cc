#include "sourdine/range/local_protocol.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <numeric>

#include "sourdine/base/bounded_json.h"
#include "sourdine/base/error.h"
#include "sourdine/oracle/keep.h"
#include "sourdine/oracle/table.h"
#include "sourdine/random/multinomial.h"
#include "sourdine/range/haar_oracle.h"

namespace sourdine {
namespace {

constexpr std::string_view haar = "haar";
// Small enough that drawing a level is one of a few thousand equally likely outcomes, also in simulate().
constexpr std::uint64_t largest_weight = 1000;
// Of all levels together: 2 GiB of memory. What a file says of itself must not decide over all there is.
constexpr std::size_t max_range_cells = std::size_t{1} << 28;

TreeShape shape_of(const LocalTreeSpec& spec) {
  if (spec.oracle == haar && spec.degree != 2) {
    fail_input(fmt::format("Haar coefficients need a tree of degree 2, not {}", spec.degree));
  }
  return {spec.size, spec.degree};
}

std::unique_ptr<const Oracle> level_oracle(const LocalTreeSpec& spec, std::uint64_t nodes) {
  const Domain domain(nodes);
  if (spec.oracle != haar) return make_oracle({spec.oracle, domain, spec.epsilon, {}});
  if (nodes == 1) return make_oracle({"grr", domain, spec.epsilon, {}});  // nothing to tell
  return make_haar_oracle(domain.size(), spec.epsilon);
}

// The oracle of a level as a file recorded it: one that this tree would make, perhaps with sizes that another version
// chose. What a spec says is what a client will spend, so nothing of it is taken on trust.
std::unique_ptr<const Oracle> recorded_oracle(const LocalTreeSpec& spec, std::uint64_t nodes,
                                              const OracleSpec& recorded) {
  const auto expected = level_oracle(spec, nodes);
  if (to_json(recorded) == expected->spec()->json()) return level_oracle(spec, nodes);
  const OracleRow* const row = spec.oracle == haar || nodes == 1 ? nullptr : &find_oracle(spec.oracle);
  const bool is_named =
      row != nullptr && (recorded.oracle == spec.oracle || std::find(row->resolves_to.begin(), row->resolves_to.end(),
                                                                     recorded.oracle) != row->resolves_to.end());
  if (!is_named || recorded.epsilon != spec.epsilon || !recorded.domain.labels().empty() || recorded.k() != nodes) {
    fail_input(fmt::format("the oracle of a level of {} nodes is not one of this tree", nodes));
  }
  return make_recorded_oracle(recorded);
}

std::string to_json(const LocalTreeSpec& tree, std::span<const std::unique_ptr<const Oracle>> oracles) {
  auto levels = nlohmann::json::array();
  for (const auto& oracle : oracles) levels.push_back(nlohmann::json::parse(oracle->spec()->json()));
  nlohmann::json json = {{"size", tree.size},     {"degree", tree.degree},   {"epsilon", tree.epsilon},
                         {"oracle", tree.oracle}, {"weights", tree.weights}, {"levels", std::move(levels)}};
  if (!tree.domain.empty()) json["domain"] = nlohmann::json::parse(tree.domain);
  return json.dump();
}

std::shared_ptr<const Protocol> make_recorded_range(std::string_view json) { return RangeProtocol::from_json(json); }

// Trees of one, two and three levels, of the oracles that people choose.
std::vector<AuditCase> range_audit_cases() {
  std::vector<AuditCase> cases;
  for (const double epsilon : {0.5, 1.0, 2.0}) {
    for (const LocalTreeSpec& tree : {LocalTreeSpec{.size = 5, .degree = 5}, LocalTreeSpec{.size = 4, .degree = 2},
                                      LocalTreeSpec{.size = 4, .degree = 2, .oracle = "oue"},
                                      LocalTreeSpec{.size = 5, .degree = 2, .oracle = std::string(haar)}}) {
      LocalTreeSpec spec = tree;
      spec.epsilon = epsilon;
      auto protocol = std::make_shared<const RangeProtocol>(spec);
      cases.push_back({.name = fmt::format("range/{}/degree={}", spec.oracle, spec.degree),
                       .epsilon = epsilon,
                       .spends_less = {},
                       .protocol = protocol,
                       .records = all_records(*protocol)});
    }
  }
  return cases;
}

std::vector<BenchCase> range_bench_cases() {
  std::vector<BenchCase> cases;
  for (const std::uint64_t size : {1024U, 65536U}) {
    for (const char* oracle : {"adp", "haar"}) {
      const LocalTreeSpec spec{
          .size = size, .degree = std::string_view(oracle) == haar ? 2U : 16U, .epsilon = 1, .oracle = oracle};
      cases.push_back({fmt::format("range-{}/k={}", oracle, size), std::make_shared<const RangeProtocol>(spec)});
    }
  }
  return cases;
}

}  // namespace

ProtocolKind range_protocol_kind() {
  return {.kind = RangeProtocol::protocol_kind,
          .title = "counts over ranges of an ordered domain, from one report per person",
          .make = make_recorded_range,
          .audit_cases = range_audit_cases,
          .bench_cases = range_bench_cases};
}

struct RangeProtocol::Made {
  LocalTreeSpec tree;
  TreeShape shape;
  std::vector<std::unique_ptr<const Oracle>> oracles;
  std::vector<std::uint64_t> weights;
};

RangeProtocol::Made RangeProtocol::make(LocalTreeSpec spec, std::span<const OracleSpec> recorded) {
  const TreeShape shape = shape_of(spec);
  if (shape.size() > Domain::max_size) {
    fail_input(fmt::format("the domain is too large ({} values, at most {})", shape.size(), Domain::max_size));
  }
  require_epsilon(spec.epsilon);
  const unsigned height = shape.height();
  if (!recorded.empty() && recorded.size() != height) fail_input("it does not record one oracle per level");
  std::vector<std::unique_ptr<const Oracle>> oracles;
  for (unsigned level = 1; level <= height; ++level) {
    const std::uint64_t nodes = shape.count(level);
    oracles.push_back(recorded.empty() ? level_oracle(spec, nodes) : recorded_oracle(spec, nodes, recorded[level - 1]));
    const Oracle& oracle = *oracles.back();
    if (oracle.k() != nodes) fail_input(fmt::format("the oracle of level {} has another domain", level));
    if (!oracle.is_pure() && spec.oracle != haar) {
      fail_input(
          fmt::format("oracle '{}' cannot serve ranges: the errors of its values depend on each other", spec.oracle),
          "adp, oue, olh, hrr and ss can.");
    }
  }
  std::vector<std::uint64_t> weights = spec.weights;
  if (weights.empty()) weights.assign(height, 1);
  const auto is_bad = [](std::uint64_t weight) { return weight == 0 || weight > largest_weight; };
  if (weights.size() != height || std::any_of(weights.begin(), weights.end(), is_bad)) {
    fail_input(fmt::format("the levels' weights must be {} whole numbers between 1 and {}", height, largest_weight));
  }
  return {std::move(spec), shape, std::move(oracles), std::move(weights)};
}

RangeProtocol::RangeProtocol(LocalTreeSpec spec) : RangeProtocol(make(std::move(spec), {})) {}

RangeProtocol::RangeProtocol(Made made)
    : Protocol(std::make_shared<const ProtocolSpec>(std::string(protocol_kind), to_json(made.tree, made.oracles))),
      tree_(std::move(made.tree)),
      shape_(made.shape),
      oracles_(std::move(made.oracles)),
      weights_(std::move(made.weights)),
      total_weight_(std::accumulate(weights_.begin(), weights_.end(), std::uint64_t{0})) {
  for (const auto& oracle : oracles_) {
    if (oracle->cells() > max_range_cells - std::min<std::size_t>(max_range_cells, parts_.cells())) {
      fail_input("the tallies of this tree would be too large", "Choose another oracle or fewer values.");
    }
    parts_.add(oracle->cells());
    report_bytes_ = std::max(report_bytes_, 1 + oracle->report_bytes());
  }
}

std::shared_ptr<const RangeProtocol> RangeProtocol::from_json(std::string_view text) {
  LocalTreeSpec spec;
  std::vector<OracleSpec> levels;
  try {
    const auto json = parse_bounded_json(text);
    spec.size = whole_number(json.at("size"));
    spec.degree = whole_number(json.at("degree"));
    json.at("epsilon").get_to(spec.epsilon);
    json.at("oracle").get_to(spec.oracle);
    spec.weights = whole_numbers(json.at("weights"));
    if (json.contains("domain")) spec.domain = json.at("domain").dump();
    for (const auto& level : json.at("levels")) levels.push_back(spec_from_json(level.dump()));
  } catch (const nlohmann::json::exception& error) {
    fail_input(fmt::format("the spec is not valid: {}", error.what()));
  }
  if (levels.empty()) fail_input("it does not record one oracle per level");
  return std::shared_ptr<const RangeProtocol>(new RangeProtocol(make(std::move(spec), levels)));
}

bool RangeProtocol::is_haar() const { return tree_.oracle == haar; }

double RangeProtocol::epsilon() const {
  double largest = 0;
  for (const auto& oracle : oracles_) largest = std::max(largest, oracle->epsilon());
  return largest;
}

Guarantee RangeProtocol::guarantee() const { return local_report_guarantee(tree_.epsilon, epsilon()); }

template <Chance C>
unsigned RangeProtocol::draw_level(C& chance) const {
  std::uint64_t drawn = chance.below(total_weight_);
  unsigned level = 1;
  for (; drawn >= weights_[level - 1]; ++level) drawn -= weights_[level - 1];
  return level;
}

namespace {

// What the oracle of a level makes of its values: drawn in batches, or one report for every outcome.
void answer(const Oracle& oracle, std::span<const Value> nodes, Random& random, std::span<std::uint8_t> reports) {
  oracle.randomize_into({nodes, 1}, random, reports);
}
void answer(const Oracle& oracle, std::span<const Value> nodes, Branches& branches, std::span<std::uint8_t> reports) {
  if (!nodes.empty()) oracle.enumerate(nodes, branches, reports);
}

}  // namespace

// Level by level, so that the oracles work on batches; the reports go where their values were.
template <Chance C>
void RangeProtocol::respond(std::span<const Value> values, C& chance, std::span<std::uint8_t> reports) const {
  std::vector<std::uint8_t> levels(values.size());
  for (std::uint8_t& level : levels) level = static_cast<std::uint8_t>(draw_level(chance));
  std::vector<Value> nodes;
  std::vector<std::size_t> places;
  std::vector<std::uint8_t> made;
  for (unsigned level = 1; level <= shape_.height(); ++level) {
    nodes.clear();
    places.clear();
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (levels[i] != level) continue;
      nodes.push_back(static_cast<Value>(values[i] / shape_.width(level)));
      places.push_back(i);
    }
    const std::size_t bytes = oracle(level).report_bytes();
    made.assign(nodes.size() * bytes, 0);
    answer(oracle(level), nodes, chance, made);
    for (std::size_t i = 0; i < places.size(); ++i) {
      const auto report = reports.subspan(places[i] * report_bytes_, report_bytes_);
      report[0] = static_cast<std::uint8_t>(level);
      std::copy_n(made.begin() + static_cast<std::ptrdiff_t>(i * bytes), bytes, report.begin() + 1);
    }
  }
}

void RangeProtocol::randomize_valid(RecordsView records, Random& random, std::span<std::uint8_t> reports) const {
  respond(records.values, random, reports);
}

void RangeProtocol::enumerate(std::span<const Value> record, Branches& branches, std::span<std::uint8_t> report) const {
  respond(record, branches, report);
}

bool RangeProtocol::is_possible(std::span<const std::uint8_t> report) const {
  const unsigned level = report[0];
  if (level < 1 || level > shape_.height()) return false;
  const auto body = report.subspan(1, oracle(level).report_bytes());
  const auto padding = report.subspan(1 + body.size());
  return std::all_of(padding.begin(), padding.end(), [](std::uint8_t byte) { return byte == 0; }) &&
         oracle(level).is_possible(body);
}

void RangeProtocol::tally_possible(ReportsView reports, std::span<std::uint64_t> cells) const {
  std::vector<Reports> levels;
  for (const auto& oracle : oracles_) levels.emplace_back(oracle->report_bytes());
  for (std::size_t i = 0; i < reports.size(); ++i) {
    Reports& level = levels[reports[i][0] - 1U];
    std::ranges::copy(reports[i].subspan(1, level.report_bytes()), level.append(1).begin());
  }
  for (std::size_t i = 0; i < oracles_.size(); ++i) oracles_[i]->tally(levels[i], parts_.span(cells, i));
}

void RangeProtocol::simulate(std::span<const std::uint64_t> histogram, Random& random, Tally& into) const {
  require_tally(into);
  if (histogram.size() != shape_.size()) {
    fail_input(fmt::format("a histogram of {} values does not fit a domain of {}", histogram.size(), shape_.size()));
  }
  std::vector<std::vector<std::uint64_t>> nodes;
  for (unsigned level = 1; level <= shape_.height(); ++level) nodes.emplace_back(shape_.count(level));
  std::vector<std::uint64_t> drawn(total_weight_);
  std::uint64_t room = into.reports <= Tally::max_reports ? Tally::max_reports - into.reports : 0;
  for (std::size_t value = 0; value < histogram.size(); ++value) {
    if (histogram[value] > room) fail_input("a tally holds at most 2^62 reports");
    room -= histogram[value];
    std::fill(drawn.begin(), drawn.end(), std::uint64_t{0});
    add_uniform_multinomial(random, histogram[value], drawn);
    auto next = drawn.begin();
    for (unsigned level = 1; level <= shape_.height(); ++level) {
      const auto end = next + static_cast<std::ptrdiff_t>(weights_[level - 1]);
      nodes[level - 1][value / shape_.width(level)] += std::accumulate(next, end, std::uint64_t{0});
      next = end;
    }
  }
  for (std::size_t i = 0; i < oracles_.size(); ++i) {
    oracles_[i]->simulate(nodes[i], random, parts_.span(into.cells, i));
  }
  into.reports = Tally::max_reports - room;
}

bool RangeProtocol::is_consistent(TallyView tally) const {
  if (!Protocol::is_consistent(tally) || !parts_.add_up(tally)) return false;
  for (std::size_t i = 0; i < oracles_.size(); ++i) {
    if (!oracles_[i]->is_consistent(parts_.view(tally.cells, i))) return false;
  }
  return true;
}

// Of one report about one node, as the header derives it.
double RangeProtocol::report_variance(unsigned level, double largest_share) const {
  const Oracle& answering = oracle(level);
  if (answering.k() == 1) return 0;
  const Support s = answering.support();
  if (is_haar()) return 1 / (4 * s.gap * s.gap);
  const double sampling = shape_.is_flat() ? 0 : 1;
  if (answering.report_names_value()) return s.no / (s.gap * s.gap) + largest_share * (1 / s.gap + sampling);
  const double holders = (1 - s.yes - s.no) / s.gap;
  return s.no * (1 - s.no) / (s.gap * s.gap) + largest_share * std::max(0.0, holders + sampling);
}

TreeModel RangeProtocol::model(std::span<const double> reports, std::span<const double> largest_shares) const {
  const double n = std::accumulate(reports.begin(), reports.end(), 0.0);
  std::vector<double> variances = {0};  // n is known
  for (unsigned level = 1; level <= shape_.height(); ++level) {
    const double one_report = report_variance(level, largest_shares[level - 1]);
    variances.push_back(one_report * n / reports[level - 1] * n);
  }
  if (!is_haar()) return {shape_, std::move(variances)};
  for (double& variance : variances) variance /= 2;  // each half takes half the coefficient's error
  return TreeModel::downwards(shape_, std::move(variances));
}

TreeModel RangeProtocol::expected_model(double reports) const {
  std::vector<double> answers, shares;
  for (unsigned level = 1; level <= shape_.height(); ++level) {
    answers.push_back(reports * static_cast<double>(weights_[level - 1]) / static_cast<double>(total_weight_));
    shares.push_back(1 / static_cast<double>(shape_.count(level)));
  }
  return model(answers, shares);
}

}  // namespace sourdine
