#include "sourdine/anonymity/attacks.h"

#include <algorithm>
#include <functional>
#include <map>

namespace sourdine {
namespace {

using ValueCounts = std::span<const ClassHistograms::Count>;

std::uint32_t most_frequent(ValueCounts counts) {
  std::uint32_t most = 0;
  for (const auto& count : counts) most = std::max(most, count.rows);
  return most;
}

// Of the class's rows with the count at `own`, when the j most frequent other values are ruled out. `sorted`: the
// counts, largest first.
double confidence_after(const std::vector<std::uint32_t>& sorted, std::size_t own, std::uint64_t j) {
  std::uint64_t left = 0, skipped = 0;
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    if (i != own && skipped < j) {
      ++skipped;
    } else {
      left += sorted[i];
    }
  }
  return static_cast<double>(sorted[own]) / static_cast<double>(left);
}

// Values of both classes, and how many rows of the first have one of them.
struct Common {
  std::uint64_t values = 0, rows = 0;
};
Common common_of(ValueCounts first, ValueCounts second) {
  Common common;
  auto other = second.begin();
  for (const auto& count : first) {
    while (other != second.end() && other->value < count.value) ++other;
    if (other == second.end() || other->value != count.value) continue;
    ++common.values;
    common.rows += count.rows;
  }
  return common;
}

}  // namespace

Homogeneity attack_homogeneity(const Classes& classes, const ClassHistograms& sensitive) {
  Homogeneity found{.rows = classes.rows()};
  for (std::size_t i = 0; i < classes.count(); ++i) {
    const ValueCounts counts = sensitive.in_class(i);
    found.guessed += most_frequent(counts);
    if (counts.size() != 1) continue;
    found.revealed += classes.sizes[i];
    ++found.classes;
  }
  const auto all = sensitive.all();
  if (!all.empty()) found.guessed_blindly = *std::max_element(all.begin(), all.end());
  return found;
}

std::vector<BackgroundKnowledge> attack_with_background(const Classes& classes, const ClassHistograms& sensitive,
                                                        std::uint64_t most) {
  std::vector<BackgroundKnowledge> found;
  for (std::uint64_t j = 0; j <= most; ++j) {
    BackgroundKnowledge knowledge{.ruled_out = j};
    double sum = 0;
    for (std::size_t i = 0; i < classes.count(); ++i) {
      const ValueCounts counts = sensitive.in_class(i);
      if (counts.size() <= j + 1) knowledge.revealed += classes.sizes[i];
      std::vector<std::uint32_t> sorted;
      for (const auto& count : counts) sorted.push_back(count.rows);
      std::sort(sorted.begin(), sorted.end(), std::greater<>());
      for (std::size_t own = 0; own < sorted.size(); ++own) {
        const double confidence = confidence_after(sorted, own, j);
        sum += confidence * sorted[own];
        if (confidence > 0.5) knowledge.likely += sorted[own];
      }
    }
    if (classes.rows() > 0) knowledge.confidence = sum / static_cast<double>(classes.rows());
    found.push_back(knowledge);
  }
  return found;
}

AttributeAttacks attack_attribute(const Classes& classes, const ClassHistograms& sensitive,
                                  std::uint64_t most_ruled_out) {
  const auto all = sensitive.all();
  const auto values = static_cast<std::uint64_t>(std::ranges::count_if(all, [](std::uint32_t n) { return n > 0; }));
  const std::uint64_t others = std::max<std::uint64_t>(values, 1) - 1;
  return {.values = values,
          .homogeneity = attack_homogeneity(classes, sensitive),
          .background = attack_with_background(classes, sensitive, std::min(most_ruled_out, others))};
}

Intersection attack_by_intersection(const ClassHistograms& first, const ClassHistograms& second,
                                    std::span<const PersonInBoth> people) {
  // Many people share a pair of classes.
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint64_t> pairs;
  for (const PersonInBoth& person : people) ++pairs[{person.first, person.second}];
  Intersection found{.people = people.size()};
  double before = 0, after = 0;
  for (const auto& [pair, number] : pairs) {
    const ValueCounts a = first.in_class(pair.first), b = second.in_class(pair.second);
    const Common common = common_of(a, b);
    const auto weight = static_cast<double>(number);
    before += weight * static_cast<double>(a.size());
    after += weight * static_cast<double>(common.values);
    if (common.values == 0) found.contradicted += number;
    if (common.values == 1) found.revealed += number;
    if (common.values == 1 && (a.size() == 1 || b.size() == 1)) found.revealed_by_either += number;
    if (common.rows == 1) found.isolated += number;
  }
  const std::uint64_t possible = found.people - found.contradicted;
  if (found.people > 0) found.candidates_before = before / static_cast<double>(found.people);
  if (possible > 0) found.candidates_after = after / static_cast<double>(possible);
  return found;
}

}  // namespace sourdine
