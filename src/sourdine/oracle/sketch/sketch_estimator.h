// SketchEstimator: from the supports of a sketch to counts and their variance. cms and hcms share it; the formulas are
// in oracle/sketch.h.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "sourdine/oracle/design_inverse.h"
#include "sourdine/oracle/oracle.h"
#include "sourdine/oracle/sketch/sketch_hash.h"

namespace sourdine {

// What a report says about the buckets of its row: every one as a bit (cms), or one Hadamard coefficient (hcms).
enum class SketchReport { bits, coefficient };

class SketchEstimator {
 public:
  // The hash functions themselves are taken apart up to this many values and this much work, k²·rows.
  static constexpr Value max_values = 4096;
  static constexpr std::uint64_t max_work = std::uint64_t{1} << 32;

  // `apart` are the probabilities that a report supports the value held, and one of another bucket. `hash` must outlive
  // the estimator.
  SketchEstimator(const SketchHash& hash, Value k, SketchReport report, Support apart)
      : hash_(hash), k_(k), report_(report), apart_(apart) {}

  // The probabilities for the value held and any other one, over the choice of the functions.
  Support family_support() const;
  // True when counts() and what follows are for the functions as they are, false when over their choice.
  bool is_for_fixed_hashes() const { return inverse() != nullptr; }

  // As Oracle has them.
  std::vector<double> counts(std::vector<double> supports, double n) const;
  double variance(Value value, std::span<const double> counts) const;
  std::vector<VarianceCurve> variance_curves(double n, std::span<const double> weights) const;

 private:
  // Made at the first call: clients and tallies never need it. nullptr where the values cannot be told apart or are too
  // many.
  const DesignInverse* inverse() const;
  std::vector<double> holder_variances(Value value, std::span<const double> row) const;
  // Over the choice of the functions: `held` users hold the value, `others` do not, `squares` = Σ_{w≠v} n_w².
  double family_variance(double held, double others, double squares) const;
  std::vector<VarianceCurve> family_curves(double n, std::span<const double> weights) const;

  const SketchHash& hash_;
  Value k_;
  SketchReport report_;
  Support apart_;
  mutable std::once_flag once_;
  mutable std::shared_ptr<const DesignInverse> inverse_;
};

}  // namespace sourdine
