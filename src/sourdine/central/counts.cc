#include "sourdine/central/counts.h"

#include <optional>

#include "sourdine/base/error.h"

namespace sourdine {
namespace {

// The sums of the leaves (periods × k) at the nodes of a level, nodes × k.
std::vector<std::int64_t> level_counts(const PeriodTree& tree, std::size_t level, std::size_t regions,
                                       std::span<const std::int64_t> leaves) {
  std::vector<std::int64_t> counts(tree.size(level) * regions);
  for (std::size_t leaf = 0; leaf < tree.leaves().size(); ++leaf) {
    const std::size_t node = tree.timeline(level).index(tree.leaves().start(leaf));
    for (std::size_t v = 0; v < regions; ++v) counts[node * regions + v] += leaves[leaf * regions + v];
  }
  return counts;
}

// Noise on the numbers of the nodes that are counted, `width` of each.
void add_noise(const PeriodTree& tree, std::size_t level, std::size_t width, const CountNoise& noise, Random& random,
               std::vector<std::int64_t>& numbers) {
  if (tree.counted(level) == tree.size(level)) {
    noise.add(random, numbers);
    return;
  }
  for (std::size_t node = 0; node < tree.size(level); ++node) {
    if (tree.is_counted(level, node)) noise.add(random, std::span(numbers).subspan(node * width, width));
  }
}

}  // namespace

std::vector<CentralLevelNoise> level_noises(const CentralDesign& design, const CentralBudget& budget,
                                            std::uint64_t max_events) {
  std::vector<CentralLevelNoise> noises;
  for (const CentralLevel& level : design.levels) {
    noises.push_back({budget.noise(level.regions, max_events), budget.noise(level.totals, max_events)});
  }
  return noises;
}

PrivacyLoss levels_loss(std::span<const CentralLevelNoise> noises, std::uint64_t max_events) {
  const CountSensitivity sensitivity = CountSensitivity::of_unit(max_events, Neighbours::add_remove);
  std::optional<PrivacyLoss> sum;
  const auto add = [&](const std::unique_ptr<const CountNoise>& noise) {
    if (noise == nullptr) return;
    const PrivacyLoss loss = noise->loss(sensitivity);
    sum = sum ? compose(*sum, loss) : loss;
  };
  for (const CentralLevelNoise& level : noises) {
    add(level.regions);
    add(level.totals);
  }
  if (!sum) throw Error(ErrorCode::internal, "a central release measures nothing");
  return *sum;
}

std::vector<CentralMeasurement> measure(const PeriodTree& tree, std::size_t regions,
                                        std::span<const std::int64_t> leaves, std::span<const CentralLevelNoise> noises,
                                        Random& random) {
  std::vector<CentralMeasurement> measured;
  for (std::size_t level = 0; level < tree.height(); ++level) {
    std::vector<std::int64_t> counts = level_counts(tree, level, regions, leaves);
    CentralMeasurement& here = measured.emplace_back();
    if (noises[level].totals != nullptr) {
      here.totals.resize(tree.size(level));
      for (std::size_t i = 0; i < counts.size(); ++i) here.totals[i / regions] += counts[i];
      add_noise(tree, level, 1, *noises[level].totals, random, here.totals);
    }
    if (noises[level].regions != nullptr) {
      add_noise(tree, level, regions, *noises[level].regions, random, counts);
      here.regions = std::move(counts);
    }
  }
  return measured;
}

}  // namespace sourdine
