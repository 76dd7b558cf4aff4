#include "sourdine/oracle/longitudinal/dbitflip.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "sourdine/base/bits.h"
#include "sourdine/base/error.h"
#include "sourdine/base/wide.h"
#include "sourdine/oracle/bit_flip.h"
#include "sourdine/oracle/keep.h"
#include "sourdine/oracle/longitudinal/chain.h"
#include "sourdine/oracle/longitudinal/combinations.h"
#include "sourdine/oracle/longitudinal/memoised_oracle.h"
#include "sourdine/oracle/parameters.h"
#include "sourdine/random/bernoulli_bits.h"
#include "sourdine/random/exact.h"

namespace sourdine {
namespace {

constexpr std::uint32_t usual_bits = 4;

std::uint32_t sampled_bits_of(const OracleSpec& spec) {
  const Value buckets = spec.k();
  std::uint32_t usual = std::min(usual_bits, buckets);
  while (!Combinations::fit(buckets, usual)) --usual;  // one bit always fits
  const auto bits = static_cast<std::uint32_t>(whole_parameter(spec, "bits", usual, 1, buckets));
  if (!Combinations::fit(buckets, bits)) {
    fail_input(fmt::format("{} of {} buckets can be sampled in too many ways to number them", bits, buckets),
               fmt::format("Sample fewer, or all {} of them, or put values into fewer buckets.", buckets));
  }
  return bits;
}

OracleSpec with_bits(OracleSpec spec) {
  require_epsilon(spec.epsilon);
  const double bits = sampled_bits_of(spec);
  return with_parameter(std::move(spec), "bits", bits);
}

double epsilon_of_one_bit(const BitFlip& flip) { return up_to_double(log(exact(flip.p) / exact(flip.q))); }

class DBitFlip final : public MemoisedOracle<DBitFlip> {
 public:
  explicit DBitFlip(OracleSpec spec)
      : MemoisedOracle(with_bits(std::move(spec))),
        d_(sampled_bits_of(oracle_spec())),
        sets_(k(), d_),
        flip_(BitFlip::symmetric(oracle_spec().epsilon)),
        epsilon_(d_ > 1 ? flip_.epsilon() : epsilon_of_one_bit(flip_)) {
    set_report_epsilon(epsilon_);
  }

  double epsilon() const override { return epsilon_; }
  double epsilon_after(std::uint64_t) const override { return epsilon_; }
  Guarantee guarantee() const override {
    Guarantee guarantee = MemoisedOracle::guarantee();
    if (d_ == 1) guarantee.caveats.emplace_back("spends less than asked: only one bit is sent, and two could differ");
    return guarantee;
  }
  Shared shared() const override { return {curve(1).at(1), curve(1).at(0), 0}; }
  double best_guess() const override { return guess_from_bits(flip_, d_, k()); }
  // Of a sampled bit; supports() is on its scale, so (supports − n·no)/gap = invert().
  Support support() const override { return {flip_.p.probability(), flip_.q.probability(), flip_.gap()}; }
  std::size_t report_bits() const override { return set_bits() + d_; }
  // For every bucket the number of reports that sampled it, then for every bucket the number of 1s.
  std::size_t cells() const override { return 2 * std::size_t{k()}; }

  Memo memo() const override {
    return {.protocol = "sourdine dbitflip client",
            .trait = d_ < k() ? "sampled buckets" : "",
            .parameters = {k(), d_, flip_.q.numerator}};
  }
  std::string_view symbol_words() const { return "patterns of sampled buckets"; }
  std::uint64_t symbol_count() const { return d_ < k() ? d_ + 1 : d_; }
  template <Chance C>
  std::uint64_t draw(C& chance) const {
    return sets_.count() > 1 ? chance.below(sets_.count()) : 0;
  }
  std::uint64_t symbol_of(Value value, std::uint64_t set) const {
    if (d_ == k()) return value;
    std::uint64_t symbol = d_;
    sets_.for_each_member(set, [&](std::uint32_t place, std::uint32_t member) {
      if (member == value) symbol = place;
    });
    return symbol;
  }
  template <Chance C>
  void respond_once(std::uint64_t symbol, std::uint64_t set, C& chance, std::span<std::uint8_t> permanent) const {
    put_bits(permanent, 0, set_bits(), set);
    for (std::size_t bit = 0; bit < d_; ++bit) {
      if (chance.bernoulli(bit == symbol ? flip_.p : flip_.q)) set_bit(permanent, set_bits() + bit);
    }
  }
  template <Chance C>
  void respond_again(std::span<const std::uint8_t> permanent, C&, std::span<std::uint8_t> reports) const {
    std::ranges::copy(permanent, reports.begin());
  }
  template <Chance C>
  void encode(std::span<const Value> values, C& chance, std::span<std::uint8_t> reports) const {
    const std::size_t size = report_bytes();
    const std::size_t period = 8 * size;
    std::array<std::uint64_t, max_batch> sets;
    std::array<std::uint64_t, max_batch> places;
    for (std::size_t i = 0; i < values.size(); ++i) {
      sets[i] = draw(chance);
      places[i] = symbol_of(values[i], sets[i]);
    }
    BernoulliBits(flip_.q).fill(chance, reports, 8 * reports.size(), [&](std::size_t i) {
      const std::size_t bit = i % period;
      return bit >= set_bits() && bit < report_bits() && bit != set_bits() + places[i / period];
    });
    for (std::size_t i = 0; i < values.size(); ++i) {
      const auto report = reports.subspan(i * size, size);
      clear_outside(report, set_bits(), report_bits());
      put_bits(report, 0, set_bits(), sets[i]);
      if (places[i] < d_) put_bit(report, set_bits() + places[i], chance.bernoulli(flip_.p));
    }
  }

