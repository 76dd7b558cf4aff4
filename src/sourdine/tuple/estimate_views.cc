#include "sourdine/tuple/estimate_views.h"

#include <algorithm>
#include <numeric>

#include "sourdine/base/error.h"

namespace sourdine {
namespace {

[[noreturn]] void fail_view() { fail_internal("what explains the tally of an attribute makes no reports"); }

// Without labels: those of a large product would only be copied.
OracleSpec view_spec(const Oracle& oracle, const Domain& domain) {
  return {oracle.name(), domain, oracle.oracle_spec().epsilon, {}};
}

double total(std::span<const double> counts) { return std::accumulate(counts.begin(), counts.end(), 0.0); }

}  // namespace

void EstimateView::likelihood(std::span<const std::uint8_t>, std::span<double>) const { fail_view(); }
void EstimateView::enumerate_value(Value, Branches&, std::span<std::uint8_t>) const { fail_view(); }
void EstimateView::simulate_valid(std::span<const std::uint64_t>, Random&, TallySpan) const { fail_view(); }
void EstimateView::randomize_values(std::span<const Value>, Random&, std::span<std::uint8_t>) const { fail_view(); }
void EstimateView::tally_possible(ReportsView, std::span<std::uint64_t>) const { fail_view(); }

SampledView::SampledView(std::shared_ptr<const Oracle> oracle, std::uint64_t people)
    : EstimateView(view_spec(*oracle, Domain(oracle->k()))),
      oracle_(std::move(oracle)),
      people_(static_cast<double>(people)) {}

double SampledView::correction(double sampled) const {
  return people_ > 1 ? (people_ - sampled) / (people_ - 1) - 1 : 0;
}

double SampledView::variance(Value value, std::span<const double> counts) const {
  const double m = total(counts), x = counts[value];
  return oracle_->variance(value, counts) + (m > 0 ? x * (m - x) / m * correction(m) : 0);
}

std::vector<VarianceCurve> SampledView::variance_curves(double n, std::span<const double> weights) const {
  std::vector<VarianceCurve> curves = oracle_->variance_curves(n, weights);
  for (VarianceCurve& curve : curves) {
    curve.linear += correction(n);
    curve.square -= correction(n) / n;
  }
  return curves;
}

SetView::SetView(const Oracle& oracle, const Domain& sets, std::uint64_t width)
    : EstimateView(view_spec(oracle, sets)), is_pure_(oracle.report_names_value() || width == 1) {
  const Support one = oracle.support();
  const auto w = static_cast<double>(width);
  support_ = {one.yes + (w - 1) * one.no, w * one.no, one.gap};
  if (oracle.report_names_value()) {
    holder_ = support_.yes * (1 - support_.yes);
    other_ = support_.no * (1 - support_.no);
  } else {
    holder_ = one.yes * (1 - one.yes) + (w - 1) * one.no * (1 - one.no);
    other_ = w * one.no * (1 - one.no);
  }
}

double SetView::variance(Value value, std::span<const double> counts) const {
  const double held = counts[value];
  return (held * holder_ + (total(counts) - held) * other_) / (support_.gap * support_.gap);
}

std::vector<VarianceCurve> SetView::variance_curves(double n, std::span<const double>) const {
  const double square = support_.gap * support_.gap;
  return std::vector<VarianceCurve>(k(), {n * other_ / square, (holder_ - other_) / square, 0});
}

PairView::PairView(const Oracle& first, const Oracle& second)
    : EstimateView(view_spec(first, Domain(std::uint64_t{first.k()} * second.k()))),
      rows_(first.k()),
      columns_(second.k()),
      first_(first.support()),
      second_(second.support()) {}

std::vector<double> PairView::supports(TallyView tally) const {
  const auto pairs = tally.cells.first(k());
  return {pairs.begin(), pairs.end()};
}

std::vector<double> PairView::invert(TallyView tally) const {
  std::vector<double> counts = supports(tally);
  const auto n = static_cast<double>(tally.reports);
  const auto rows = tally.cells.subspan(k(), rows_);
  const auto columns = tally.cells.subspan(std::size_t{k()} + rows_, columns_);
  for (std::size_t u = 0; u < rows_; ++u) {
    for (std::size_t v = 0; v < columns_; ++v) {
      double& count = counts[u * columns_ + v];
      count = (count - second_.no * static_cast<double>(rows[u]) - first_.no * static_cast<double>(columns[v]) +
               n * first_.no * second_.no) /
              (first_.gap * second_.gap);
    }
  }
  return counts;
}

VarianceCurve PairView::curve(double n, double row, double column) const {
  const auto noise = [](double probability, const Support& s) {
    return probability * (1 - probability) / (s.gap * s.gap);
  };
  const double yes1 = noise(first_.yes, first_), no1 = noise(first_.no, first_);
  const double yes2 = noise(second_.yes, second_), no2 = noise(second_.no, second_);
  const double both = (1 + yes1) * (1 + yes2) - 1, only_row = (1 + yes1) * no2, only_column = no1 * (1 + yes2);
  const double neither = no1 * no2;
  return {row * only_row + column * only_column + (n - row - column) * neither, both - only_row - only_column + neither,
          0};
}

double PairView::variance(Value value, std::span<const double> counts) const {
  double row = 0, column = 0;
  for (std::size_t v = 0; v < columns_; ++v) row += counts[value - value % columns_ + v];
  for (std::size_t u = 0; u < rows_; ++u) column += counts[u * columns_ + value % columns_];
  return curve(total(counts), row, column).at(counts[value]);
}

// The weights are estimates clipped at 0, whose sum may be far from n: rows and columns are taken in proportion.
std::vector<VarianceCurve> PairView::variance_curves(double n, std::span<const double> weights) const {
  const double sum = total(weights);
  const double scale = sum > 0 ? n / sum : 0;
  std::vector<double> rows(rows_), columns(columns_);
  for (std::size_t u = 0; u < rows_; ++u) {
    for (std::size_t v = 0; v < columns_; ++v) {
      rows[u] += scale * weights[u * columns_ + v];
      columns[v] += scale * weights[u * columns_ + v];
    }
  }
  std::vector<VarianceCurve> curves;
  for (std::size_t u = 0; u < rows_; ++u) {
    for (std::size_t v = 0; v < columns_; ++v) curves.push_back(curve(n, rows[u], columns[v]));
  }
  return curves;
}

}  // namespace sourdine
