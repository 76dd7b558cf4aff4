#include "sourdine/range/haar_oracle.h"

#include <bit>

#include "sourdine/oracle/keep_oracle.h"
#include "sourdine/oracle/walsh_hadamard.h"

namespace sourdine {
namespace {

std::uint64_t blocks(Value values) { return (std::uint64_t{values} + 1) / 2; }
std::uint64_t haar_rows(Value values) { return std::bit_ceil(blocks(values)); }

// Output 2j + s is row j with sign (−1)^s.
class HaarOracle final : public KeepOracle<HaarOracle> {
 public:
  explicit HaarOracle(const OracleSpec& spec) : KeepOracle(spec, 2 * haar_rows(spec.k()), haar_rows(spec.k())) {}

  // The "no" of a value of another block; the other half of the same block is never supported together with this one.
  Support support() const override { return {keep().yes(), keep().no(0.5), keep().gap(0.5)}; }
  bool is_pure() const override { return false; }

  std::uint64_t supporting_output(Value value, std::uint64_t row) const {
    const bool is_minus = hadamard_is_minus(row, value / 2) != (value % 2 == 1);
    return 2 * row + (is_minus ? 1 : 0);
  }
  bool output_supports(std::uint64_t output, Value value) const {
    return output == supporting_output(value, output / 2);
  }

  std::vector<double> supports(TallyView tally) const override {
    const std::vector<double> differences = signed_sums(tally);
    std::vector<double> counts(k());
    for (Value value = 0; value < k(); ++value) {
      const double difference = value % 2 == 0 ? differences[value / 2] : -differences[value / 2];
      counts[value] = (static_cast<double>(tally.reports) + difference) / 2;
    }
    return counts;
  }

  std::vector<double> coefficients(TallyView tally) const {
    std::vector<double> sums = signed_sums(tally);
    for (double& sum : sums) sum /= keep().threshold.probability();
    return sums;
  }

 private:
  // Σ sign·H[j][m] for every block m.
  std::vector<double> signed_sums(TallyView tally) const {
    std::vector<std::int64_t> sums(tally.cells.size() / 2);
    for (std::size_t row = 0; row < sums.size(); ++row) {
      sums[row] = static_cast<std::int64_t>(tally.cells[2 * row]) - static_cast<std::int64_t>(tally.cells[2 * row + 1]);
    }
    walsh_hadamard(std::span(sums));
    return {sums.begin(), sums.begin() + static_cast<std::ptrdiff_t>(blocks(k()))};
  }
};

}  // namespace

std::unique_ptr<const Oracle> make_haar_oracle(Value values, double epsilon) {
  return std::make_unique<HaarOracle>(OracleSpec{"haar", Domain(values), epsilon, {}});
}

std::vector<double> haar_coefficients(const Oracle& oracle, TallyView tally) {
  return dynamic_cast<const HaarOracle&>(oracle).coefficients(tally);
}

}  // namespace sourdine
