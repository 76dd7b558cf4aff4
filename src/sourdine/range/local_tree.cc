#include "sourdine/range/local_tree.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "sourdine/base/bounded_json.h"
#include "sourdine/base/error.h"
#include "sourdine/range/haar_oracle.h"
#include "sourdine/range/range_file.h"

namespace sourdine {
namespace {

// What a level's reports say about its nodes, scaled to n people: counts, or for Haar half the difference of the halves.
std::vector<double> level_estimates(const LocalProtocol& protocol, unsigned level, const Tally& tally, double scale) {
  const Oracle& oracle = protocol.oracle(level);
  std::vector<double> nodes(oracle.k());
  if (protocol.is_haar() && oracle.k() > 1) {
    const std::vector<double> coefficients = haar_coefficients(oracle, tally);
    for (std::size_t i = 0; i < nodes.size(); ++i) nodes[i] = (i % 2 == 0 ? 0.5 : -0.5) * coefficients[i / 2];
  } else {
    nodes = oracle.invert(tally);
  }
  for (double& node : nodes) node *= scale;
  return nodes;
}

std::string to_json(const LocalProtocol& protocol) {
  const LocalTreeSpec& spec = protocol.spec();
  auto levels = nlohmann::json::array();
  for (unsigned level = 1; level <= protocol.shape().height(); ++level) {
    levels.push_back(nlohmann::json::parse(to_json(protocol.oracle(level).spec())));
  }
  return nlohmann::json{{"size", spec.size},     {"degree", spec.degree},   {"epsilon", spec.epsilon},
                        {"oracle", spec.oracle}, {"weights", spec.weights}, {"levels", levels}}
      .dump();
}

}  // namespace

LocalTree::LocalTree(std::shared_ptr<const LocalProtocol> protocol, RangeTally tally, bool is_private)
    : protocol_(std::move(protocol)), tally_(std::move(tally)), is_private_(is_private) {
  estimate();
}

std::uint64_t LocalTree::reports() const {
  std::uint64_t sum = 0;
  for (const Tally& level : tally_) sum += level.reports;
  return sum;
}

void LocalTree::estimate() {
  if (!protocol_->is_consistent(tally_))
    fail_input("the tally is another protocol's, or its counts contradict each other");
  if (reports() == 0) fail_input("there are no reports yet, and without reports no answers");
  const auto n = static_cast<double>(reports());
  const unsigned height = protocol_->shape().height();
  std::vector<std::vector<double>> estimates = {{n}};
  std::vector<double> of_level, largest_shares;
  for (unsigned level = 1; level <= height; ++level) {
    const Tally& tally = tally_[level - 1];
    if (tally.reports == 0) {
      fail_input(fmt::format("level {} of {} has no reports yet", level, height), "Collect more of them.");
    }
    of_level.push_back(static_cast<double>(tally.reports));
    estimates.push_back(level_estimates(*protocol_, level, tally, n / of_level.back()));
    const double largest = *std::max_element(estimates.back().begin(), estimates.back().end());
    largest_shares.push_back(std::clamp(largest / n, 0.0, 1.0));
  }
  model_ = std::make_unique<TreeModel>(protocol_->model(of_level, largest_shares));
  running_sums_ =
      protocol_->is_haar() ? model_->running_sums_downwards(estimates) : model_->running_sums(std::move(estimates));
}

Guarantee LocalTree::guarantee() const {
  Guarantee guarantee = protocol_->guarantee();
  if (!is_private_) guarantee.caveats.emplace_back(seeded_caveat);
  return guarantee;
}

Estimate LocalTree::answer(const Range& range, const Confidence& confidence) const {
  require_inside(range, size());
  const double value = running_sums_[range.last + 1] - running_sums_[range.first];
  const double std_error = std::sqrt(model_->variance(range));
  return count_estimate(value, std_error, confidence.normal() * std_error, running_sums_.back());
}

std::vector<RangeNode> LocalTree::nodes(const Range& range) const {
  require_inside(range, size());
  std::vector<RangeNode> nodes;
  for (const TreeShape::Node& node : protocol_->shape().decompose(range, true)) {
    const Range leaves = protocol_->shape().leaves(node);
    const Estimate estimate = answer(leaves);
    nodes.push_back({node.level, leaves, estimate.value, estimate.std_error});
  }
  return nodes;
}

void LocalTree::merge(const RangeStructure& other) {
  const auto* from = dynamic_cast<const LocalTree*>(&other);
  if (from == nullptr || !(from->protocol_->spec() == protocol_->spec()) || from->domain() != domain()) {
    fail_input("only local trees of the same domain, degree, epsilon, oracle and weights can be merged");
  }
  RangeTally sum = tally_;
  for (std::size_t level = 0; level < sum.size(); ++level) sourdine::merge(sum[level], from->tally_[level]);
  tally_ = std::move(sum);
  is_private_ = is_private_ && from->is_private_;
  estimate();
}

// Words: for every level, the number of reports and the cells.
void LocalTree::write(Output& output) const {
  RangeRecord record{std::string(file_kind), to_json(*protocol_), is_private_, {}, domain()};
  for (const Tally& level : tally_) {
    record.words.push_back(static_cast<std::int64_t>(level.reports));
    record.words.insert(record.words.end(), level.cells.begin(), level.cells.end());
  }
  write_range_record(output, record);
}

std::unique_ptr<LocalTree> LocalTree::read(std::string_view spec_json, std::vector<std::int64_t> words,
                                           bool is_private) {
  LocalTreeSpec spec;
  std::vector<OracleSpec> levels;
  try {
    const auto json = parse_bounded_json(spec_json);
    spec.size = whole_number(json.at("size"));
    spec.degree = whole_number(json.at("degree"));
    json.at("epsilon").get_to(spec.epsilon);
    json.at("oracle").get_to(spec.oracle);
    spec.weights = whole_numbers(json.at("weights"));
    for (const auto& level : json.at("levels")) levels.push_back(spec_from_json(level.dump()));
  } catch (const nlohmann::json::exception& error) {
    fail_input(error.what());
  }
  if (levels.empty()) fail_input("it does not record one oracle per level");
  auto protocol = std::make_shared<const LocalProtocol>(std::move(spec), levels);
  require_canonical_spec(spec_json, to_json(*protocol));
  std::size_t expected = 0;
  for (unsigned level = 1; level <= levels.size(); ++level) expected += 1 + protocol->oracle(level).cells();
  const auto is_negative = [](std::int64_t word) { return word < 0; };
  if (words.size() != expected || std::any_of(words.begin(), words.end(), is_negative)) {
    fail_input("its counts do not fit its levels");
  }
  RangeTally tally = protocol->empty_tally();
  auto next = words.begin();
  for (Tally& level : tally) {
    level.reports = static_cast<std::uint64_t>(*next++);
    for (std::uint64_t& cell : level.cells) cell = static_cast<std::uint64_t>(*next++);
  }
  return std::make_unique<LocalTree>(std::move(protocol), std::move(tally), is_private);
}

}  // namespace sourdine
