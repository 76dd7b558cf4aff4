#include "sourdine/oracle/longitudinal/long_unary.h"

#include "sourdine/base/bits.h"
#include "sourdine/kernel/bit_counts.h"
#include "sourdine/kernel/padding.h"
#include "sourdine/oracle/longitudinal/chain.h"
#include "sourdine/oracle/longitudinal/memo_bits.h"
#include "sourdine/oracle/longitudinal/memoised_oracle.h"
#include "sourdine/oracle/one_hot.h"
#include "sourdine/oracle/parameters.h"
#include "sourdine/protocol/any_bytes.h"
#include "sourdine/random/binomial.h"

namespace sourdine {
namespace {

class LongUnary final : public MemoisedOracle<LongUnary>, public AnyBytes {
 public:
  LongUnary(OracleSpec spec, BitFlip permanent, ChainedFlip::Second second)
      : MemoisedOracle(std::move(spec)),
        chain_(ChainedFlip::for_epsilons(name(), permanent, second, oracle_spec().epsilon,
                                         required_parameter(oracle_spec(), "epsilon1"))),
        is_symmetric_(second == ChainedFlip::Second::symmetric),
        epsilon_(permanent.epsilon()) {
    set_report_epsilon(chain_.epsilon_after(1));
  }

  double epsilon() const override { return epsilon_; }
  double epsilon_after(std::uint64_t reports) const override { return chain_.epsilon_after(reports); }
  Support support() const override { return chain_.support(); }
  Shared shared() const override {
    const BitFlip& first = chain_.permanent;
    const auto variance = [&](Threshold one) {
      return one.probability() * one.complement() / (first.gap() * first.gap());
    };
    return {variance(first.p), variance(first.q), 0};
  }
  double best_guess() const override { return guess_from_bits(chain_.permanent, k(), k()); }
  std::size_t report_bits() const override { return k(); }
  bool tallies_any_bytes() const override { return true; }  // bits are counted; no bit says where
  std::size_t cells() const override { return k(); }

  // Oracles with the same first round share permanent responses.
  Memo memo() const override {
    return {.protocol = "sourdine l-ue client",
            .trait = "",
            .parameters = {k(), chain_.permanent.p.numerator, chain_.permanent.q.numerator}};
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
    decide_memo_bits(chance, chain_.permanent.q, permanent, k(), [symbol](std::size_t i) { return i != symbol; });
    put_bit(permanent, symbol, chance.bernoulli(chain_.permanent.p));
  }
  // A symmetric round is an exclusive or with noise; in the other one 1s and 0s have noise of their own.
  template <Chance C>
  void respond_again(std::span<const std::uint8_t> permanent, C& chance, std::span<std::uint8_t> reports) const {
    const std::size_t period = 8 * report_bytes();
    const std::size_t bits = 8 * reports.size();
    const auto is_field = [&](std::size_t i) { return i % period < k(); };
    std::vector<std::uint8_t> zeros(reports.size());
    if (is_symmetric_) {
      BernoulliBits(chain_.instantaneous.q).fill(chance, zeros, bits, is_field);
      for (std::size_t i = 0; i < reports.size(); ++i) reports[i] = static_cast<std::uint8_t>(permanent[i] ^ zeros[i]);
    } else {
      std::vector<std::uint8_t> ones(reports.size());
      BernoulliBits(chain_.instantaneous.p).fill(chance, ones, bits, [&](std::size_t i) {
        return is_field(i) && get_bit(permanent, i);
      });
      BernoulliBits(chain_.instantaneous.q).fill(chance, zeros, bits, [&](std::size_t i) {
        return is_field(i) && !get_bit(permanent, i);
      });
      for (std::size_t i = 0; i < reports.size(); ++i) {
        reports[i] = static_cast<std::uint8_t>((permanent[i] & ones[i]) | (~permanent[i] & zeros[i]));
      }
    }
    if (k() % 8 == 0) return;
    for (std::size_t last = report_bytes() - 1; last < reports.size(); last += report_bytes()) {
      reports[last] = static_cast<std::uint8_t>(reports[last] & (0xff >> (8 - k() % 8)));
    }
  }
  template <Chance C>
  void encode(std::span<const Value> values, C& chance, std::span<std::uint8_t> reports) const {
    flip_one_hot(chain_.permanent, values, 0, k(), chance, reports);
    respond_again(reports, chance, reports);
  }

  bool is_possible(std::span<const std::uint8_t> report) const override { return padding_is_zero(report, k()); }
  void add(std::span<const std::uint8_t> report, std::span<std::uint64_t> cells) const {
    for (Value bit = 0; bit < k(); ++bit) cells[bit] += get_bit(report, bit) ? 1U : 0U;
  }
  bool supports_value(std::span<const std::uint8_t> report, Value value) const { return get_bit(report, value); }
  std::vector<double> supports(TallyView tally) const override { return {tally.cells.begin(), tally.cells.end()}; }

  // Bits are independent given the values, and each passes two rounds.
  void simulate_valid(std::span<const std::uint64_t> histogram, Random& random, TallySpan into) const override {
    std::uint64_t n = 0;
    for (const std::uint64_t held : histogram) n += held;
    const auto pass = [&](const BitFlip& flip, std::uint64_t ones) {
      return sample_binomial(random, ones, flip.p) + sample_binomial(random, n - ones, flip.q);
    };
    for (Value value = 0; value < k(); ++value) {
      into.cells[value] += pass(chain_.instantaneous, pass(chain_.permanent, histogram[value]));
    }
    into.reports += n;
  }

 protected:
  std::size_t first_impossible(ReportsView reports) const override {
    return all_padding_is_zero(reports.bytes, reports.report_bytes, k()) ? reports.size()
                                                                         : OracleWith::first_impossible(reports);
  }
  void tally_possible(ReportsView reports, std::span<std::uint64_t> cells) const override {
    add_bit_counts(reports.bytes, reports.report_bytes, 0, cells);
  }

 private:
  ChainedFlip chain_;
  bool is_symmetric_;
  double epsilon_;
};

std::unique_ptr<Oracle> make_long_unary(OracleSpec spec, BitFlip (*first)(double), ChainedFlip::Second second) {
  spec = with_report_epsilon(std::move(spec));
  const BitFlip permanent = first(spec.epsilon);
  return std::make_unique<LongUnary>(std::move(spec), permanent, second);
}

}  // namespace

std::unique_ptr<Oracle> make_l_sue(OracleSpec spec) {
  return make_long_unary(std::move(spec), BitFlip::symmetric, ChainedFlip::Second::symmetric);
}
std::unique_ptr<Oracle> make_l_osue(OracleSpec spec) {
  return make_long_unary(std::move(spec), BitFlip::optimised, ChainedFlip::Second::symmetric);
}
std::unique_ptr<Oracle> make_l_oue(OracleSpec spec) {
  return make_long_unary(std::move(spec), BitFlip::optimised, ChainedFlip::Second::optimised);
}
std::unique_ptr<Oracle> make_l_soue(OracleSpec spec) {
  return make_long_unary(std::move(spec), BitFlip::symmetric, ChainedFlip::Second::optimised);
}

}  // namespace sourdine
