// Claims about which structure is better: flat or tree, local or central.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "sourdine/reproduce/friis_charts.h"

namespace sourdine {
namespace {

double error_ratio(const FriisStudy& study, const FriisKind& tree, std::uint64_t size, std::uint64_t length) {
  const FriisKind flat{tree.model, 0, false};
  return study.at(tree, size, shown_epsilon, length).expected / study.at(flat, size, shown_epsilon, length).expected;
}

// Flat and trees against N, each N at its own length.
Chart size_chart(const FriisStudy& study, PrivacyModel model, const std::vector<FriisKind>& trees,
                 const std::function<std::uint64_t(std::uint64_t)>& length_of, std::string setting) {
  Chart chart{"size of the domain N (values)",
              model == PrivacyModel::local ? "RMSE (people)" : "RMSE (counts)",
              std::move(setting),
              {}};
  std::vector<FriisKind> kinds = {{model, 0, false}};
  kinds.insert(kinds.end(), trees.begin(), trees.end());
  for (const FriisKind& kind : kinds) {
    std::vector<ChartPoint> points;
    for (const std::uint64_t size : study.settings.sizes) {
      if (const std::uint64_t length = length_of(size)) {
        points.push_back(chart_point(static_cast<double>(size), study.at(kind, size, shown_epsilon, length)));
      }
    }
    chart.lines.push_back(line_of(kind, std::move(points)));
  }
  return chart;
}

std::vector<FriisKind> plain_trees(PrivacyModel model) {
  return {{model, 2, false}, {model, 3, false}, {model, 4, false}};
}

// Smallest and largest error of trees relative to flat, at the lengths of Table 2 (each degree at its own).
struct Extremes {
  double least = INFINITY, greatest = 0;
};
Extremes table2_ratios(const FriisStudy& study, PrivacyModel model, bool is_adjusted) {
  Extremes extremes;
  for (const std::uint64_t size : study.settings.sizes) {
    for (const std::uint64_t degree : friis_degrees) {
      if (const std::uint64_t length = friis_table2(size, degree)) {
        const double ratio = error_ratio(study, {model, degree, is_adjusted}, size, length);
        extremes.least = std::min(extremes.least, ratio);
        extremes.greatest = std::max(extremes.greatest, ratio);
      }
    }
  }
  return extremes;
}

std::string length_text(const std::optional<std::uint64_t>& length) {
  return length ? fmt::format("r = {}", *length) : "no r";
}

// True where the rule speaks of lengths that exist, and both plain trees win beyond it.
bool rule_suffices(const FriisBreakEven& row) {
  const auto wins = [&](const std::optional<std::uint64_t>& length) { return length && *length <= row.rule + 1; };
  return row.rule >= row.size || (wins(row.local_plain) && wins(row.central_plain));
}

std::uint64_t table2_of_degree_4(std::uint64_t size) { return friis_table2(size, 4); }

}  // namespace

FriisClaim claim_rule(const std::vector<FriisBreakEven>& break_evens) {
  Chart chart{"size of the domain N (values)", "length r from which the tree wins (values)", "B = 4, small ε", {}};
  std::vector<ChartPoint> rule, local, local_adjusted, central, central_adjusted;
  const auto add = [](std::vector<ChartPoint>& to, double x, const std::optional<std::uint64_t>& length) {
    if (length) to.push_back({x, {}, static_cast<double>(*length)});
  };
  const FriisBreakEven* last = nullptr;
  for (const FriisBreakEven& row : break_evens) {
    if (row.degree != 4) continue;
    const auto x = static_cast<double>(row.size);
    add(rule, x, row.rule);
    add(local, x, row.local_plain);
    add(local_adjusted, x, row.local_adjusted);
    add(central, x, row.central_plain);
    add(central_adjusted, x, row.central_adjusted);
    last = &row;
  }
  chart.lines = {{"central", "b2", LineStyle::solid, std::move(central)},
                 {"central, adjusted", "b2", LineStyle::dotted, std::move(central_adjusted)},
                 {"local", "b4", LineStyle::solid, std::move(local)},
                 {"local, adjusted", "b4", LineStyle::dotted, std::move(local_adjusted)},
                 thesis_line("2B·log²N", std::move(rule))};
  return {.section = "10.6.1",
          .claim = "Central or local, trees beat the flat histogram for ranges longer than 2B·log²N (base B).",
          .holds = std::all_of(break_evens.begin(), break_evens.end(), rule_suffices),
          .finding = fmt::format(
              "For the local tree it is true and far too cautious; for the central one it is false, since there the "
              "levels share ε and not the people. At N = {}, B = 4 it says {}; the local tree wins on average from "
              "{} (adjusted: {}), the central one from {} (adjusted: {}).",
              last->size, last->rule, length_text(last->local_plain), length_text(last->local_adjusted),
              length_text(last->central_plain), length_text(last->central_adjusted)),
          .chart = std::move(chart)};
}

FriisClaim claim_flat_beats_central_tree(const FriisStudy& study) {
  double least = INFINITY;
  for (const std::uint64_t size : study.settings.sizes) {
    for (const FriisKind& tree : plain_trees(PrivacyModel::central)) {
      least = std::min(least, error_ratio(study, tree, size, friis_table3(size)));
    }
  }
  return {.section = "10.6.2",
          .claim = "In the central model the flat histogram beats the trees at the lengths of Table 3.",
          .holds = least > 1,
          .finding = fmt::format(
              "For every N and degree: the best tree has {:.1f} times the error of the flat histogram.", least),
          .chart = size_chart(study, PrivacyModel::central, plain_trees(PrivacyModel::central), friis_table3,
                              "central, lengths of Table 3 (6 to 64), ε = 1")};
}

FriisClaim claim_local_trees_beat_flat_early(const FriisStudy& study) {
  const auto ratio = [&](std::uint64_t size, std::uint64_t degree) {
    return error_ratio(study, {PrivacyModel::local, degree, false}, size, friis_table3(size));
  };
  const bool holds =
      ratio(512, 2) < 1 && ratio(512, 3) < 1 && ratio(2048, 2) < 1 && ratio(2048, 3) < 1 && ratio(2048, 4) < 1;
  return {.section = "10.6.2",
          .claim =
              "In the local model the flat histogram loses already at the lengths of Table 3: to B = 2 and 3 at N = "
              "512, to "
              "all at N = 2048.",
          .holds = holds,
          .finding = fmt::format(
              "At N = 512, r = 35 the plain trees have {:.2f}, {:.2f} and {:.2f} times the error of the flat "
              "histogram (B = 2, 3, 4); at N = 2048, r = 64, about the break-even, {:.2f}, {:.2f} and {:.2f}. His "
              "flat histogram lost because randomised response over N values was the oracle.",
              ratio(512, 2), ratio(512, 3), ratio(512, 4), ratio(2048, 2), ratio(2048, 3), ratio(2048, 4)),
          .chart = size_chart(study, PrivacyModel::local, plain_trees(PrivacyModel::local), friis_table3,
                              "local, lengths of Table 3 (6 to 64), ε = 1")};
}

FriisClaim claim_central_tree_beats_flat(const FriisStudy& study) {
  const Extremes plain = table2_ratios(study, PrivacyModel::central, false);
  const Extremes adjusted = table2_ratios(study, PrivacyModel::central, true);
  return {.section = "10.6.3",
          .claim = "In the central model trees beat the flat histogram at the lengths of Table 2.",
          .holds = plain.greatest < 1,
          .finding = fmt::format(
              "Plain trees have {:.2f} to {:.2f} times its error there: his won because their noise was too "
              "small (scale log of the number of levels, where the number itself is needed). Adjusted by least "
              "squares the same trees have {:.2f} to {:.2f} times its error.",
              plain.least, plain.greatest, adjusted.least, adjusted.greatest),
          .chart = size_chart(study, PrivacyModel::central,
                              {{PrivacyModel::central, 4, false}, {PrivacyModel::central, 4, true}}, table2_of_degree_4,
                              "central, lengths of Table 2 for B = 4 (128 to 288), ε = 1")};
}

FriisClaim claim_local_tree_beats_flat(const FriisStudy& study) {
  const Extremes plain = table2_ratios(study, PrivacyModel::local, false);
  const Extremes adjusted = table2_ratios(study, PrivacyModel::local, true);
  return {
      .section = "10.6.3",
      .claim = "In the local model trees beat the flat histogram at the lengths of Table 2, by far.",
      .holds = plain.greatest < 1,
      .finding = fmt::format("Plain trees have {:.2f} to {:.2f} times its error, adjusted ones {:.2f} to {:.2f}.",
                             plain.least, plain.greatest, adjusted.least, adjusted.greatest),
      .chart = size_chart(study, PrivacyModel::local, {{PrivacyModel::local, 4, false}, {PrivacyModel::local, 4, true}},
                          table2_of_degree_4, "local, lengths of Table 2 for B = 4 (128 to 288), ε = 1")};
}

FriisClaim claim_gap_widens(const FriisStudy& study) {
  Chart chart{
      "length of the range r (values)", "error of flat ÷ error of the tree", "B = 4, plain, N = 2048, ε = 1", {}};
  double first_local = 0, last_local = 0;
  for (const PrivacyModel model : {PrivacyModel::central, PrivacyModel::local}) {
    std::vector<ChartPoint> points;
    for (const FriisCell* flat : cells_by_length(study, {model, 0, false}, shown_size, shown_epsilon)) {
      const FriisCell& tree = study.at({model, 4, false}, shown_size, shown_epsilon, flat->length);
      points.push_back(ratio_point(static_cast<double>(flat->length), *flat, tree));
    }
    const bool is_local = model == PrivacyModel::local;
    if (is_local) first_local = *points.front().expected, last_local = *points.back().expected;
    chart.lines.push_back(
        {is_local ? "local" : "central", is_local ? "b4" : "b2", LineStyle::solid, std::move(points)});
  }
  return {.section = "10.6.3",
          .claim = "The longer the range, the larger the advantage of the tree.",
          .holds = last_local > first_local,
          .finding = fmt::format(
              "The flat histogram's error grows like √r, the tree's like the logarithm and, near the whole "
              "domain, falls again: at N = 2048 the local flat histogram has {:.1f} times the error of the tree at "
              "r = 64 and {:.1f} times at r = 1800.",
              first_local, last_local),
          .chart = std::move(chart)};
}

FriisClaim claim_local_is_worse(const FriisStudy& study) {
  std::vector<ChartPoint> points;
  for (std::size_t i = 0; i < study.settings.sizes.size(); ++i) {
    const std::uint64_t size = study.settings.sizes[i];
    const std::uint64_t length = friis_table1(size).front();
    const FriisCell& local = study.at(local_flat, size, shown_epsilon, length);
    const FriisCell& central = study.at(central_flat, size, shown_epsilon, length);
    const auto n = static_cast<double>(study.people[i]);
    points.push_back(ratio_point(n, local, central));
    points.back().expected = std::sqrt(2 * n);
  }
  const ChartPoint last = points.back();
  return {.section = "10.7",
          .claim =
              "Local structures have a much larger error than central ones, and the more so the more people there are.",
          .holds = *last.measured > 10 && *last.measured > *points.front().measured,
          .finding = fmt::format(
              "For flat histograms the ratio is √(2n), whatever ε, N and r: {:.0f} measured and {:.0f} expected "
              "with n = {:.0f} people. Relative to n the local error falls like 1/√n.",
              *last.measured, *last.expected, last.x),
          .chart = {"number of people n",
                    "local error ÷ central error",
                    "flat, N from 32 to 2048, ε = 1",
                    {{"√(2n)", "flat", LineStyle::solid, std::move(points)}}}};
}

std::vector<FriisClaim> friis_claims(const FriisStudy& study, const std::vector<FriisBreakEven>& break_evens) {
  return {claim_domain_free_oracle(study),
          claim_linear_in_length(study),
          claim_local_flat_falls(study),
          claim_exact_total_leaks(study),
          claim_central_tree_epsilon(study),
          claim_central_tree_degree(study),
          claim_local_tree_degree(study),
          claim_local_tree_epsilon(study),
          claim_rule(break_evens),
          claim_flat_beats_central_tree(study),
          claim_local_trees_beat_flat_early(study),
          claim_central_tree_beats_flat(study),
          claim_local_tree_beats_flat(study),
          claim_gap_widens(study),
          claim_local_is_worse(study)};
}

}  // namespace sourdine
