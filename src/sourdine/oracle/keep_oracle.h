// KeepOracle<Derived>: oracles whose report is the number of one output (grr, hr, hrr, pgr). With λ the output is
// uniform over those that support the value, else uniform over all (keep.h); a tally cell counts one output.
// A derived oracle says what an output supports,
//   std::uint64_t supporting_output(Value value, std::uint64_t i) const;   the i-th output that supports the value
//   bool output_supports(std::uint64_t output, Value value) const;
// where every value has the same number of supporting outputs.
#pragma once

#include <array>
#include <cstdint>

#include "sourdine/base/bits.h"
#include "sourdine/kernel/histogram.h"
#include "sourdine/oracle/base.h"
#include "sourdine/oracle/keep.h"
#include "sourdine/protocol/any_bytes.h"
#include "sourdine/random/bernoulli_bits.h"
#include "sourdine/random/binomial.h"
#include "sourdine/random/multinomial.h"
#include "sourdine/random/uniform_numbers.h"

namespace sourdine {

template <class Derived>
class KeepOracle : public OracleWith<Derived>, public AnyBytes {
 public:
  KeepOracle(OracleSpec spec, std::uint64_t outputs, std::uint64_t supporting)
      : OracleWith<Derived>(std::move(spec)),
        keep_(Keep::for_epsilon(this->oracle_spec().epsilon, outputs, supporting)),
        epsilon_(keep_.epsilon()) {}

  double epsilon() const override { return epsilon_; }
  std::size_t report_bits() const override { return bits_for_count(keep_.outputs); }
  std::size_t cells() const override { return keep_.outputs; }
  bool tallies_any_bytes() const override { return this->report_bytes() <= 1; }  // kernel/histogram.h

  template <Chance C>
  void encode(std::span<const Value> values, C& chance, std::span<std::uint8_t> reports) const {
    const Decisions<max_batch> is_kept(keep_.threshold, chance, values.size());
    std::array<std::uint32_t, max_batch> any;    // an output for those that are not kept,
    std::array<std::uint32_t, max_batch> which;  // the number of a supporting one for those that are
    UniformNumbers(keep_.outputs).fill(chance, std::span(any).first(values.size()), [&](std::size_t i) {
      return !is_kept[i];
    });
    UniformNumbers(keep_.supporting).fill(chance, std::span(which).first(values.size()), [&](std::size_t i) {
      return is_kept[i];
    });
    const std::size_t size = this->report_bytes();
    put_numbers(reports, size, std::span<const std::uint32_t>(any).first(values.size()));
    is_kept.for_each_true(values.size(), [&](std::size_t i) {
      put_bytes(&reports[i * size], size, self().supporting_output(values[i], which[i]));
    });
  }

  bool is_possible(std::span<const std::uint8_t> report) const override {
    return take_bits(report, 0, 8 * this->report_bytes()) < keep_.outputs;  // padding included
  }
  void add(std::span<const std::uint8_t> report, std::span<std::uint64_t> cells) const { ++cells[output(report)]; }
  bool supports_value(std::span<const std::uint8_t> report, Value value) const {
    return self().output_supports(output(report), value);
  }

  bool cell_is_report() const override { return true; }
  void report_of_cell(std::size_t cell, std::span<std::uint8_t> report) const override {
    put_bits(report, 0, report_bits(), cell);
  }

  // Kept reports are spread evenly over the supporting outputs of their value; all the others, whoever sent them, are
  // one uniform multinomial. O(min(n, outputs)) draws for these and O(min(n_v, supporting)) per value.
  void simulate_valid(std::span<const std::uint64_t> histogram, Random& random, TallySpan into) const override {
    std::uint64_t others = 0;
    std::vector<std::uint64_t> spread;
    for (Value value = 0; value < this->k(); ++value) {
      const std::uint64_t kept = sample_binomial(random, histogram[value], keep_.threshold);
      others += histogram[value] - kept;
      into.reports += histogram[value];
      if (kept < keep_.supporting) {
        for (std::uint64_t i = 0; i < kept; ++i) {
          ++into.cells[self().supporting_output(value, random.below(keep_.supporting))];
        }
      } else {
        spread.assign(keep_.supporting, 0);
        add_uniform_multinomial(random, kept, spread);
        for (std::uint64_t i = 0; i < keep_.supporting; ++i) {
          into.cells[self().supporting_output(value, i)] += spread[i];
        }
      }
    }
    add_uniform_multinomial(random, others, into.cells);
  }

 protected:
  // Reports of the only output there is have no bytes.
  std::size_t first_impossible(ReportsView reports) const override {
    if (reports.report_bytes == 0) return reports.size();
    return first_not_below(reports.bytes, reports.report_bytes, keep_.outputs);  // padding included
  }
  void tally_possible(ReportsView reports, std::span<std::uint64_t> cells) const override {
    if (reports.report_bytes == 0) {
      cells[0] += reports.size();
    } else {
      add_histogram(reports.bytes, reports.report_bytes, cells);
    }
  }

  const Keep& keep() const { return keep_; }

 private:
  const Derived& self() const { return static_cast<const Derived&>(*this); }
  std::uint64_t output(std::span<const std::uint8_t> report) const { return take_bits(report, 0, report_bits()); }

  Keep keep_;
  double epsilon_;
};

}  // namespace sourdine
