#include "sourdine/oracle/longitudinal/long_grr.h"

#include <algorithm>
#include <array>

#include "sourdine/base/bits.h"
#include "sourdine/kernel/histogram.h"
#include "sourdine/oracle/longitudinal/chain.h"
#include "sourdine/oracle/longitudinal/keep_numbers.h"
#include "sourdine/oracle/longitudinal/memoised_oracle.h"
#include "sourdine/oracle/parameters.h"
#include "sourdine/protocol/any_bytes.h"
#include "sourdine/random/binomial.h"
#include "sourdine/random/multinomial.h"

namespace sourdine {
namespace {

class LongGrr final : public MemoisedOracle<LongGrr>, public AnyBytes {
 public:
  explicit LongGrr(OracleSpec spec)
      : MemoisedOracle(with_report_epsilon(std::move(spec))),
        chain_(ChainedKeep::for_epsilons(oracle_spec().epsilon, required_parameter(oracle_spec(), "epsilon1"), k())),
        epsilon_(chain_.permanent.epsilon()) {
    set_report_epsilon(chain_.epsilon_after(1));
  }

  double epsilon() const override { return epsilon_; }
  double epsilon_after(std::uint64_t reports) const override { return chain_.epsilon_after(reports); }
  Support support() const override {
    const double other = chain_.replace() / k();
    return {chain_.keep() + other, other, chain_.keep()};
  }
  Shared shared() const override {
    const Keep& first = chain_.permanent;
    const auto variance = [&](double named) { return named * (1 - named) / (first.gap(0) * first.gap(0)); };
    return {variance(first.yes()), variance(first.no(0)), 0};
  }
  double best_guess() const override { return chain_.permanent.yes(); }
  bool report_names_value() const override { return true; }
  std::size_t report_bits() const override { return bits_for_count(k()); }
  std::size_t cells() const override { return k(); }
  bool tallies_any_bytes() const override { return report_bytes() <= 1; }  // kernel/histogram.h

  Memo memo() const override {
    return {
        .protocol = "sourdine l-grr client", .trait = "", .parameters = {k(), chain_.permanent.threshold.numerator}};
  }
  std::string_view symbol_words() const { return "values"; }
  std::uint64_t symbol_count() const { return k(); }
  template <Chance C>
  std::uint64_t draw(C&) const {
    return 0;
  }
  std::uint64_t symbol_of(Value value, std::uint64_t) const { return value; }
  template <Chance C>
  void respond_once(std::uint64_t symbol, std::uint64_t, C& chance, std::span<std::uint8_t> permanent) const {
    put_bits(permanent, 0, report_bits(), keep_number(chain_.permanent, chance, symbol));
  }
  template <Chance C>
  void respond_again(std::span<const std::uint8_t> permanent, C& chance, std::span<std::uint8_t> reports) const {
    const std::size_t size = report_bytes();
    std::array<std::uint32_t, max_batch> storage;
    const auto numbers = std::span(storage).first(permanent.size() / size);
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      numbers[i] = static_cast<std::uint32_t>(value_of(permanent.subspan(i * size, size)));
    }
    keep_numbers(chain_.instantaneous, chance, numbers);
    put_numbers(reports, size, numbers);
  }
  template <Chance C>
  void encode(std::span<const Value> values, C& chance, std::span<std::uint8_t> reports) const {
    std::array<std::uint32_t, max_batch> storage;
    const auto numbers = std::span(storage).first(values.size());
    std::ranges::copy(values, numbers.begin());
    keep_numbers(chain_.permanent, chance, numbers);
    keep_numbers(chain_.instantaneous, chance, numbers);
    put_numbers(reports, report_bytes(), numbers);
  }

  bool is_possible(std::span<const std::uint8_t> report) const override {
    return take_bits(report, 0, 8 * report_bytes()) < k();  // padding included
  }
  void add(std::span<const std::uint8_t> report, std::span<std::uint64_t> cells) const { ++cells[value_of(report)]; }
  bool supports_value(std::span<const std::uint8_t> report, Value value) const { return value_of(report) == value; }
  std::vector<double> supports(TallyView tally) const override { return {tally.cells.begin(), tally.cells.end()}; }
  bool cell_is_report() const override { return true; }
  void report_of_cell(std::size_t cell, std::span<std::uint8_t> report) const override {
    put_bits(report, 0, report_bits(), cell);
  }

  // Those kept in both rounds; all others are uniform.
  void simulate_valid(std::span<const std::uint64_t> histogram, Random& random, TallySpan into) const override {
    std::uint64_t others = 0;
    for (Value value = 0; value < k(); ++value) {
      const std::uint64_t kept =
          sample_binomial(random, sample_binomial(random, histogram[value], chain_.permanent.threshold),
                          chain_.instantaneous.threshold);
      into.cells[value] += kept;
      others += histogram[value] - kept;
      into.reports += histogram[value];
    }
    add_uniform_multinomial(random, others, into.cells);
  }

 protected:
  std::size_t first_impossible(ReportsView reports) const override {
    return first_not_below(reports.bytes, reports.report_bytes, k());
  }
  void tally_possible(ReportsView reports, std::span<std::uint64_t> cells) const override {
    add_histogram(reports.bytes, reports.report_bytes, cells);
  }

 private:
  std::uint64_t value_of(std::span<const std::uint8_t> report) const { return take_bits(report, 0, report_bits()); }

  ChainedKeep chain_;
  double epsilon_;
};

}  // namespace

std::unique_ptr<Oracle> make_l_grr(OracleSpec spec) { return std::make_unique<LongGrr>(std::move(spec)); }

}  // namespace sourdine
