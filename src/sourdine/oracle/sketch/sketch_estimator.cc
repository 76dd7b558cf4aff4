#include "sourdine/oracle/sketch/sketch_estimator.h"

#include <algorithm>
#include <numeric>
#include <optional>

namespace sourdine {
namespace {

// Buckets nobody is in are left out, so that a row takes min(k, width) cells.
Design design_of(const SketchHash& hash, Value k) {
  Design design{hash.rows(), std::min<std::size_t>(k, hash.width()), std::vector<std::vector<std::uint32_t>>(k)};
  constexpr std::uint32_t unused = ~std::uint32_t{0};
  std::vector<std::uint32_t> cell_of_bucket(hash.width(), unused);
  std::vector<std::uint64_t> buckets(k);
  for (std::size_t row = 0; row < hash.rows(); ++row) {
    auto next = static_cast<std::uint32_t>(row * design.stride);
    for (Value value = 0; value < k; ++value) {
      buckets[value] = hash.bucket(row, value);
      std::uint32_t& cell = cell_of_bucket[buckets[value]];
      if (cell == unused) cell = next++;
      design.columns[value].push_back(cell);
    }
    for (const std::uint64_t bucket : buckets) cell_of_bucket[bucket] = unused;
  }
  return design;
}

// The functions do not depend on ε, and a plan tries dozens of ε for both sketches: the last inverse made is kept.
std::shared_ptr<const DesignInverse> inverse_of(const SketchHash& hash, Value k) {
  static std::mutex mutex;
  static std::optional<SketchHash> last_hash;
  static Value last_k = 0;
  static std::shared_ptr<const DesignInverse> last;
  const std::lock_guard lock(mutex);
  if (last_k != k || last_hash != hash) {
    last.reset();  // before the next one takes as much memory
    last = std::make_shared<const DesignInverse>(design_of(hash, k));
    last_hash = hash;
    last_k = k;
  }
  return last;
}

}  // namespace

const DesignInverse* SketchEstimator::inverse() const {
  std::call_once(once_, [this] {
    if (k_ > max_values || std::uint64_t{k_} * k_ > max_work / hash_.rows()) return;
    auto inverse = inverse_of(hash_, k_);
    if (inverse->is_regular()) inverse_ = std::move(inverse);
  });
  return inverse_.get();
}

Support SketchEstimator::family_support() const {
  const double c = hash_.collision();
  return {apart_.yes, apart_.no + apart_.gap * c, apart_.gap * (1 - c)};
}

std::vector<double> SketchEstimator::counts(std::vector<double> supports, double n) const {
  const Support s = inverse() ? apart_ : family_support();
  for (double& count : supports) count = (count - n * s.no) / s.gap;
  return inverse() ? inverse()->solve(supports) : supports;
}

std::vector<double> SketchEstimator::holder_variances(Value value, std::span<const double> row) const {
  if (report_ == SketchReport::bits) return bit_variances(inverse()->design(), value, row, apart_);
  const double noise = apart_.yes * (1 - apart_.yes) / (apart_.gap * apart_.gap);
  std::vector<double> variances(k_, row[value] * noise + row[value]);
  variances[value] = row[value] * noise + (row[value] - 1);
  return variances;
}

double SketchEstimator::variance(Value value, std::span<const double> counts) const {
  if (inverse()) {
    const std::vector<double> per_holder = holder_variances(value, inverse()->row(value));
    return std::inner_product(counts.begin(), counts.end(), per_holder.begin(), 0.0);
  }
  double others = 0;
  double squares = 0;
  for (Value w = 0; w < k_; ++w) {
    if (w == value) continue;
    others += counts[w];
    squares += counts[w] * counts[w];
  }
  return family_variance(counts[value], others, squares);
}

std::vector<VarianceCurve> SketchEstimator::variance_curves(double n, std::span<const double> weights) const {
  if (!inverse()) return family_curves(n, weights);
  std::vector<VarianceCurve> curves(k_);
  inverse()->visit_rows([&](Value value, std::span<const double> row) {
    curves[value] = linear_curve(value, holder_variances(value, row), n, weights);
  });
  return curves;
}

double SketchEstimator::family_variance(double held, double others, double squares) const {
  const Support s = family_support();
  const double c = hash_.collision();
  const double pairs = std::max(0.0, squares - others);  // Σ n_w(n_w−1); shares instead of counts have none
  return (held * s.yes * (1 - s.yes) + others * s.no * (1 - s.no)) / (s.gap * s.gap) +
         c / (1 - c) * pairs / static_cast<double>(hash_.rows());
}

// Sums over all values less the value's own: O(k), for these are the large domains.
std::vector<VarianceCurve> SketchEstimator::family_curves(double n, std::span<const double> weights) const {
  const double total = std::accumulate(weights.begin(), weights.end(), 0.0);
  const double squares = std::inner_product(weights.begin(), weights.end(), weights.begin(), 0.0);
  const double even = 1.0 / (k_ - 1);  // Σ_{w≠v} of squared shares of the others, at least
  std::vector<VarianceCurve> curves;
  curves.reserve(k_);
  for (const double weight : weights) {
    const double others = total - weight;
    const double spread = others > 0 ? std::clamp((squares - weight * weight) / (others * others), even, 1.0) : even;
    const auto at = [&](double x) { return family_variance(x, n - x, (n - x) * (n - x) * spread); };
    curves.push_back(parabola(at(0), at(n / 2), at(n), n));
  }
  return curves;
}

}  // namespace sourdine
