#include "sourdine/anonymity/population_match.h"

#include <algorithm>
#include <bit>

namespace sourdine {
namespace {

using Bits = std::vector<std::uint64_t>;  // one for each class

// By value of an attribute: the published classes that cover it.
std::vector<Bits> covering_classes(const Hierarchy& hierarchy, const Recoding& recoding, std::size_t attribute) {
  std::vector<Bits> covering(hierarchy.size(), Bits((recoding.classes.count() + 63) / 64));
  for (std::size_t i = 0; i < recoding.classes.count(); ++i) {
    if (!recoding.is_published[i]) continue;
    for (Value value = 0; value < hierarchy.size(); ++value) {
      if (covers(hierarchy, recoding.published[i][attribute], value)) covering[value][i / 64] |= 1ULL << i % 64;
    }
  }
  return covering;
}

}  // namespace

PopulationMatch match_population(const AnonymityProblem& problem, const Recoding& recoding) {
  std::vector<std::vector<Bits>> covering;
  for (std::size_t a = 0; a < problem.quasi.size(); ++a) {
    covering.push_back(covering_classes(*problem.hierarchies[a], recoding, a));
  }
  const std::vector<CodedColumn>& columns = problem.population->columns;
  const Classes alike = group_rows(columns);
  PopulationMatch match{std::vector<std::uint64_t>(recoding.classes.count())};
  std::vector<bool> is_done(alike.count());
  for (std::size_t row = 0; row < alike.rows(); ++row) {
    const std::uint32_t number = alike.class_of[row];
    if (is_done[number]) continue;
    is_done[number] = true;
    Bits classes = covering[0][columns[0].codes[row]];
    for (std::size_t a = 1; a < columns.size(); ++a) {
      const Bits& here = covering[a][columns[a].codes[row]];
      for (std::size_t i = 0; i < classes.size(); ++i) classes[i] &= here[i];
    }
    std::size_t found = 0;
    for (std::size_t i = 0; i < classes.size(); ++i) {
      for (std::uint64_t left = classes[i]; left != 0; left &= left - 1) {
        match.people[64 * i + static_cast<std::size_t>(std::countr_zero(left))] += alike.sizes[number];
        ++found;
      }
    }
    if (found == 0) match.outside += alike.sizes[number];
    if (found > 1) match.ambiguous += alike.sizes[number];
  }
  return match;
}

PresenceShares presence_shares(const Recoding& recoding, const PopulationMatch& match) {
  PresenceShares shares;
  const auto add = [&](std::uint64_t rows, std::uint64_t people) {
    const double share = static_cast<double>(rows) / static_cast<double>(people);
    shares.least = std::min(shares.least, share);
    shares.most = std::max(shares.most, share);
  };
  for (std::size_t i = 0; i < recoding.classes.count(); ++i) {
    if (recoding.is_published[i]) add(recoding.classes.sizes[i], match.people[i]);
  }
  if (match.outside > 0) add(recoding.suppressed(), match.outside);
  return shares;
}

}  // namespace sourdine
