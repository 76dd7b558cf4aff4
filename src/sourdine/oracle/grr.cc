#include "sourdine/oracle/grr.h"

#include "sourdine/base/bits.h"
#include "sourdine/oracle/base.h"
#include "sourdine/oracle/keep.h"
#include "sourdine/random/multinomial.h"

namespace sourdine {
namespace {

class Grr final : public OracleWith<Grr> {
 public:
  explicit Grr(OracleSpec spec)
      : OracleWith(std::move(spec)),
        keep_(Keep::for_epsilon(this->spec().epsilon, k(), 1)),
        epsilon_(keep_.epsilon()) {}

  double epsilon() const override { return epsilon_; }
  Support support() const override { return {keep_.yes(), keep_.no(0), keep_.gap(0)}; }
  std::size_t report_bits() const override { return bits_for_count(k()); }
  std::size_t cells() const override { return k(); }

  template <Chance C>
  void encode(Value value, C& chance, std::span<std::uint8_t> report) const {
    const std::uint64_t answer = chance.bernoulli(keep_.threshold) ? value : chance.below(k());
    put_bits(report, 0, report_bits(), answer);
  }

  bool is_possible(std::span<const std::uint8_t> report) const override {
    return take_bits(report, 0, 8 * report_bytes()) < k();
  }
  void add(std::span<const std::uint8_t> report, std::span<std::uint64_t> cells) const {
    ++cells[take_bits(report, 0, report_bits())];
  }
  bool supports_value(std::span<const std::uint8_t> report, Value value) const {
    return take_bits(report, 0, report_bits()) == value;
  }

  bool cell_is_report() const override { return true; }
  void report_of_cell(std::size_t cell, std::span<std::uint8_t> report) const override {
    put_bits(report, 0, report_bits(), cell);
  }

  std::vector<double> supports(const Tally& tally) const override { return {tally.cells.begin(), tally.cells.end()}; }

  // Kept reports stay where they are; all the others, whoever sent them, are one uniform multinomial.
  void simulate(std::span<const std::uint64_t> histogram, Random& random, Tally& into) const override {
    std::uint64_t others = 0;
    for (Value value = 0; value < k(); ++value) {
      const std::uint64_t kept = sample_binomial(random, histogram[value], keep_.threshold);
      into.cells[value] += kept;
      others += histogram[value] - kept;
      into.reports += histogram[value];
    }
    add_uniform_multinomial(random, others, into.cells);
  }

 private:
  Keep keep_;
  double epsilon_;
};

}  // namespace

std::unique_ptr<Oracle> make_grr(OracleSpec spec) { return std::make_unique<Grr>(std::move(spec)); }

}  // namespace sourdine
