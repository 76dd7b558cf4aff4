// Claims about trees: how their error depends on ε and on the degree.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "sourdine/reproduce/friis_charts.h"

namespace sourdine {
namespace {

double length_of_range(const FriisCell& cell) { return static_cast<double>(cell.length); }
double by_epsilon(const FriisCell& cell) { return cell.epsilon; }

Chart epsilon_chart(const FriisStudy& study, PrivacyModel model, std::string setting) {
  Chart chart{"ε", model == PrivacyModel::local ? "RMSE (people)" : "RMSE (counts)", std::move(setting), {}};
  const std::uint64_t length = friis_table1(shown_size).front();
  for (const std::uint64_t degree : friis_degrees) {
    const FriisKind kind{model, degree, false};
    chart.lines.push_back(line_of(kind, points_of(cells_by_epsilon(study, kind, shown_size, length), by_epsilon)));
  }
  return chart;
}

Chart degree_chart(const FriisStudy& study, PrivacyModel model, std::string setting) {
  Chart chart{"length of the range r (values)",
              model == PrivacyModel::local ? "RMSE (people)" : "RMSE (counts)",
              std::move(setting),
              {}};
  for (const bool is_adjusted : {false, true}) {
    for (const std::uint64_t degree : friis_degrees) {
      const FriisKind kind{model, degree, is_adjusted};
      chart.lines.push_back(
          line_of(kind, points_of(cells_by_length(study, kind, shown_size, shown_epsilon), length_of_range)));
    }
  }
  return chart;
}

// Mean, over all N and the lengths of Table 1, of the expected error of plain trees of a degree, that of degree 2 being
// 1.
double relative_error(const FriisStudy& study, PrivacyModel model, std::uint64_t degree) {
  double sum = 0, n = 0;
  for (const FriisCell& cell : study.cells) {
    if (cell.kind != FriisKind{model, 2, false} || !is_of_table1(cell)) continue;
    sum += study.at({model, degree, false}, cell.size, cell.epsilon, cell.length).expected / cell.expected;
    n += 1;
  }
  return sum / n;
}

// In how many of the settings of Table 1 the degree has the smallest expected error of the three, as a share.
double share_best(const FriisStudy& study, PrivacyModel model, std::uint64_t degree) {
  double wins = 0, n = 0;
  for (const FriisCell& cell : study.cells) {
    if (cell.kind != FriisKind{model, degree, false} || !is_of_table1(cell)) continue;
    n += 1;
    wins += std::all_of(std::begin(friis_degrees), std::end(friis_degrees), [&](std::uint64_t other) {
      return cell.expected <= study.at({model, other, false}, cell.size, cell.epsilon, cell.length).expected;
    });
  }
  return wins / n;
}

}  // namespace

FriisClaim claim_central_tree_epsilon(const FriisStudy& study) {
  const Slope slope = exponent_of_epsilon(study, {PrivacyModel::central, 2, false});
  Chart chart = epsilon_chart(study, PrivacyModel::central, "central trees, plain, N = 2048, r = 600");
  return {
      .section = "10.4",
      .claim = "The error of the central tree grows like 1/ε.",
      .holds = std::abs(slope.value - 1) < 0.1,
      .finding = fmt::format("Exponent of 1/ε: {} (B = 2), {} (B = 4), over all N and lengths, ε ≤ 1.", text_of(slope),
                             text_of(exponent_of_epsilon(study, {PrivacyModel::central, 4, false}))),
      .chart = std::move(chart)};
}

FriisClaim claim_local_tree_epsilon(const FriisStudy& study) {
  const Slope slope = exponent_of_epsilon(study, {PrivacyModel::local, 2, false});
  Chart chart = epsilon_chart(study, PrivacyModel::local, "local trees, plain, N = 2048, r = 600");
  const std::vector<ChartPoint>& first = chart.lines.front().points;
  const auto near_one =
      std::find_if(first.begin(), first.end(), [](const ChartPoint& p) { return p.x > shown_epsilon - 1e-9; });
  std::vector<ChartPoint> squares;
  for (const ChartPoint& p : first) {
    squares.push_back({p.x, {}, *near_one->expected / (p.x * p.x)});
  }
  chart.lines.push_back(thesis_line("1/ε²", std::move(squares)));
  return {.section = "10.5",
          .claim = "The error of the local tree grows like 1/ε².",
          .holds = std::abs(slope.value - 2) < 0.1,
          .finding = fmt::format(
              "It grows like 1/ε: exponent {} (B = 2), {} (B = 4), over all N and lengths, ε ≤ 1. His grows "
              "otherwise because his oracle is less private than asked, and the more so the smaller ε is.",
              text_of(slope), text_of(exponent_of_epsilon(study, {PrivacyModel::local, 4, false}))),
          .chart = std::move(chart)};
}

FriisClaim claim_central_tree_degree(const FriisStudy& study) {
  const double third = relative_error(study, PrivacyModel::central, 3);
  const double fourth = relative_error(study, PrivacyModel::central, 4);
  return {.section = "10.4",
          .claim = "Central trees of a higher degree have a lower error.",
          .holds = third < 1 && fourth < third,
          .finding = fmt::format(
              "Relative to degree 2, plain trees of degree 3 have {:.2f} and of degree 4 {:.2f} times the error; "
              "degree 4 is the best of the three in {:.0f}% of his settings. Adjusted to agree with itself, "
              "a tree gains more than by any of these degrees.",
              third, fourth, 100 * share_best(study, PrivacyModel::central, 4)),
          .chart = degree_chart(study, PrivacyModel::central, "central trees, N = 2048, ε = 1")};
}

FriisClaim claim_local_tree_degree(const FriisStudy& study) {
  const double third = relative_error(study, PrivacyModel::local, 3);
  const double fourth = relative_error(study, PrivacyModel::local, 4);
  return {.section = "10.5",
          .claim = "Local trees of a lower degree have a lower error.",
          .holds = third > 1 && fourth > third,
          .finding = fmt::format(
              "The reverse: relative to degree 2, plain trees of degree 3 have {:.2f} and of degree 4 {:.2f} times "
              "the error; degree 2 is the best of the three in {:.0f}% of his settings. With randomised response "
              "over the nodes of each level, as he ran it, the error grows with the number of nodes instead.",
              third, fourth, 100 * share_best(study, PrivacyModel::local, 2)),
          .chart = degree_chart(study, PrivacyModel::local, "local trees, N = 2048, ε = 1")};
}

}  // namespace sourdine
