#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "sourdine/base/error.h"
#include "sourdine/oracle/table.h"
#include "sourdine/random/multinomial.h"
#include "sourdine/range/haar_oracle.h"
#include "sourdine/range/local_tree.h"

namespace sourdine {
namespace {

constexpr std::string_view haar = "haar";
// Small enough that drawing a level is one of a few thousand equally likely outcomes, also in simulate().
constexpr std::uint64_t largest_weight = 1000;

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

std::unique_ptr<const Oracle> recorded_oracle(const OracleSpec& spec) {
  return spec.oracle == haar ? make_haar_oracle(spec.k(), spec.epsilon) : make_recorded_oracle(spec);
}

}  // namespace

LocalProtocol::LocalProtocol(LocalTreeSpec spec) : LocalProtocol(std::move(spec), {}) {}

LocalProtocol::LocalProtocol(LocalTreeSpec spec, std::span<const OracleSpec> recorded)
    : spec_(std::move(spec)), shape_(shape_of(spec_)), weights_(spec_.weights) {
  const unsigned height = shape_.height();
  if (!recorded.empty() && recorded.size() != height) fail_input("it does not record one oracle per level");
  for (unsigned level = 1; level <= height; ++level) {
    const std::uint64_t nodes = shape_.count(level);
    oracles_.push_back(recorded.empty() ? level_oracle(spec_, nodes) : recorded_oracle(recorded[level - 1]));
    const Oracle& oracle = *oracles_.back();
    if (oracle.k() != nodes) fail_input(fmt::format("the oracle of level {} has another domain", level));
    if (!oracle.is_pure() && !is_haar()) {
      fail_input(
          fmt::format("oracle '{}' cannot serve ranges: the errors of its values depend on each other", spec_.oracle),
          "adp, oue, olh, hrr and ss can.");
    }
  }
  if (weights_.empty()) weights_.assign(height, 1);
  const auto is_bad = [](std::uint64_t weight) { return weight == 0 || weight > largest_weight; };
  if (weights_.size() != height || std::any_of(weights_.begin(), weights_.end(), is_bad)) {
    fail_input(fmt::format("the levels' weights must be {} whole numbers between 1 and {}", height, largest_weight));
  }
  total_weight_ = std::accumulate(weights_.begin(), weights_.end(), std::uint64_t{0});
}

bool LocalProtocol::is_haar() const { return spec_.oracle == haar; }

double LocalProtocol::epsilon() const {
  double most = 0;
  for (const auto& oracle : oracles_) most = std::max(most, oracle->epsilon());
  return most;
}

Guarantee LocalProtocol::guarantee() const { return local_report_guarantee(spec_.epsilon, epsilon()); }

std::size_t LocalProtocol::report_bytes() const {
  std::size_t most = 0;
  for (const auto& oracle : oracles_) most = std::max(most, oracle->report_bytes());
  return 1 + most;
}

template <Chance C>
unsigned LocalProtocol::draw_level(C& chance) const {
  std::uint64_t drawn = chance.below(total_weight_);
  unsigned level = 1;
  for (; drawn >= weights_[level - 1]; ++level) drawn -= weights_[level - 1];
  return level;
}

void LocalProtocol::randomize(std::span<const Value> values, Random& random, Reports& out) const {
  if (out.report_bytes() != report_bytes()) fail_input("the reports to be added to are those of another protocol");
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (values[i] >= shape_.size()) {
      fail_input(fmt::format("value {} (number {} of this batch) is outside the domain 0 … {}", values[i], i + 1,
                             shape_.size() - 1));
    }
  }
  // Level by level, so that the oracles work on batches; the reports go where their values were.
  std::vector<std::uint8_t> levels(values.size());
  for (std::uint8_t& level : levels) level = static_cast<std::uint8_t>(draw_level(random));
  const std::size_t bytes = report_bytes();
  const std::span<std::uint8_t> room = out.append(values.size());
  for (unsigned level = 1; level <= shape_.height(); ++level) {
    std::vector<Value> nodes;
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (levels[i] != level) continue;
      nodes.push_back(static_cast<Value>(values[i] / shape_.width(level)));
      places.push_back(i);
    }
    Reports reports(oracle(level).report_bytes());
    oracle(level).randomize(nodes, random, reports);
    for (std::size_t i = 0; i < places.size(); ++i) {
      const auto report = room.subspan(places[i] * bytes, bytes);
      report[0] = static_cast<std::uint8_t>(level);
      std::copy(reports[i].begin(), reports[i].end(), report.begin() + 1);
    }
  }
}

void LocalProtocol::enumerate(Value value, Branches& branches, std::span<std::uint8_t> report) const {
  const unsigned level = draw_level(branches);
  report[0] = static_cast<std::uint8_t>(level);
  oracle(level).enumerate(static_cast<Value>(value / shape_.width(level)), branches,
                          report.subspan(1, oracle(level).report_bytes()));
}

RangeTally LocalProtocol::empty_tally() const {
  RangeTally tally;
  for (const auto& oracle : oracles_) tally.push_back(oracle->empty_tally());
  return tally;
}

