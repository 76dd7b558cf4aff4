// Randomised response written out again, with faults to switch on: in the claim, or in the batch path only.
#pragma once

#include <string>
#include <utility>

#include "sourdine/oracle/base.h"
#include "sourdine/oracle/keep.h"

namespace sourdine::testing {

enum class BatchFault { none, one_value_in_clear, last_value_never_lied, half_the_epsilon };

class FakeOracle final : public OracleWith<FakeOracle> {
 public:
  FakeOracle(Value k, double epsilon, double claimed_epsilon, BatchFault fault = BatchFault::none)
      : OracleWith({"fake", Domain(k), epsilon, {}}),
        keep_(Keep::for_epsilon(epsilon, k, 1)),
        half_(Keep::for_epsilon(epsilon / 2, k, 1)),
        claimed_(claimed_epsilon),
        fault_(fault) {}

  double epsilon() const override { return claimed_; }
  double realised_epsilon() const { return keep_.epsilon(); }
  Support support() const override { return {keep_.yes(), keep_.no(0), keep_.gap(0)}; }
  std::size_t report_bits() const override { return 8; }
  std::size_t cells() const override { return k(); }
  bool is_possible(std::span<const std::uint8_t> report) const override { return report[0] < k(); }
  void add(std::span<const std::uint8_t> report, std::span<std::uint64_t> cells) const { ++cells[report[0]]; }
  bool supports_value(std::span<const std::uint8_t> report, Value value) const { return report[0] == value; }
  std::vector<double> supports(TallyView tally) const override { return {tally.cells.begin(), tally.cells.end()}; }

  template <Chance C>
  void encode(std::span<const Value> values, C& chance, std::span<std::uint8_t> reports) const {
    for (std::size_t i = 0; i < values.size(); ++i) {
      reports[i] = static_cast<std::uint8_t>(chance.bernoulli(keep_.threshold) ? values[i] : chance.below(k()));
    }
  }

 protected:
  void randomize_values(std::span<const Value> values, Random& random, std::span<std::uint8_t> bytes) const override {
    for (std::size_t i = 0; i < values.size(); ++i) bytes[i] = static_cast<std::uint8_t>(answer(values[i], random));
  }

 private:
  std::uint64_t answer(Value value, Random& random) const {
    const Threshold keep = fault_ == BatchFault::half_the_epsilon ? half_.threshold : keep_.threshold;
    if (fault_ == BatchFault::one_value_in_clear && value == 1) return value;
    if (random.bernoulli(keep)) return value;
    return random.below(fault_ == BatchFault::last_value_never_lied ? k() - 1 : k());
  }

  Keep keep_;
  Keep half_;
  double claimed_;
  BatchFault fault_;
};

}  // namespace sourdine::testing
