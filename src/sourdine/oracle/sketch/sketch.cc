#include "sourdine/oracle/sketch/sketch.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <numeric>

#include "sourdine/base/bits.h"
#include "sourdine/base/error.h"
#include "sourdine/kernel/bit_counts.h"
#include "sourdine/oracle/base.h"
#include "sourdine/oracle/bit_flip.h"
#include "sourdine/oracle/group_reports.h"
#include "sourdine/oracle/keep_oracle.h"
#include "sourdine/oracle/one_hot.h"
#include "sourdine/oracle/parameters.h"
#include "sourdine/oracle/sketch/sketch_estimator.h"
#include "sourdine/oracle/sketch/sketch_hash.h"
#include "sourdine/oracle/walsh_hadamard.h"
#include "sourdine/random/binomial.h"
#include "sourdine/random/multinomial.h"
#include "sourdine/random/uniform_numbers.h"

namespace sourdine {
namespace {

constexpr std::uint64_t max_sketch_rows = std::uint64_t{1} << 16;
constexpr std::uint64_t max_width = std::uint64_t{1} << 24;
constexpr std::uint64_t max_sketch_cells = std::uint64_t{1} << 24;  // 256 MiB of tally for hcms
constexpr std::uint64_t max_hash_seed = std::uint64_t{1} << 53;     // parameters are doubles

SketchHash hash_of(const OracleSpec& spec) {
  const std::uint64_t rows = whole_parameter(spec, "rows", 64, 1, max_sketch_rows);
  const std::uint64_t width = whole_parameter(spec, "width", 1024, 2, max_width);
  if (rows * width > max_sketch_cells) {
    fail_input(fmt::format("a sketch of {} rows of width {} has more than {} cells", rows, width, max_sketch_cells),
               "Fewer rows or a smaller width; 64 rows of width 1024 suit most domains.");
  }
  return {whole_parameter(spec, "hash_seed", 0, 0, max_hash_seed), rows, width};
}

OracleSpec with_sketch_sizes(OracleSpec spec) {
  const SketchHash hash = hash_of(spec);
  spec = with_parameter(std::move(spec), "rows", static_cast<double>(hash.rows()));
  spec = with_parameter(std::move(spec), "width", static_cast<double>(hash.width()));
  const double seed = parameter(spec, "hash_seed").value_or(0);
  return with_parameter(std::move(spec), "hash_seed", seed);
}

Guarantee sketch_guarantee(Guarantee guarantee, bool separates) {
  if (!separates) {
    guarantee.caveats.push_back(
        "spends nothing: the hash functions send all values of the domain to the same buckets, so reports say nothing; "
        "choose another hash_seed or a larger width");
  }
  return guarantee;
}

class Cms final : public OracleWith<Cms> {
 public:
  explicit Cms(OracleSpec spec)
      : OracleWith(std::move(spec)),
        hash_(hash_of(this->oracle_spec())),
        flip_(BitFlip::symmetric(this->oracle_spec().epsilon)),
        separates_(hash_.separates(k())),
        epsilon_(separates_ ? flip_.epsilon() : 0),
        estimator_(hash_, k(), SketchReport::bits, {flip_.p.probability(), flip_.q.probability(), flip_.gap()}) {}

  double epsilon() const override { return epsilon_; }
  Guarantee guarantee() const override { return sketch_guarantee(Oracle::guarantee(), separates_); }
  Support support() const override { return estimator_.family_support(); }
  std::size_t report_bits() const override { return row_bits() + hash_.width(); }
  std::size_t cells() const override { return hash_.rows() * hash_.width(); }

