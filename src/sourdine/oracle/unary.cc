#include "sourdine/oracle/unary.h"

#include <fmt/format.h>

#include <boost/math/tools/minima.hpp>
#include <string>

#include "sourdine/base/bits.h"
#include "sourdine/base/error.h"
#include "sourdine/kernel/bit_counts.h"
#include "sourdine/kernel/padding.h"
#include "sourdine/oracle/base.h"
#include "sourdine/oracle/bit_flip.h"
#include "sourdine/oracle/keep.h"
#include "sourdine/oracle/one_hot.h"
#include "sourdine/oracle/parameters.h"
#include "sourdine/protocol/any_bytes.h"
#include "sourdine/random/binomial.h"
#include "sourdine/random/exact.h"

namespace sourdine {
namespace {

class Unary final : public OracleWith<Unary>, public AnyBytes {
 public:
  Unary(OracleSpec spec, BitFlip flip, std::string caveat = {})
      : OracleWith(std::move(spec)), flip_(flip), epsilon_(flip.epsilon()), caveat_(std::move(caveat)) {}

  double epsilon() const override { return epsilon_; }
  Guarantee guarantee() const override {
    Guarantee guarantee = Oracle::guarantee();
    if (!caveat_.empty()) guarantee.caveats.push_back(caveat_);
    return guarantee;
  }
  Support support() const override { return {flip_.p.probability(), flip_.q.probability(), flip_.gap()}; }
  std::size_t report_bits() const override { return k(); }
  bool tallies_any_bytes() const override { return true; }  // bits are counted; no bit says where
  std::size_t cells() const override { return k(); }

  template <Chance C>
  void encode(std::span<const Value> values, C& chance, std::span<std::uint8_t> reports) const {
    flip_one_hot(flip_, values, 0, k(), chance, reports);
  }

  bool is_possible(std::span<const std::uint8_t> report) const override { return padding_is_zero(report, k()); }
  void add(std::span<const std::uint8_t> report, std::span<std::uint64_t> cells) const {
    for (Value bit = 0; bit < k(); ++bit) cells[bit] += get_bit(report, bit) ? 1U : 0U;
  }
  bool supports_value(std::span<const std::uint8_t> report, Value value) const { return get_bit(report, value); }

  std::vector<double> supports(TallyView tally) const override { return {tally.cells.begin(), tally.cells.end()}; }

  // Bits are independent given the values, so each cell is a sum of two binomials.
  void simulate_valid(std::span<const std::uint64_t> histogram, Random& random, TallySpan into) const override {
    std::uint64_t n = 0;
    for (const std::uint64_t held : histogram) n += held;
    for (Value value = 0; value < k(); ++value) {
      into.cells[value] +=
          sample_binomial(random, histogram[value], flip_.p) + sample_binomial(random, n - histogram[value], flip_.q);
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
  BitFlip flip_;
  double epsilon_;
  std::string caveat_;
};

// Where the parameters decide ε, the asked ε is theirs: the realised one. A file's spec
// records both; any other ε beside the parameters is a contradiction.
OracleSpec with_epsilon_of(OracleSpec spec, const BitFlip& flip) {
  const double epsilon = flip.epsilon();
  if (spec.epsilon != 0 && spec.epsilon != epsilon) {
    fail_input(fmt::format("the parameters of '{}' give epsilon = {}, but epsilon = {} was asked", spec.oracle, epsilon,
                           spec.epsilon),
               "Give either epsilon or the parameters.");
  }
  spec.epsilon = epsilon;
  return spec;
}

}  // namespace

std::unique_ptr<Oracle> make_sue(OracleSpec spec) {
  if (const auto f = parameter(spec, "f")) {
    const BitFlip flip = BitFlip::from_f(*f);
    return std::make_unique<Unary>(with_epsilon_of(std::move(spec), flip), flip);
  }
  const BitFlip flip = BitFlip::symmetric(spec.epsilon);
  return std::make_unique<Unary>(std::move(spec), flip);
}

std::unique_ptr<Oracle> make_oue(OracleSpec spec) {
  const BitFlip flip = BitFlip::optimised(spec.epsilon);
  return std::make_unique<Unary>(std::move(spec), flip);
}

std::unique_ptr<Oracle> make_ue(OracleSpec spec) {
  const BitFlip flip = BitFlip::from_probabilities(required_parameter(spec, "p"), required_parameter(spec, "q"));
  return std::make_unique<Unary>(with_epsilon_of(std::move(spec), flip), flip);
}

double best_the_threshold(double epsilon) {
  require_epsilon(epsilon);
  // In 100-digit arithmetic: every machine must find the same threshold, which is part of what a report means.
  const auto variance = [epsilon](const Exact& theta) -> Exact {
    const Exact p = 1 - exp(Exact(epsilon) * (theta - 1) / 2) / 2;
    const Exact q = exp(-Exact(epsilon) * theta / 2) / 2;
    return q * (1 - q) / ((p - q) * (p - q));
  };
  constexpr int bits = 100;
  return static_cast<double>(boost::math::tools::brent_find_minima(variance, Exact(0.5), Exact(1), bits).first);
}

std::unique_ptr<Oracle> make_the(OracleSpec spec) {
  const double theta = parameter(spec, "theta").value_or(best_the_threshold(spec.epsilon));
  const BitFlip flip = BitFlip::thresholded_laplace(spec.epsilon, theta);
  return std::make_unique<Unary>(with_parameter(std::move(spec), "theta", theta), flip,
                                 "spends less than asked: only thresholded bits leave the client, and they alone "
                                 "satisfy the smaller epsilon");
}

}  // namespace sourdine
