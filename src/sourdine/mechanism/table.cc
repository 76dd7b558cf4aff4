#include "sourdine/mechanism/table.h"

#include <fmt/format.h>

#include <algorithm>

#include "sourdine/base/error.h"
#include "sourdine/base/text.h"
#include "sourdine/mechanism/cases.h"

namespace sourdine {
namespace {

const std::vector<MechanismRow>& mechanism_rows() {
  namespace cases = mechanism_cases;
  static const std::vector<MechanismRow> rows = {
      {.name = "discrete-laplace",
       .title = "two-sided geometric noise on counts",
       .output = "each count plus whole-number noise",
       .loss = "pure ε = Δ1·s/t, exactly",
       .sensitivity = "Δ1: how far all counts together move; any neighbours",
       .choose = "few counts per person, or where δ must be 0",
       .cost = "one random word a count in bulk",
       .reference = "Ghosh, Roughgarden, Sundararajan, STOC 2009; sampler: Canonne, Kamath, Steinke, NeurIPS 2020",
       .header = "mechanism/count_noise.h",
       .audit_cases = cases::audit_laplace,
       .bench_cases = cases::bench_laplace},
      {.name = "discrete-gaussian",
       .title = "Gaussian noise on counts, on whole numbers",
       .output = "each count plus whole-number noise",
       .loss = "ρ = Δ2²/(2σ²) zCDP; (ε, δ) of one count by exact sums",
       .sensitivity = "Δ2: Euclidean length of the change of all counts; any neighbours",
       .choose = "many counts per person, or many releases",
       .cost = "one random word a count in bulk",
       .reference = "Canonne, Kamath, Steinke, The discrete Gaussian for differential privacy, NeurIPS 2020",
       .header = "mechanism/count_noise.h",
       .audit_cases = cases::audit_gaussian,
       .bench_cases = cases::bench_gaussian},
      {.name = "bounded-count",
       .title = "geometric noise on a count that has bounds",
       .output = "a whole number between the bounds",
       .loss = "pure ε",
       .sensitivity = "Δ: how far the count moves; any neighbours",
       .choose = "one count, where an impossible answer would be worse than a small bias",
       .cost = "O(1)",
       .reference = "Ghosh, Roughgarden, Sundararajan, STOC 2009",
       .header = "mechanism/bounded_count.h",
       .audit_cases = cases::audit_bounded,
       .bench_cases = cases::bench_bounded},
      {.name = "permute-and-flip",
       .title = "the candidate with the highest score (report noisy max)",
       .output = "one candidate of a public list",
       .loss = "pure ε",
       .sensitivity = "Δ: how far a score moves; half the noise where all move the same way",
       .choose = "one choice from a public list",
       .cost = "O(candidates)",
       .reference = "McKenna, Sheldon, NeurIPS 2020",
       .header = "mechanism/permute_and_flip.h",
       .audit_cases = cases::audit_flip,
       .bench_cases = cases::bench_flip},
      {.name = "sparse-vector",
       .title = "which of many answers exceed a threshold",
       .output = "above or below, until c were above; values only where paid for",
       .loss = "pure ε for the decisions, and ε for the values",
       .sensitivity = "Δ: how far an answer moves; half the noise where all move the same way",
       .choose = "alarms: many questions, few exceptional answers",
       .cost = "O(1) a question",
       .reference = "Lyu, Su, Li, VLDB 2017, algorithm 7",
       .header = "mechanism/sparse_vector.h",
       .audit_cases = cases::audit_sparse,
       .bench_cases = cases::bench_sparse},
      {.name = "partition-selection",
       .title = "which places may be named, when no list of them is public",
       .output = "kept or dropped, for each place",
       .loss = "(ε, δ)",
       .sensitivity = "a person is in at most κ places; add or remove a person",
       .choose = "names that nobody listed beforehand",
       .cost = "O(1) a place",
       .reference = "Desfontaines, Voss, Gipson, Mandayam, PoPETs 2022",
       .header = "mechanism/partition_selection.h",
       .audit_cases = cases::audit_partitions,
       .bench_cases = cases::bench_partitions},
      {.name = "private-quantile",
       .title = "a bound that a given share of people do not exceed",
       .output = "a whole number from 1 to the largest candidate",
       .loss = "pure ε",
       .sensitivity = "one number per person; add or remove, or replace, a person",
       .choose = "choosing max_events, when nobody knows it beforehand",
       .cost = "O(people + candidates)",
       .reference = "Smith, STOC 2011; McKenna, Sheldon, NeurIPS 2020",
       .header = "mechanism/private_quantile.h",
       .audit_cases = cases::audit_quantile,
       .bench_cases = cases::bench_quantile},
      {.name = "planar-laplace",
       .title = "a place moved on a grid of the plane",
       .output = "a point of the grid, anywhere",
       .loss = "metric: ε a step, times the distance of two places, exactly",
       .sensitivity = "none: the nearer two places are, the less they are told apart",
       .choose = "places of events, where near may stay near",
       .cost = "1.27 tries of three random words a point",
       .reference = "Andrés, Bordenabe, Chatzikokolakis, Palamidessi, CCS 2013; on a grid, with integers that decide",
       .header = "geo/planar_laplace.h",
       .audit_cases = cases::audit_planar,
       .bench_cases = cases::bench_planar},
  };
  return rows;
}

}  // namespace

std::span<const MechanismRow> mechanism_table() { return mechanism_rows(); }

const MechanismRow& find_mechanism(std::string_view name) {
  const auto& rows = mechanism_rows();
  const auto found = std::ranges::find(rows, name, &MechanismRow::name);
  if (found != rows.end()) return *found;
  std::vector<std::string_view> names;
  for (const MechanismRow& row : rows) names.push_back(row.name);
  fail_input(fmt::format("unknown mechanism '{}'; {}known: {}", name, suggestion(name, names), fmt::join(names, ", ")));
}

}  // namespace sourdine
