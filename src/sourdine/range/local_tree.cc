#include "sourdine/range/local_tree.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "sourdine/base/error.h"
#include "sourdine/range/haar_oracle.h"
#include "sourdine/range/range_file.h"

namespace sourdine {
namespace {

// What a level's reports say about its nodes, scaled to n people: counts, or for Haar half the difference of the
// halves.
std::vector<double> level_estimates(const RangeProtocol& protocol, unsigned level, TallyView tally, double scale) {
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

// What a range file records of the protocol: the structure has the domain already.
std::string file_spec(const RangeProtocol& protocol) {
  auto json = nlohmann::json::parse(protocol.spec()->json());
  json.erase("domain");
  return json.dump();
}

}  // namespace

LocalTree::LocalTree(std::shared_ptr<const RangeProtocol> protocol, Tally tally, bool is_private)
    : protocol_(std::move(protocol)), tally_(std::move(tally)), is_private_(is_private) {
  set_domain(protocol_->tree_spec().domain);
  estimate();
}

void LocalTree::estimate() {
  if (!is_same(protocol_->spec(), tally_.spec) || !protocol_->is_consistent(tally_)) {
    fail_input("the tally is another protocol's, or its counts contradict each other");
  }
  if (reports() == 0) fail_input("there are no reports yet, and without reports no answers");
  const auto n = static_cast<double>(reports());
  const unsigned height = protocol_->shape().height();
  std::vector<std::vector<double>> estimates = {{n}};
  std::vector<double> answers, largest_shares;
  for (unsigned level = 1; level <= height; ++level) {
    const TallyView tally = protocol_->level(tally_, level);
    if (tally.reports == 0) {
      fail_input(fmt::format("level {} of {} has no reports yet", level, height), "Collect more of them.");
    }
    answers.push_back(static_cast<double>(tally.reports));
    estimates.push_back(level_estimates(*protocol_, level, tally, n / answers.back()));
    const double largest = *std::max_element(estimates.back().begin(), estimates.back().end());
    largest_shares.push_back(std::clamp(largest / n, 0.0, 1.0));
  }
  model_ = std::make_unique<TreeModel>(protocol_->model(answers, largest_shares));
  running_sums_ =
      protocol_->is_haar() ? model_->running_sums_downwards(estimates) : model_->running_sums(std::move(estimates));
}

Guarantee LocalTree::guarantee() const {
  Guarantee guarantee = protocol_->guarantee();
  guarantee.caveats.clear();
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
  if (from == nullptr || file_spec(*from->protocol_) != file_spec(*protocol_) || from->domain() != domain()) {
    fail_input("only local trees of the same domain, degree, epsilon, oracle and weights can be merged");
  }
  Tally sum = tally_;
  sourdine::merge(sum, {sum.spec, from->tally_.reports, from->tally_.cells});  // the specs differ at most in the domain
  tally_ = std::move(sum);
  is_private_ = is_private_ && from->is_private_;
  estimate();
}

// Words: the tally's cells, which are the number of reports and the cells of every level.
void LocalTree::write(Output& output) const {
  write_range_record(output, {.kind = std::string(file_kind),
                              .spec = file_spec(*protocol_),
                              .is_private = is_private_,
                              .words = {tally_.cells.begin(), tally_.cells.end()},
                              .domain = domain()});
}

std::unique_ptr<LocalTree> LocalTree::read(std::string_view spec_json, std::vector<std::int64_t> words,
                                           bool is_private) {
  auto protocol = RangeProtocol::from_json(spec_json);
  require_canonical_spec(spec_json, file_spec(*protocol));
  const auto is_negative = [](std::int64_t word) { return word < 0; };
  if (words.size() != protocol->cells() || std::any_of(words.begin(), words.end(), is_negative)) {
    fail_input("its counts do not fit its levels");
  }
  Tally tally = protocol->empty_tally();
  std::copy(words.begin(), words.end(), tally.cells.begin());
  for (unsigned level = 1; level <= protocol->shape().height(); ++level) {
    tally.reports += protocol->level(tally, level).reports;
  }
  return std::make_unique<LocalTree>(std::move(protocol), std::move(tally), is_private);
}

}  // namespace sourdine