  bool is_possible(std::span<const std::uint8_t> report) const override {
    return padding_is_zero(report, report_bits()) && set_of(report) < sets_.count();
  }
  // As many buckets as reports sampled, and no more 1s than samples.
  bool is_consistent(TallyView tally) const override {
    if (!Oracle::is_consistent(tally)) return false;
    Wide sampled = 0;
    for (Value bucket = 0; bucket < k(); ++bucket) {
      if (tally.cells[k() + bucket] > tally.cells[bucket]) return false;
      sampled += tally.cells[bucket];
    }
    return sampled == Wide{tally.reports} * d_;
  }
  void add(std::span<const std::uint8_t> report, std::span<std::uint64_t> cells) const {
    sets_.for_each_member(set_of(report), [&](std::uint32_t place, std::uint32_t member) {
      ++cells[member];
      cells[k() + member] += get_bit(report, set_bits() + place) ? 1U : 0U;
    });
  }
  bool supports_value(std::span<const std::uint8_t> report, Value value) const {
    const std::uint64_t place = symbol_of(value, set_of(report));
    return place < d_ && get_bit(report, set_bits() + place);
  }

  std::vector<double> invert(TallyView tally) const override {
    std::vector<double> counts(k());
    const double lie = flip_.q.probability();
    for (Value bucket = 0; bucket < k(); ++bucket) {
      counts[bucket] =
          rarity() / flip_.gap() *
          (static_cast<double>(tally.cells[k() + bucket]) - lie * static_cast<double>(tally.cells[bucket]));
    }
    return counts;
  }
  std::vector<double> supports(TallyView tally) const override {
    std::vector<double> supports = invert(tally);
    const double lies = static_cast<double>(tally.reports) * flip_.q.probability();
    for (double& count : supports) count = lies + count * flip_.gap();
    return supports;
  }
  double variance(Value value, std::span<const double> counts) const override {
    double n = 0;
    for (const double count : counts) n += count;
    return curve(n).at(counts[value]);
  }
  bool is_pure() const override { return false; }
  std::vector<VarianceCurve> variance_curves(double n, std::span<const double>) const override {
    return std::vector<VarianceCurve>(k(), curve(n));
  }
  // Relative to a value that is not sampled.
  void likelihood(std::span<const std::uint8_t> report, std::span<double> out) const override {
    const double one = flip_.p.probability() / flip_.q.probability();
    std::fill(out.begin(), out.end(), 1.0);
    sets_.for_each_member(set_of(report), [&](std::uint32_t place, std::uint32_t member) {
      out[member] = get_bit(report, set_bits() + place) ? one : 1 / one;
    });
  }

 private:
  std::size_t set_bits() const { return bits_for_count(sets_.count()); }
  std::uint64_t set_of(std::span<const std::uint8_t> report) const { return take_bits(report, 0, set_bits()); }
  double rarity() const { return static_cast<double>(k()) / d_; }
  // One report adds (b/d)·q(1−q)/(p−q)², and b/d − 1 where it is of the value itself; p(1−p) is q(1−q).
  VarianceCurve curve(double n) const {
    const double noise = flip_.p.probability() * flip_.q.probability() / (flip_.gap() * flip_.gap());
    return {n * rarity() * noise, rarity() - 1, 0};
  }

  std::uint32_t d_;
  Combinations sets_;
  BitFlip flip_;
  double epsilon_;
};

}  // namespace

std::unique_ptr<Oracle> make_dbitflip(OracleSpec spec) { return std::make_unique<DBitFlip>(std::move(spec)); }

}  // namespace sourdine
