#include "sourdine/reproduce/friis_structures.h"

#include <algorithm>
#include <numeric>

namespace sourdine {
namespace {

std::vector<double> running_sums(std::span<const double> numbers) {
  std::vector<double> sums = {0};
  for (const double number : numbers) sums.push_back(sums.back() + number);
  return sums;
}

// Of one report about one node, without what the node holds.
double noise_variance(const Oracle& oracle) {
  const Support s = oracle.support();
  return s.no * (1 - s.no) / (s.gap * s.gap);
}

// What a report about a node adds when its person is below it.
double own_variance(const Oracle& oracle) {
  const Support s = oracle.support();
  return (1 - s.yes - s.no) / s.gap;
}

TreeModel local_model_from_above(const RangeProtocol& protocol, std::span<const double> running_counts) {
  const TreeShape& shape = protocol.shape();
  const double n = running_counts.back();
  const std::vector<double> reports(shape.height(), n / shape.height());
  std::vector<double> largest_shares;
  for (unsigned level = 1; level <= shape.height(); ++level) {
    double largest = 0;
    for (std::uint64_t i = 0; i < shape.count(level); ++i) {
      const Range leaves = shape.leaves({level, i});
      largest = std::max(largest, running_counts[leaves.last + 1] - running_counts[leaves.first]);
    }
    largest_shares.push_back(largest / n);
  }
  return protocol.model(reports, largest_shares);
}

TreeModel local_model_from_below(const RangeProtocol& protocol, double n) {
  const unsigned height = protocol.shape().height();
  std::vector<double> variances = {0};
  for (unsigned level = 1; level <= height; ++level) {
    variances.push_back(height * n * noise_variance(protocol.oracle(level)));
  }
  return {protocol.shape(), std::move(variances)};
}

}  // namespace

FriisStructures::FriisStructures(const FriisRun& run, std::span<const std::uint64_t> counts)
    : counts_(counts.begin(), counts.end()),
      running_counts_(running_sums(std::vector<double>(counts.begin(), counts.end()))) {
  const std::uint64_t degree = run.degree == 0 ? run.size : run.degree;
  if (run.model == PrivacyModel::local) {
    protocol_ = std::make_shared<const RangeProtocol>(LocalTreeSpec{run.size, degree, run.epsilon, "oue"});
    model_ = std::make_unique<const TreeModel>(local_model_from_above(*protocol_, running_counts_));
    below_ = std::make_unique<const TreeModel>(local_model_from_below(*protocol_, running_counts_.back()));
  } else {
    central_ = {run.size, degree, run.epsilon};
    // His trees have noise at the root too; his flat histogram has no root.
    if (run.degree != 0) central_.shares.assign(TreeShape(run.size, degree).height() + 1, 1);
    model_ = std::make_unique<const TreeModel>(central_model(central_));
  }
}

FriisDraw FriisStructures::draw(Random& random) const {
  FriisDraw draw;
  if (is_local()) {
    Tally tally = protocol_->empty_tally();
    protocol_->simulate(counts_, random, tally);
    draw.nodes.push_back({running_counts_.back()});
    for (unsigned level = 1; level <= protocol_->shape().height(); ++level) {
      const TallyView answers = protocol_->level(tally, level);
      draw.nodes.push_back(protocol_->oracle(level).invert(answers));
      const double scale = running_counts_.back() / static_cast<double>(answers.reports);
      for (double& node : draw.nodes.back()) node *= scale;
    }
    draw.structure = std::make_unique<LocalTree>(protocol_, std::move(tally), random.is_private());
  } else {
    auto tree = CentralTree::build(central_, counts_, random);
    for (const auto& level : tree->published()) draw.nodes.emplace_back(level.begin(), level.end());
    draw.structure = std::move(tree);
  }
  draw.leaf_sums = running_sums(draw.nodes.back());
  return draw;
}

double FriisStructures::true_count(const Range& range) const {
  return running_counts_[range.last + 1] - running_counts_[range.first];
}

double FriisStructures::local_flat_variance(const Range& range) const {
  const Oracle& oracle = protocol_->oracle(1);
  return static_cast<double>(range.length()) * running_counts_.back() * noise_variance(oracle) +
         true_count(range) * own_variance(oracle);
}

double FriisStructures::local_plain_variance(std::span<const TreeShape::Node> nodes) const {
  const double n = running_counts_.back();
  const auto height = static_cast<double>(protocol_->shape().height());
  std::vector<double> held(protocol_->shape().height() + 1);
  double variance = 0;
  for (const TreeShape::Node& node : nodes) {
    const double count = true_count(protocol_->shape().leaves(node));
    const Oracle& oracle = protocol_->oracle(node.level);
    variance += height * (n * noise_variance(oracle) + count * own_variance(oracle));
    held[node.level] += count;
  }
  const double all = std::accumulate(held.begin(), held.end(), 0.0);
  for (const double count : held) variance += (height - 1) * count * (1 - count / n) + count * (all - count) / n;
  return variance;
}

FriisAnswer FriisStructures::ask(const FriisDraw& draw, const Range& range) const {
  const double truth = true_count(range);
  FriisAnswer answer{};
  answer.adjusted_error = draw.structure->answer(range).value - truth;
  answer.adjusted_variance = model_->variance(range);
  answer.adjusted_at_least = is_local() ? below_->variance(range) : answer.adjusted_variance;
  const TreeShape& shape = model_->shape();
  if (shape.is_flat()) {
    answer.plain_error = draw.leaf_sums[range.last + 1] - draw.leaf_sums[range.first] - truth;
    answer.plain_variance = is_local() ? local_flat_variance(range) : answer.adjusted_variance;
    return answer;
  }
  const std::vector<TreeShape::Node> nodes = shape.decompose(range, true);
  double sum = 0;
  for (const TreeShape::Node& node : nodes) sum += draw.nodes[node.level][node.index];
  answer.plain_error = sum - truth;
  answer.plain_variance = is_local() ? local_plain_variance(nodes) : model_->unadjusted_variance(range);
  return answer;
}

}  // namespace sourdine
