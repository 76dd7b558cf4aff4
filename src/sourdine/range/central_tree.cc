#include "sourdine/range/central_tree.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <numeric>

#include "sourdine/base/bounded_json.h"
#include "sourdine/base/error.h"
#include "sourdine/range/range_file.h"

namespace sourdine {
namespace {

constexpr double unmeasured_variance = std::numeric_limits<double>::infinity();
constexpr std::uint64_t largest_share = 1000;
// Published numbers stay far below the sums that doubles hold exactly.
bool is_too_large(std::int64_t number) {
  constexpr std::int64_t largest = std::int64_t{1} << 53;
  return number > largest || number < -largest;
}

std::string_view name_of(Neighbours neighbours) { return neighbours == Neighbours::replace ? "replace" : "add-remove"; }

// Whether there is a number for the root: public or measured.
bool has_root(const CentralTreeSpec& spec) {
  return spec.neighbours == Neighbours::replace || level_scales(spec)[0].has_value();
}

TreeModel model_of_parts(const CentralTreeSpec& spec, std::uint64_t parts) {
  TreeShape shape(spec.size, spec.degree);
  std::vector<double> variances;
  for (const auto& scale : level_scales(spec)) {
    variances.push_back(scale ? static_cast<double>(parts) * scale->variance() : unmeasured_variance);
  }
  if (spec.neighbours == Neighbours::replace) variances[0] = 0;
  return {std::move(shape), std::move(variances)};
}

// The counts below every node, level by level.
std::vector<std::vector<std::int64_t>> exact_levels(const TreeShape& shape, std::span<const std::uint64_t> counts) {
  std::vector<std::vector<std::int64_t>> levels(shape.height() + 1);
  levels.back().assign(counts.begin(), counts.end());
  for (unsigned level = shape.height(); level-- > 0;) {
    const auto& below = levels[level + 1];
    levels[level].resize(shape.count(level));
    for (std::size_t i = 0, child = 0; i < levels[level].size(); ++i) {
      const std::size_t end = std::min<std::size_t>(child + shape.degree(), below.size());
      for (; child < end; ++child) levels[level][i] += below[child];
    }
  }
  return levels;
}

void require_counts(const CentralTreeSpec& spec, std::span<const std::uint64_t> counts) {
  if (counts.size() != spec.size) {
    fail_input(fmt::format("{} counts do not fit a domain of {} values", counts.size(), spec.size));
  }
  require_total(counts);
}

std::string to_json(const CentralTreeSpec& spec, std::uint64_t parts) {
  return nlohmann::json{{"size", spec.size},       {"degree", spec.degree},
                        {"epsilon", spec.epsilon}, {"neighbours", name_of(spec.neighbours)},
                        {"shares", spec.shares},   {"parts", parts}}
      .dump();
}

}  // namespace

std::vector<std::optional<LaplaceScale>> level_scales(const CentralTreeSpec& spec) {
  const TreeShape shape(spec.size, spec.degree);
  const std::uint64_t nano = ExactEpsilon::spendable(spec.epsilon).nano;
  std::vector<std::uint64_t> shares = spec.shares;
  if (shares.empty()) shares.assign(shape.height(), 1);
  const auto is_bad = [](std::uint64_t share) { return share == 0 || share > largest_share; };
  const bool has_measured_root = shares.size() == shape.height() + 1 && spec.neighbours == Neighbours::add_remove;
  if ((shares.size() != shape.height() && !has_measured_root) || std::any_of(shares.begin(), shares.end(), is_bad)) {
    fail_input(fmt::format("the levels' shares of the budget must be {} whole numbers between 1 and {}", shape.height(),
                           largest_share),
               "One per level below the root; one more in front, the root's, only where the total is private.");
  }
  const std::uint64_t total = std::accumulate(shares.begin(), shares.end(), std::uint64_t{0});
  std::vector<std::optional<LaplaceScale>> scales;
  if (!has_measured_root) scales.emplace_back();
  for (const std::uint64_t share : shares) {
    scales.emplace_back(LaplaceScale::of_budget(nano, share, total, sensitivity(spec.neighbours)));
  }
  return scales;
}

TreeModel central_model(const CentralTreeSpec& spec) { return model_of_parts(spec, 1); }

CentralTree::CentralTree(CentralTreeSpec spec, std::vector<std::vector<std::int64_t>> published, std::uint64_t parts,
                         bool is_private)
    : spec_(std::move(spec)),
      published_(std::move(published)),
      parts_(parts),
      is_private_(is_private),
      model_(model_of_parts(spec_, parts)) {
  adjust();
}

void CentralTree::adjust() {
  std::vector<std::vector<double>> measurements;
  measurements.reserve(published_.size());
  for (const auto& level : published_) measurements.emplace_back(level.begin(), level.end());
  running_sums_ = model_.running_sums(std::move(measurements));
}

std::unique_ptr<CentralTree> CentralTree::build(const CentralTreeSpec& spec, std::span<const std::uint64_t> counts,
                                                Noise& noise) {
  const auto scales = level_scales(spec);
  require_counts(spec, counts);
  auto levels = exact_levels(TreeShape(spec.size, spec.degree), counts);
  for (std::size_t level = 0; level < levels.size(); ++level) {
    if (scales[level]) noise.add(levels[level], *scales[level]);
  }
  if (!has_root(spec)) levels[0].clear();  // an exact count must not stay behind
  return std::unique_ptr<CentralTree>(new CentralTree(spec, std::move(levels), 1, noise.is_private()));
}

std::unique_ptr<CentralTree> CentralTree::build(const CentralTreeSpec& spec, std::span<const std::uint64_t> counts,
                                                Random& random) {
  LaplaceNoise noise(random);
  return build(spec, counts, noise);
}

Guarantee CentralTree::guarantee() const { return guarantee_of(spec_); }

Guarantee CentralTree::guarantee_of(const CentralTreeSpec& spec) {
  const bool is_replace = spec.neighbours == Neighbours::replace;
  return central_guarantee(spec.epsilon, {Unit::event, spec.neighbours, "one record",
                                          is_replace ? "replace one record's value by any other value of the domain"
                                                     : "add or remove one record"});
}

std::vector<RangeCaveat> CentralTree::caveats_of(const CentralTreeSpec& spec) {
  std::vector<RangeCaveat> caveats = {RangeCaveat::several_records, RangeCaveat::seen_by_curator};
  if (spec.neighbours == Neighbours::replace) caveats.insert(caveats.begin(), RangeCaveat::exact_total);
  return caveats;
}

std::vector<RangeCaveat> CentralTree::caveats() const {
  std::vector<RangeCaveat> caveats = caveats_of(spec_);
  if (parts_ > 1) caveats.push_back(RangeCaveat::disjoint_parts);
  return caveats;
}

Estimate CentralTree::answer(const Range& range, const Confidence& confidence) const {
  require_inside(range, size());
  const double value = running_sums_[range.last + 1] - running_sums_[range.first];
  return central_estimate(value, model_.variance(range), confidence);
}

std::vector<RangeNode> CentralTree::nodes(const Range& range) const {
  require_inside(range, size());
  std::vector<RangeNode> nodes;
  for (const TreeShape::Node& node : model_.shape().decompose(range, model_.root_counts())) {
    const Range leaves = model_.shape().leaves(node);
    const Estimate estimate = answer(leaves);
    nodes.push_back({node.level, leaves, estimate.value, estimate.std_error});
  }
  return nodes;
}

void CentralTree::merge(const RangeStructure& other) {
  const auto* from = dynamic_cast<const CentralTree*>(&other);
  if (from == nullptr || !(from->spec_ == spec_) || from->domain() != domain()) {
    fail_input("only central trees of the same domain, degree, epsilon, neighbours and shares can be merged");
  }
  auto sum = published_;
  for (std::size_t level = 0; level < sum.size(); ++level) {
    for (std::size_t i = 0; i < sum[level].size(); ++i) {
      sum[level][i] += from->published_[level][i];
      if (is_too_large(sum[level][i])) fail_input("the counts of merged structures add up to more than 2^53");
    }
  }
  published_ = std::move(sum);
  parts_ += from->parts_;
  is_private_ = is_private_ && from->is_private_;
  model_ = model_of_parts(spec_, parts_);
  adjust();
}

void CentralTree::write(Output& output) const {
  RangeRecord record{.kind = std::string(file_kind),
                     .spec = to_json(spec_, parts_),
                     .is_private = is_private_,
                     .words = {},
                     .domain = domain()};
  for (const auto& level : published_) record.words.insert(record.words.end(), level.begin(), level.end());
  write_range_record(output, record);
}

std::unique_ptr<CentralTree> CentralTree::read(std::string_view spec_json, std::vector<std::int64_t> words,
                                               bool is_private) {
  CentralTreeSpec spec;
  std::uint64_t parts = 0;
  try {
    const auto json = parse_bounded_json(spec_json);
    spec.size = whole_number(json.at("size"));
    spec.degree = whole_number(json.at("degree"));
    json.at("epsilon").get_to(spec.epsilon);
    spec.shares = whole_numbers(json.at("shares"));
    parts = whole_number(json.at("parts"));
    const auto neighbours = json.at("neighbours").get<std::string>();
    if (neighbours == name_of(Neighbours::replace)) spec.neighbours = Neighbours::replace;
    if (neighbours != name_of(spec.neighbours)) fail_input(fmt::format("unknown neighbours '{}'", neighbours));
  } catch (const nlohmann::json::exception& error) {
    fail_input(error.what());
  }
  require_canonical_spec(spec_json, to_json(spec, parts));
  const TreeShape shape(spec.size, spec.degree);
  const bool root = has_root(spec);
  std::vector<std::vector<std::int64_t>> levels(shape.height() + 1);
  auto next = words.begin();
  for (unsigned level = root ? 0 : 1; level <= shape.height(); ++level) {
    const std::uint64_t count = shape.count(level);
    if (static_cast<std::uint64_t>(words.end() - next) < count) fail_input("it has too few numbers for its tree");
    levels[level].assign(next, next + static_cast<std::ptrdiff_t>(count));
    next += static_cast<std::ptrdiff_t>(count);
  }
  if (next != words.end() || parts == 0 || std::any_of(words.begin(), words.end(), is_too_large)) {
    fail_input("its numbers do not fit its tree");
  }
  return std::unique_ptr<CentralTree>(new CentralTree(std::move(spec), std::move(levels), parts, is_private));
}

std::vector<std::uint64_t> whole_counts(std::span<const double> counts) {
  std::vector<std::uint64_t> whole;
  whole.reserve(counts.size());
  for (std::size_t i = 0; i < counts.size(); ++i) {
    if (!(counts[i] >= 0) || counts[i] > static_cast<double>(max_total) || counts[i] != std::floor(counts[i])) {
      fail_input(fmt::format("count {} (of value {}) is not a whole number between 0 and 2^52", counts[i], i));
    }
    whole.push_back(static_cast<std::uint64_t>(counts[i]));
  }
  return whole;
}

}  // namespace sourdine
