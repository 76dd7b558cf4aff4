// DesignInverse: what public hash functions mix, taken apart. Shared by rappor, cms and hcms.
//
// A report falls into one of m groups (rappor's cohorts, a sketch's rows), uniformly, and speaks of that group's cells.
// Which cells a value sets is public: the design X, cells × values, of 0 and 1. With G = XᵀX/m, G_vw the number of
// cells that v and w share, averaged over the groups, the cells that v sets add up to (G·counts)_v on average; so G⁻¹
// gives unbiased counts for these functions, not only on average over all of them.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "sourdine/oracle/oracle.h"

namespace sourdine {

struct Design {
  std::size_t groups = 0;
  std::size_t stride = 0;                           // cells of a group; the first of group j is j·stride
  std::vector<std::vector<std::uint32_t>> columns;  // per value the cells it sets, increasing
};

class DesignInverse {
 public:
  // Factors G: k²·8 bytes and O(k³).
  explicit DesignInverse(Design design);
  ~DesignInverse();

  // False when the values cannot be told apart: G is singular, or so close to it that fewer than about four digits of a
  // solution would be correct. Nothing below may be called then.
  bool is_regular() const;
  const Design& design() const;

  // G⁻¹·right, O(k²).
  std::vector<double> solve(std::span<const double> right) const;
  // Row `value` of G⁻¹, which is symmetric; O(k²).
  std::vector<double> row(Value value) const;
  // Calls visit(value, row) once for every value, on all cores at the same time. Many times faster than one by one.
  using Visit = std::function<void(Value value, std::span<const double> row)>;
  void visit_rows(const Visit& visit) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// What a report of a holder of w adds to the variance of the estimate of `value`, for every w, when the report gives
// every cell of its group as a bit, independently 1 with bit.yes where w sets it and with bit.no elsewhere:
//   (1/m) Σ_groups(μ² + σ²) − δ_vw, μ = Σ_cells W·x_w, σ² = Σ_cells W²·s(1−s)/gap², s = yes or no,
// where W = Σ_u row[u]·x_u is the weight of a cell in the estimate. `row` is the value's row of G⁻¹. The draw of the
// group is part of it. O(k · cells of a column).
std::vector<double> bit_variances(const Design& design, Value value, std::span<const double> row, const Support& bit);

}  // namespace sourdine