  template <Chance C>
  void encode(std::span<const Value> values, C& chance, std::span<std::uint8_t> reports) const {
    std::array<std::uint32_t, max_batch> storage;
    const auto rows = std::span(storage).first(values.size());
    UniformNumbers(hash_.rows()).fill(chance, rows, [](std::size_t) { return true; });
    std::array<std::uint32_t, max_batch> buckets;
    for (std::size_t i = 0; i < values.size(); ++i) {
      buckets[i] = static_cast<std::uint32_t>(hash_.bucket(rows[i], values[i]));
    }
    flip_one_hot(flip_, std::span<const std::uint32_t>(buckets).first(values.size()), row_bits(), hash_.width(), chance,
                 reports);
    const std::size_t size = report_bytes();
    for (std::size_t i = 0; i < values.size(); ++i) put_bits(reports.subspan(i * size, size), 0, row_bits(), rows[i]);
  }

  bool is_possible(std::span<const std::uint8_t> report) const override {
    return row_of(report) < hash_.rows() && padding_is_zero(report, report_bits());
  }
  void add(std::span<const std::uint8_t> report, std::span<std::uint64_t> cells) const {
    const auto row = cells.subspan(row_of(report) * hash_.width(), hash_.width());
    for (std::size_t bit = 0; bit < row.size(); ++bit) row[bit] += get_bit(report, row_bits() + bit) ? 1U : 0U;
  }
  bool supports_value(std::span<const std::uint8_t> report, Value value) const {
    return get_bit(report, row_bits() + hash_.bucket(row_of(report), value));
  }

  std::vector<double> supports(TallyView tally) const override {
    std::vector<double> supports(k());
    for (Value value = 0; value < k(); ++value) {
      std::uint64_t count = 0;
      for (std::size_t row = 0; row < hash_.rows(); ++row) {
        count += tally.cells[row * hash_.width() + hash_.bucket(row, value)];
      }
      supports[value] = static_cast<double>(count);
    }
    return supports;
  }
  std::vector<double> invert(TallyView tally) const override {
    return estimator_.counts(supports(tally), static_cast<double>(tally.reports));
  }
  bool is_pure() const override { return false; }
  double variance(Value value, std::span<const double> counts) const override {
    return estimator_.variance(value, counts);
  }
  std::vector<VarianceCurve> variance_curves(double n, std::span<const double> weights) const override {
    return estimator_.variance_curves(n, weights);
  }

  // Rows are one uniform multinomial per value; given them, bits are independent and each cell is two binomials.
  void simulate_valid(std::span<const std::uint64_t> histogram, Random& random, TallySpan into) const override {
    const std::vector<std::uint64_t> users = spread_over_rows(histogram, random);
    for (std::size_t first = 0; first < users.size(); first += hash_.width()) {
      const auto buckets = std::span(users).subspan(first, hash_.width());
      const std::uint64_t n = std::accumulate(buckets.begin(), buckets.end(), std::uint64_t{0});
      for (std::size_t bit = 0; bit < buckets.size(); ++bit) {
        into.cells[first + bit] +=
            sample_binomial(random, buckets[bit], flip_.p) + sample_binomial(random, n - buckets[bit], flip_.q);
      }
      into.reports += n;
    }
  }

 protected:
  void tally_possible(ReportsView reports, std::span<std::uint64_t> cells) const override {
    const auto row_of_report = [this](std::span<const std::uint8_t> report) { return row_of(report); };
    for_each_group(reports, hash_.rows(), row_of_report, [&](std::size_t row, std::span<const std::uint8_t> group) {
      add_bit_counts(group, reports.report_bytes, row_bits(), cells.subspan(row * hash_.width(), hash_.width()));
    });
  }

 private:
  std::size_t row_bits() const { return bits_for_count(hash_.rows()); }
  std::size_t row_of(std::span<const std::uint8_t> report) const { return take_bits(report, 0, row_bits()); }

  // Number of users per row and bucket, each in a uniform row.
  std::vector<std::uint64_t> spread_over_rows(std::span<const std::uint64_t> histogram, Random& random) const {
    std::vector<std::uint64_t> users(cells());
    std::vector<std::uint64_t> rows(hash_.rows());
    for (Value value = 0; value < k(); ++value) {
      if (histogram[value] == 0) continue;
      std::fill(rows.begin(), rows.end(), std::uint64_t{0});
      add_uniform_multinomial(random, histogram[value], rows);
      for (std::size_t row = 0; row < rows.size(); ++row) {
        if (rows[row] != 0) users[row * hash_.width() + hash_.bucket(row, value)] += rows[row];
      }
    }
    return users;
  }

