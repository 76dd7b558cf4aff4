// Claims about flat histograms and the local oracle.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "sourdine/reproduce/friis_charts.h"

namespace sourdine {
namespace {

double by_length(const FriisCell& cell) { return static_cast<double>(cell.length); }

// How well a straight line fits √r at the lengths of Table 1, at worst.
double worst_line_through_roots(const FriisStudy& study) {
  double worst = 1;
  for (const std::uint64_t size : study.settings.sizes) {
    std::vector<double> lengths, roots;
    for (const std::uint64_t length : friis_table1(size)) {
      lengths.push_back(static_cast<double>(length));
      roots.push_back(std::sqrt(static_cast<double>(length)));
    }
    worst = std::min(worst, line_r_squared(lengths, roots));
  }
  return worst;
}

}  // namespace

double friis_oracle_epsilon(double epsilon, double g) { return std::log1p(g * std::exp(epsilon) / (g - 1)); }

FriisClaim claim_linear_in_length(const FriisStudy& study) {
  const Slope slope = exponent_of_length(study, central_flat);
  const auto cells = cells_where(
      study, [](const FriisCell& c) { return c.kind == central_flat && std::abs(c.epsilon - shown_epsilon) < 1e-12; });
  std::vector<ChartPoint> points = points_of(cells, by_length);
  std::vector<ChartPoint> linear;
  for (const ChartPoint& p : {points.front(), points.back()}) {
    linear.push_back({p.x, {}, *points.front().expected * p.x / points.front().x});
  }
  ChartLine flat = line_of(central_flat, std::move(points));
  flat.label = "flat: √r";
  return {.section = "10.3.1",
          .claim = "The error of the central flat histogram grows linearly with the length of the range.",
          .holds = std::abs(slope.value - 1) < 0.1,
          .finding = fmt::format(
              "It grows like √r: exponent {} over all N and ε, where linear growth would be 1. The R² ≥ 0.97 of "
              "his lines cannot tell: a straight line through √r itself has R² ≥ {:.3f} at his lengths.",
              text_of(slope), worst_line_through_roots(study)),
          .chart = {"length of the range r (values)",
                    "RMSE (counts)",
                    "central flat, all N, ε = 1",
                    {std::move(flat), thesis_line("linear in r", std::move(linear))}}};
}

FriisClaim claim_local_flat_falls(const FriisStudy& study) {
  const auto plain = cells_by_length(study, local_flat, shown_size, shown_epsilon);
  const auto adjusted = cells_by_length(study, local_flat_adjusted, shown_size, shown_epsilon);
  const auto highest = *std::max_element(adjusted.begin(), adjusted.end(), [](const FriisCell* a, const FriisCell* b) {
    return a->expected < b->expected;
  });
  const FriisCell& longest = *adjusted.back();
  return {
      .section = "10.3.2",
      .claim = "The error of the local flat histogram rises with the length of the range, then falls again.",
      .holds = longest.rmse < highest->rmse,
      .finding = fmt::format(
          "With the public number of people n used, the variance is r(1 − r/N)·V, a parabola: RMSE {:.0f} at "
          "r = {}, {:.0f} at r = {}. It is the variance, not the error, that has degree two. Plain sums of "
          "an oracle such as oue grow like √r throughout (exponent {}).",
          highest->rmse, highest->length, longest.rmse, longest.length, text_of(exponent_of_length(study, local_flat))),
      .chart = {"length of the range r (values)",
                "RMSE (people)",
                "local flat, N = 2048, ε = 1",
                {line_of(local_flat, points_of(plain, by_length)),
                 line_of(local_flat_adjusted, points_of(adjusted, by_length))}}};
}

FriisClaim claim_exact_total_leaks(const FriisStudy& study) {
  Chart chart{"ε asked for", "ε in truth", "one report, exactly", {}};
  std::vector<double> epsilons = study.settings.epsilons;
  std::sort(epsilons.begin(), epsilons.end());
  const auto line = [&](const std::function<double(double)>& truth) {
    std::vector<ChartPoint> points;
    for (const double epsilon : epsilons) points.push_back({epsilon, {}, truth(epsilon)});
    return points;
  };
  chart.lines.push_back({"ours, any N", "b4", LineStyle::solid, line([](double epsilon) { return epsilon; })});
  for (const double g : {2.0, 2048.0}) {
    chart.lines.push_back(thesis_line(fmt::format("his oracle, N = {}", g),
                                      line([g](double epsilon) { return friis_oracle_epsilon(epsilon, g); })));
  }
  return {.section = "10.3.2",
          .claim = "That the whole range is answered exactly puts the privacy of the local oracle in doubt.",
          .holds = false,
          .finding = fmt::format(
              "The number of reports is public in the local model, so an exact total reveals nothing about "
              "anyone's value. His oracle does leak, for another reason: its lies are drawn over all values, the "
              "true one included. At ε = 0.2 it has ε = {:.2f} over 2048 values and {:.2f} over 2, and never less "
              "than ln 2. Ours are enumerated exactly by the tests.",
              friis_oracle_epsilon(0.2, 2048), friis_oracle_epsilon(0.2, 2)),
          .chart = std::move(chart)};
}

FriisClaim claim_domain_free_oracle(const FriisStudy& study) {
  // Variance of one value's estimate per person, from the shortest ranges of Table 1.
  std::vector<ChartPoint> ours, his;
  const double power = std::exp(shown_epsilon);
  for (std::size_t i = 0; i < study.settings.sizes.size(); ++i) {
    const std::uint64_t size = study.settings.sizes[i];
    const FriisCell& cell = study.at(local_flat, size, shown_epsilon, friis_table1(size).front());
    const double unit = static_cast<double>(study.people[i]) * static_cast<double>(cell.length);
    const auto n = static_cast<double>(size);
    ours.push_back(
        {n, cell.rmse * cell.rmse / unit, cell.expected * cell.expected / unit, 2 * cell.rmse * cell.std_error / unit});
    his.push_back({n, {}, (power + n - 2) / ((power - 1) * (power - 1))});
  }
  const double spread = *ours.back().expected / *ours.front().expected;
  const double growth = *his.back().expected / *his.front().expected;
  return {.section = "8.3.1",
          .claim = "The variance of the local oracle does not depend on the size of the domain.",
          .holds = std::abs(spread - 1) < 0.05,
          .finding = fmt::format(
              "True of oue (and of olh, which he names): {:.2f} per person at N = {:.0f} and {:.2f} at N = {:.0f}. "
              "Not of what he ran, which hashes nothing: randomised response over all values, even with the right "
              "probabilities, has {:.0f} times as much at the larger N. This explains most of his surprises.",
              *ours.front().measured, ours.front().x, *ours.back().measured, ours.back().x, growth),
          .chart = {"size of the domain N (values)",
                    "variance per person of one value's count",
                    "local flat, ε = 1",
                    {{"oue", "flat", LineStyle::solid, std::move(ours)}, thesis_line("what he ran", std::move(his))}}};
}

}  // namespace sourdine