void LocalProtocol::require_tally(const RangeTally& tally) const {
  if (tally.size() != oracles_.size()) fail_input("the tally is another protocol's: it has another number of levels");
  for (std::size_t i = 0; i < tally.size(); ++i) {
    const std::string field = first_difference(oracles_[i]->spec(), tally[i].spec);
    if (!field.empty() || tally[i].cells.size() != oracles_[i]->cells()) {
      fail_input(fmt::format("the tally is another protocol's: level {} differs in '{}'", i + 1,
                             field.empty() ? "cells" : field));
    }
  }
}

void LocalProtocol::tally(const Reports& reports, RangeTally& into) const {
  require_tally(into);
  if (reports.report_bytes() != report_bytes()) fail_input("the reports are those of another protocol");
  std::vector<Reports> by_level;
  for (const auto& oracle : oracles_) by_level.emplace_back(oracle->report_bytes());
  for (std::size_t i = 0; i < reports.size(); ++i) {
    const auto report = reports[i];
    const unsigned level = report[0];
    const bool is_level = level >= 1 && level <= shape_.height();
    const auto body = is_level ? report.subspan(1, oracle(level).report_bytes()) : report.first(0);
    const auto padding = report.subspan(1 + body.size());
    const auto is_set = [](std::uint8_t byte) { return byte != 0; };
    if (!is_level || std::any_of(padding.begin(), padding.end(), is_set) || !oracle(level).is_possible(body)) {
      fail_input(fmt::format("report {} is not one that this protocol makes", i + 1),
                 "It was made with other software or other parameters, or was tampered with.");
    }
    std::ranges::copy(body, by_level[level - 1].append(1).begin());
  }
  for (std::size_t i = 0; i < oracles_.size(); ++i) oracles_[i]->tally(by_level[i], into[i]);
}

void LocalProtocol::simulate(std::span<const std::uint64_t> histogram, Random& random, RangeTally& into) const {
  require_tally(into);
  if (histogram.size() != shape_.size()) {
    fail_input(fmt::format("a histogram of {} values does not fit a domain of {}", histogram.size(), shape_.size()));
  }
  std::vector<std::vector<std::uint64_t>> nodes;
  for (unsigned level = 1; level <= shape_.height(); ++level) nodes.emplace_back(shape_.count(level));
  std::vector<std::uint64_t> drawn(total_weight_);
  for (std::size_t value = 0; value < histogram.size(); ++value) {
    std::fill(drawn.begin(), drawn.end(), std::uint64_t{0});
    add_uniform_multinomial(random, histogram[value], drawn);
    auto next = drawn.begin();
    for (unsigned level = 1; level <= shape_.height(); ++level) {
      const auto end = next + static_cast<std::ptrdiff_t>(weights_[level - 1]);
      nodes[level - 1][value / shape_.width(level)] += std::accumulate(next, end, std::uint64_t{0});
      next = end;
    }
  }
  for (std::size_t i = 0; i < oracles_.size(); ++i) oracles_[i]->simulate(nodes[i], random, into[i]);
}

bool LocalProtocol::is_consistent(const RangeTally& tally) const {
  if (tally.size() != oracles_.size()) return false;
  for (std::size_t i = 0; i < tally.size(); ++i) {
    if (!oracles_[i]->is_consistent(tally[i])) return false;
  }
  return true;
}

// Of one report about one node, as the header derives it.
double LocalProtocol::report_variance(unsigned level, double largest_share) const {
  const Oracle& by = oracle(level);
  if (by.k() == 1) return 0;
  const Support s = by.support();
  if (is_haar()) return 1 / (4 * s.gap * s.gap);
  const double sampling = shape_.is_flat() ? 0 : 1;
  if (by.spec().oracle == "grr") return s.no / (s.gap * s.gap) + largest_share * (1 / s.gap + sampling);
  const double own = (1 - s.yes - s.no) / s.gap;
  return s.no * (1 - s.no) / (s.gap * s.gap) + largest_share * std::max(0.0, own + sampling);
}

TreeModel LocalProtocol::model(std::span<const double> reports, std::span<const double> largest_shares) const {
  const double n = std::accumulate(reports.begin(), reports.end(), 0.0);
  std::vector<double> variances = {0};  // n is known
  for (unsigned level = 1; level <= shape_.height(); ++level) {
    const double of_report = report_variance(level, largest_shares[level - 1]);
    variances.push_back(of_report * n / reports[level - 1] * n);
  }
  if (!is_haar()) return {shape_, std::move(variances)};
  for (double& variance : variances) variance /= 2;  // each half takes half the coefficient's error
  return TreeModel::downwards(shape_, std::move(variances));
}

TreeModel LocalProtocol::expected_model(double reports) const {
  std::vector<double> of_level, shares;
  for (unsigned level = 1; level <= shape_.height(); ++level) {
    of_level.push_back(reports * static_cast<double>(weights_[level - 1]) / static_cast<double>(total_weight_));
    shares.push_back(1 / static_cast<double>(shape_.count(level)));
  }
  return model(of_level, shares);
}

}  // namespace sourdine
