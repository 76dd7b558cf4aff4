#include "sourdine/oracle/hadamard.h"

#include <algorithm>
#include <bit>
#include <numeric>

#include "sourdine/oracle/keep_oracle.h"
#include "sourdine/oracle/parameters.h"
#include "sourdine/oracle/walsh_hadamard.h"
#include "sourdine/random/exact.h"

namespace sourdine {
namespace {

// How hr deals k values to blocks.
struct Blocks {
  std::uint64_t width;  // w, a power of two ≥ 2
  std::uint64_t count;

  // The least width with which `target` blocks hold all values; the last of them may stay empty and is left out.
  static Blocks for_target(Value k, std::uint64_t target) {
    std::uint64_t width = 2;
    while ((width - 1) * target < k) width *= 2;
    return {width, (k + width - 2) / (width - 1)};
  }

  // The blocks of the smallest error. Decided in 100-digit arithmetic: every machine must choose the same.
  static Blocks for_epsilon(Value k, double epsilon) {
    require_epsilon(epsilon);
    Blocks best = for_target(k, 1);
    Exact least = best.rare_variance(k, epsilon);
    for (std::uint64_t target = 2; target <= 2 * std::uint64_t{k}; target *= 2) {
      const Blocks blocks = for_target(k, target);
      const Exact variance = blocks.rare_variance(k, epsilon);
      if (variance < least) {
        best = blocks;
        least = variance;
      }
    }
    return best;
  }

  // Per report, of a value of a full block that nobody holds, the others evenly held.
  Exact rare_variance(Value k, double epsilon) const {
    const Exact odds = (capped_exp(epsilon) - 1) * width / 2;
    const Exact kept = odds / (outputs() + odds);
    const Exact stray = (1 - kept) / count;
    const Exact in_block = Exact(std::min<std::uint64_t>(width - 1, k) - 1) / (k - 1);
    return (in_block * kept + stray) / (kept * kept);
  }

  std::uint64_t outputs() const { return width * count; }
  std::uint64_t block(Value value) const { return value / (width - 1); }
  std::uint64_t row(Value value) const { return 1 + value % (width - 1); }
};

class HadamardResponse final : public KeepOracle<HadamardResponse> {
 public:
  HadamardResponse(OracleSpec spec, Blocks blocks)
      : KeepOracle(std::move(spec), blocks.outputs(), blocks.width / 2), blocks_(blocks) {}

  // The "no" of another value of the same block, whose supporting outputs share half with this one's.
  Support support() const override { return {keep().yes(), keep().no(0.5), keep().gap(0.5)}; }
  bool is_pure() const override { return false; }

  // The bits of i fill every place of the column but that of the row's lowest one bit, which makes the parity even.
  std::uint64_t supporting_output(Value value, std::uint64_t i) const {
    const std::uint64_t row = blocks_.row(value);
    const std::uint64_t lowest = row & (std::uint64_t{0} - row);
    const std::uint64_t column = (i & (lowest - 1)) | ((i & ~(lowest - 1)) << 1);
    return blocks_.block(value) * blocks_.width + (hadamard_is_minus(row, column) ? column | lowest : column);
  }
  bool output_supports(std::uint64_t output, Value value) const {
    return output / blocks_.width == blocks_.block(value) && !hadamard_is_minus(blocks_.row(value), output);
  }

  // C(S_x) = (C(block) + ΣT_x) / 2.
  std::vector<double> supports(TallyView tally) const override {
    const std::vector<std::int64_t> sums = transform(tally);
    std::vector<double> counts(k());
    for (Value value = 0; value < k(); ++value) {
      const std::size_t block = blocks_.block(value) * blocks_.width;
      counts[value] = static_cast<double>(sums[block] + sums[block + blocks_.row(value)]) / 2;
    }
    return counts;
  }

  std::vector<double> invert(TallyView tally) const override {
    const std::vector<std::int64_t> sums = transform(tally);
    std::vector<double> estimate(k());
    for (Value value = 0; value < k(); ++value) {
      const std::size_t at = blocks_.block(value) * blocks_.width + blocks_.row(value);
      estimate[value] = static_cast<double>(sums[at]) / keep().threshold.probability();
    }
    return estimate;
  }

  double variance(Value value, std::span<const double> counts) const override {
    const std::uint64_t first = blocks_.block(value) * (blocks_.width - 1);
    const std::uint64_t end = std::min<std::uint64_t>(first + blocks_.width - 1, k());
    const double n = std::accumulate(counts.begin(), counts.end(), 0.0);
    const auto members = counts.subspan(first, end - first);
    const double in_block = std::accumulate(members.begin(), members.end(), 0.0);
    const ReportVariance report = report_variance();
    return counts[value] * report.holder + (in_block - counts[value]) * report.same_block +
           (n - in_block) * report.other_block;
  }

