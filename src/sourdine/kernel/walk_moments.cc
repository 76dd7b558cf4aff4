#include "sourdine/kernel/walk_moments.h"

#include <cmath>
#include <utility>

#include "sourdine/kernel/aligned.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "sourdine/kernel/walk_moments.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#ifndef SOURDINE_KERNEL_WALK_MOMENTS_ONCE
#define SOURDINE_KERNEL_WALK_MOMENTS_ONCE
namespace sourdine {

// Σ log without a logarithm per number.
class LogSum {
 public:
  void add(double x) {
    if (!is_moderate(x)) {
      sum_ += std::log(x);
      return;
    }
    product_ *= x;
    if (is_moderate(product_)) return;
    sum_ += std::log(product_);
    product_ = 1;
  }
  double sum() const { return sum_ + std::log(product_); }

 private:
  // Two moderate numbers can be multiplied without leaving the range of double.
  static bool is_moderate(double x) { return x > 0x1p-500 && x < 0x1p500; }

  double sum_ = 0, product_ = 1;
};

}  // namespace sourdine
#endif

HWY_BEFORE_NAMESPACE();
namespace sourdine::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
using Numbers = hn::CappedTag<double, walk_padding>;
constexpr std::size_t lanes = hn::MaxLanes(Numbers());
constexpr std::size_t block_rows = 64;  // of innovations, kept in the nearest cache until they are squared

class WalkFilter {
 public:
  explicit WalkFilter(const WalkColumns& columns) : columns_(columns), state_(aligned_doubles(columns.stride)) {
    for (std::size_t i = 0; i < columns.stride; ++i) state_[i] = 0;
  }

  double level_variance() const { return level_variance_; }

  // The innovations of period t and, returned, F: ∞ where it is not observed, and then the walk learns nothing.
  HWY_INLINE double filter(std::size_t t, double* HWY_RESTRICT innovations) {
    const Numbers d;
    const double noise = columns_.variance[t] + columns_.dispersion * columns_.irregular[t];
    const double total = level_variance_ + noise;
    const double precision = 1 / total;
    const double gain = level_variance_ * precision;
    const double* const design = columns_.design.data() + t * columns_.stride;
    const auto gains = hn::Set(d, gain);
    for (std::size_t i = 0; i < columns_.stride; i += lanes) {
      const auto state = hn::Load(d, state_.get() + i);
      const auto innovation = hn::Sub(hn::LoadU(d, design + i), state);
      hn::StoreU(innovation, d, innovations + i);
      hn::Store(hn::Add(state, hn::Mul(gains, innovation)), d, state_.get() + i);
    }
    innovations[0] = columns_.share[t] - share_state_;
    share_state_ = share_state_ + gain * innovations[0];
    if (std::isfinite(noise)) level_variance_ = level_variance_ * noise * precision;
    level_variance_ += columns_.drift;
    return total;
  }

 private:
  const WalkColumns& columns_;
  AlignedDoubles state_;
  double share_state_ = 0;
  double level_variance_ = 0;
};

// squares[j][i] += Σ (e_i / F)·e_j over the rows, for `lanes` columns from i and walk_padding columns from j.
HWY_INLINE void add_tile(const double* HWY_RESTRICT rows, const double* HWY_RESTRICT precision, std::size_t count,
                         std::size_t stride, std::size_t i, std::size_t j, double* HWY_RESTRICT squares) {
  const Numbers d;
  hn::Vec<Numbers> sums[walk_padding];
  for (std::size_t c = 0; c < walk_padding; ++c) sums[c] = hn::LoadU(d, squares + (j + c) * stride + i);
  for (std::size_t row = 0; row < count; ++row, rows += stride) {
    const auto weighted = hn::Mul(hn::Load(d, rows + i), hn::Set(d, precision[row]));
    for (std::size_t c = 0; c < walk_padding; ++c) {
      sums[c] = hn::Add(sums[c], hn::Mul(weighted, hn::Set(d, rows[j + c])));
    }
  }
  for (std::size_t c = 0; c < walk_padding; ++c) hn::StoreU(sums[c], d, squares + (j + c) * stride + i);
}

// Entries with i ≥ j at least.
void add_squares(const double* rows, const double* precision, std::size_t count, std::size_t stride, double* squares) {
  for (std::size_t i = 0; i < stride; i += lanes) {
    for (std::size_t j = 0; j < i + lanes; j += walk_padding) {
      add_tile(rows, precision, count, stride, i, j, squares);
    }
  }
}

class WalkSums {
 public:
  explicit WalkSums(WalkMoments& moments)
      : moments_(moments),
        stride_(moments.columns.stride),
        walk_(moments.columns),
        rows_(aligned_doubles(block_rows * stride_)) {}

  HWY_INLINE void filter(std::size_t t) {
    const std::size_t row = t % block_rows;
    const double total = walk_.filter(t, rows_.get() + row * stride_);
    precision_[row] = 1 / total;  // 0 where the period is not observed: nothing is added
    if (std::isfinite(total)) log_determinant_.add(total);
  }

  void add_block(std::size_t count) { add_squares(rows_.get(), precision_, count, stride_, moments_.squares.data()); }

  void finish() {
    double* const squares = moments_.squares.data();
    for (std::size_t i = 0; i < stride_; ++i) {
      for (std::size_t j = 0; j < i; ++j) squares[i * stride_ + j] = squares[j * stride_ + i];
    }
    moments_.log_determinant = log_determinant_.sum();
  }

 private:
  WalkMoments& moments_;
  std::size_t stride_;
  WalkFilter walk_;
  AlignedDoubles rows_;
  double precision_[block_rows];
  LogSum log_determinant_;
};

template <std::size_t... walk>
HWY_INLINE void sum_together(std::span<WalkMoments> moments, std::index_sequence<walk...>) {
  WalkSums sums[] = {WalkSums(moments[walk])...};
  const std::size_t periods = moments[0].columns.share.size();
  for (std::size_t first = 0; first < periods; first += block_rows) {
    const std::size_t end = HWY_MIN(periods, first + block_rows);
    for (std::size_t t = first; t < end; ++t) (sums[walk].filter(t), ...);
    (sums[walk].add_block(end - first), ...);
  }
  (sums[walk].finish(), ...);
}

void moments(std::span<WalkMoments> walks) {
  for (; walks.size() > 1; walks = walks.subspan(2)) sum_together(walks, std::make_index_sequence<2>());
  if (!walks.empty()) sum_together(walks, std::make_index_sequence<1>());
}

void innovations(const WalkColumns& columns, std::span<double> rows, std::span<double> level_variance) {
  WalkFilter walk(columns);
  for (std::size_t t = 0; t < columns.share.size(); ++t) {
    level_variance[t] = walk.level_variance();
    walk.filter(t, rows.data() + t * columns.stride);
  }
}

}  // namespace sourdine::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sourdine {

HWY_EXPORT(moments);
HWY_EXPORT(innovations);

void walk_moments(std::span<WalkMoments> walks) { HWY_DYNAMIC_DISPATCH(moments)(walks); }

void walk_innovations(const WalkColumns& columns, std::span<double> rows, std::span<double> level_variance) {
  HWY_DYNAMIC_DISPATCH(innovations)(columns, rows, level_variance);
}

}  // namespace sourdine
#endif