  SketchHash hash_;
  BitFlip flip_;
  bool separates_;
  double epsilon_;
  SketchEstimator estimator_;
};

// An output is (row · width + column) · 2 + sign, sign 1 standing for −1. A value is supported by one sign of every row
// and column: half of all outputs.
class Hcms final : public KeepOracle<Hcms> {
 public:
  Hcms(OracleSpec spec, SketchHash hash)
      : KeepOracle(std::move(spec), 2 * hash.rows() * hash.width(), hash.rows() * hash.width()),
        hash_(std::move(hash)),
        separates_(hash_.separates(k())),
        // Columns of two different buckets agree in half of the outputs.
        estimator_(hash_, k(), SketchReport::coefficient, {keep().yes(), keep().no(0.5), keep().gap(0.5)}) {}

  double epsilon() const override { return separates_ ? KeepOracle::epsilon() : 0; }
  Guarantee guarantee() const override { return sketch_guarantee(Oracle::guarantee(), separates_); }
  Support support() const override { return estimator_.family_support(); }

  std::uint64_t supporting_output(Value value, std::uint64_t i) const {
    const std::uint64_t row = i / hash_.width();
    return 2 * i + (hadamard_is_minus(i % hash_.width(), hash_.bucket(row, value)) ? 1U : 0U);
  }
  bool output_supports(std::uint64_t output, Value value) const {
    return supporting_output(value, output / 2) == output;
  }

  // Outputs that agree with v minus those that do not, added up over the columns of a row, is one Hadamard transform;
  // agreeing + disagreeing = n.
  std::vector<double> supports(TallyView tally) const override {
    std::vector<std::int64_t> agreement(k());
    std::vector<std::int64_t> columns(hash_.width());
    for (std::size_t row = 0; row < hash_.rows(); ++row) {
      const auto cells = std::span(tally.cells).subspan(2 * row * hash_.width(), 2 * hash_.width());
      for (std::size_t column = 0; column < columns.size(); ++column) {
        columns[column] = static_cast<std::int64_t>(cells[2 * column] - cells[2 * column + 1]);
      }
      walsh_hadamard(std::span(columns));
      for (Value value = 0; value < k(); ++value) agreement[value] += columns[hash_.bucket(row, value)];
    }
    std::vector<double> supports(k());
    const auto n = static_cast<double>(tally.reports);
    for (Value value = 0; value < k(); ++value) supports[value] = (n + static_cast<double>(agreement[value])) / 2;
    return supports;
  }
  std::vector<double> invert(TallyView tally) const override {
    return estimator_.counts(supports(tally), static_cast<double>(tally.reports));
  }
  bool is_pure() const override { return false; }
  double variance(Value value, std::span<const double> counts) const override {
    return estimator_.variance(value, counts);
  }
  std::vector<VarianceCurve> variance_curves(double n, std::span<const double> weights) const override {
    return estimator_.variance_curves(n, weights);
  }

 private:
  SketchHash hash_;
  bool separates_;
  SketchEstimator estimator_;
};

}  // namespace

std::unique_ptr<Oracle> make_cms(OracleSpec spec) { return std::make_unique<Cms>(with_sketch_sizes(std::move(spec))); }

std::unique_ptr<Oracle> make_hcms(OracleSpec spec) {
  SketchHash hash = hash_of(spec);
  if (!std::has_single_bit(hash.width())) {
    fail_input(fmt::format("parameter 'width' of oracle 'hcms' must be a power of two, not {}", hash.width()));
  }
  return std::make_unique<Hcms>(with_sketch_sizes(std::move(spec)), std::move(hash));
}

}  // namespace sourdine