  // Sums over a block's values before and after this one, and over the blocks before and after its own: O(k), and
  // nothing is subtracted, so that small weights beside a large one keep their digits.
  std::vector<VarianceCurve> variance_curves(double n, std::span<const double> weights) const override {
    const ReportVariance report = report_variance();
    std::vector<double> in_block(k());
    std::vector<double> block_sums(blocks_.count);
    for (Value value = 0; value < k(); ++value) {
      in_block[value] = block_sums[blocks_.block(value)];
      block_sums[blocks_.block(value)] += weights[value];
    }
    std::vector<double> elsewhere(blocks_.count);
    std::exclusive_scan(block_sums.begin(), block_sums.end(), elsewhere.begin(), 0.0);
    double later_blocks = 0;
    for (std::size_t block = blocks_.count; block-- > 0;) {
      elsewhere[block] += later_blocks;
      later_blocks += block_sums[block];
    }
    std::vector<VarianceCurve> curves(k());
    double later_values = 0;
    for (Value value = k(); value-- > 0;) {
      const std::uint64_t block = blocks_.block(value);
      const std::uint64_t first = block * (blocks_.width - 1);
      const std::uint64_t end = std::min<std::uint64_t>(first + blocks_.width - 1, k());
      if (value + 1 == end) later_values = 0;
      double same = in_block[value] + later_values;
      double other = elsewhere[block];
      if (!(same + other > 0)) {  // evenly
        same = static_cast<double>(end - first - 1);
        other = static_cast<double>(k() - (end - first));
      }
      const double others = (same * report.same_block + other * report.other_block) / (same + other);
      curves[value] = {n * others, report.holder - others, 0};
      later_values += weights[value];
    }
    return curves;
  }

 private:
  // What one report adds to the variance of a value's estimate, by what its sender holds.
  struct ReportVariance {
    double holder;  // the value itself
    double same_block, other_block;
  };
  ReportVariance report_variance() const {
    const double kept = keep().threshold.probability();
    const double stray = keep().threshold.complement() / static_cast<double>(blocks_.count);
    // λ − λ² is written λ(1−λ): for large ε it is all that is left.
    const double holder = kept * keep().threshold.complement() + stray;
    return {holder / (kept * kept), (kept + stray) / (kept * kept), stray / (kept * kept)};
  }

  // Per block: H_w · counts. Entry 0 is the block's number of reports, entry r the sum of T_x of the value at row r.
  std::vector<std::int64_t> transform(TallyView tally) const {
    std::vector<std::int64_t> sums(tally.cells.begin(), tally.cells.end());
    for (std::size_t at = 0; at < sums.size(); at += blocks_.width) {
      walsh_hadamard(std::span(sums).subspan(at, blocks_.width));
    }
    return sums;
  }

  Blocks blocks_;
};

// Output 2j + s is row j with sign (−1)^s.
class HadamardCoefficient final : public KeepOracle<HadamardCoefficient> {
 public:
  HadamardCoefficient(OracleSpec spec, std::uint64_t rows) : KeepOracle(std::move(spec), 2 * rows, rows) {}

  Support support() const override { return {keep().yes(), keep().no(0.5), keep().gap(0.5)}; }

  std::uint64_t supporting_output(Value value, std::uint64_t row) const {
    return 2 * row + (hadamard_is_minus(row, value) ? 1 : 0);
  }
  bool output_supports(std::uint64_t output, Value value) const {
    return hadamard_is_minus(output / 2, value) == (output % 2 != 0);
  }

  // Agreeing minus disagreeing reports is one transform of the signed histogram; together they are all reports.
  std::vector<double> supports(TallyView tally) const override {
    std::vector<std::int64_t> sums(tally.cells.size() / 2);
    std::int64_t n = 0;
    for (std::size_t row = 0; row < sums.size(); ++row) {
      const auto plus = static_cast<std::int64_t>(tally.cells[2 * row]);
      const auto minus = static_cast<std::int64_t>(tally.cells[2 * row + 1]);
      sums[row] = plus - minus;
      n += plus + minus;
    }
    walsh_hadamard(std::span(sums));
    std::vector<double> counts(k());
    for (Value value = 0; value < k(); ++value) counts[value] = static_cast<double>(n + sums[value]) / 2;
    return counts;
  }
};

}  // namespace

std::unique_ptr<Oracle> make_hr(OracleSpec spec) {
  const std::uint64_t target = whole_parameter(spec, "blocks", 0, 1, std::uint64_t{1} << 27);
  const Blocks blocks =
      target == 0 ? Blocks::for_epsilon(spec.k(), spec.epsilon) : Blocks::for_target(spec.k(), target);
  return std::make_unique<HadamardResponse>(
      with_parameter(std::move(spec), "blocks", static_cast<double>(blocks.count)), blocks);
}

std::unique_ptr<Oracle> make_hrr(OracleSpec spec) {
  const std::uint64_t rows = std::bit_ceil(std::uint64_t{spec.k()});
  return std::make_unique<HadamardCoefficient>(std::move(spec), rows);
}

}  // namespace sourdine
