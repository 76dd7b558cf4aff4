#include "sourdine/oracle/longitudinal/loloha.h"

#include <algorithm>
#include <array>

#include "sourdine/base/bits.h"
#include "sourdine/base/little_endian.h"
#include "sourdine/kernel/local_hash.h"
#include "sourdine/oracle/longitudinal/chain.h"
#include "sourdine/oracle/longitudinal/keep_numbers.h"
#include "sourdine/oracle/longitudinal/memoised_oracle.h"
#include "sourdine/oracle/multiply_shift.h"
#include "sourdine/oracle/parameters.h"
#include "sourdine/random/exact.h"
#include "sourdine/random/public_words.h"

namespace sourdine {
namespace {

using HashWord = std::uint32_t;
constexpr std::size_t seed_bytes = 8;

MultiplyShift<HashWord> hash_of(std::uint64_t seed) {
  return {static_cast<HashWord>(seed), static_cast<HashWord>(seed >> 32)};
}

// A bucket holds two hashes at least.
std::uint64_t most_buckets(Value k) { return std::uint64_t{1} << (32 - std::max<std::size_t>(bits_for_count(k), 2)); }

// The whole number with the smallest error. With x = g − 1 it grows with x + e^{2·ε1}/x, which x + 1 does not make
// smaller once x(x+1) ≥ e^{2·ε1}.
std::uint64_t buckets_of(const OracleSpec& spec) {
  const Exact growth = capped_exp(required_parameter(spec, "epsilon1"));
  const Exact best = ceil(sqrt(growth * growth + 0.25) - 0.5) + 1;
  const std::uint64_t most = most_buckets(spec.k());
  const std::uint64_t chosen = best < most ? best.convert_to<std::uint64_t>() : most;
  return whole_parameter(spec, "g", std::max<std::uint64_t>(chosen, 2), 2, most);
}

OracleSpec with_buckets(OracleSpec spec) {
  const auto buckets = static_cast<double>(buckets_of(spec));
  return with_parameter(std::move(spec), "g", buckets);
}

class Loloha final : public MemoisedOracle<Loloha> {
 public:
  explicit Loloha(OracleSpec spec)
      : MemoisedOracle(with_buckets(with_report_epsilon(std::move(spec)))),
        buckets_(buckets_of(oracle_spec()), k()),
        collision_(buckets_.collision()),
        chain_(ChainedKeep::for_epsilons(oracle_spec().epsilon, required_parameter(oracle_spec(), "epsilon1"),
                                         buckets_.count())),
        epsilon_(chain_.permanent.epsilon()) {
    set_report_epsilon(chain_.epsilon_after(1));
    while (table_.size() < std::min<std::uint64_t>(buckets_.count(), max_table)) {
      table_.push_back(buckets_[table_.size()]);
    }
  }

  double epsilon() const override { return epsilon_; }
  double epsilon_after(std::uint64_t reports) const override { return chain_.epsilon_after(reports); }
  Support support() const override {
    const double any = chain_.replace() / static_cast<double>(buckets_.count());
    return {chain_.keep() + any, chain_.keep() * collision_ + any, chain_.keep() * (1 - collision_)};
  }
  // Hashes are pairwise independent and no more: that two others share the value's bucket may be rarer by c² at most.
  Shared shared() const override {
    const Keep& first = chain_.permanent;
    const double gap = first.gap(collision_);
    const auto variance = [&](double named) { return named * (1 - named) / (gap * gap); };
    const double odds = collision_ / (1 - collision_);
    return {variance(first.yes()), variance(first.no(collision_)), 2 * odds * odds};
  }
  // As if the values filled as many buckets as they can.
  double best_guess() const override {
    const auto filled = static_cast<double>(std::min<std::uint64_t>(buckets_.count(), k()));
    const double empty = static_cast<double>(buckets_.count()) - filled;
    const double lie = chain_.permanent.no(0);
    return (filled * chain_.permanent.yes() + empty * lie) / k();
  }
  std::size_t report_bits() const override { return 8 * seed_bytes + bits_for_count(buckets_.count()); }
  std::size_t cells() const override { return k(); }

  Memo memo() const override {
    return {.protocol = "sourdine loloha client",
            .trait = "hash function",
            .parameters = {k(), buckets_.count(), chain_.permanent.threshold.numerator}};
  }
  std::string_view symbol_words() const { return "hash values"; }
  std::uint64_t symbol_count() const { return buckets_.count(); }
  template <Chance C>
  std::uint64_t draw(C& chance) const {
    return chance.public_word();
  }
  std::uint64_t symbol_of(Value value, std::uint64_t seed) const { return buckets_.bucket_of(hash_of(seed)(value)); }
  template <Chance C>
  void respond_once(std::uint64_t symbol, std::uint64_t seed, C& chance, std::span<std::uint8_t> permanent) const {
    put(permanent.data(), seed, keep_number(chain_.permanent, chance, symbol));
  }
  template <Chance C>
  void respond_again(std::span<const std::uint8_t> permanent, C& chance, std::span<std::uint8_t> reports) const {
    const std::size_t size = report_bytes();
    std::array<std::uint32_t, max_batch> storage;
    const auto numbers = std::span(storage).first(permanent.size() / size);
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      numbers[i] = static_cast<std::uint32_t>(answer(permanent.subspan(i * size, size)));
    }
    keep_numbers(chain_.instantaneous, chance, numbers);
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      put(&reports[i * size], seed_of(permanent.subspan(i * size, size)), numbers[i]);
    }
  }
  template <Chance C>
  void encode(std::span<const Value> values, C& chance, std::span<std::uint8_t> reports) const {
    std::array<std::uint64_t, max_batch> words;
    const auto seeds = std::span(words).first(values.size());
    draw_public_words(chance, seeds);
    std::array<std::uint32_t, max_batch> storage;
    const auto numbers = std::span(storage).first(values.size());
    for (std::size_t i = 0; i < values.size(); ++i) {
      numbers[i] = static_cast<std::uint32_t>(symbol_of(values[i], seeds[i]));
    }
    keep_numbers(chain_.permanent, chance, numbers);
    keep_numbers(chain_.instantaneous, chance, numbers);
    const std::size_t size = report_bytes();
    for (std::size_t i = 0; i < values.size(); ++i) put(&reports[i * size], seeds[i], numbers[i]);
  }

  bool is_possible(std::span<const std::uint8_t> report) const override {
    return padding_is_zero(report, report_bits()) && answer(report) < buckets_.count();
  }
  void add(std::span<const std::uint8_t> report, std::span<std::uint64_t> cells) const {
    for (Value value = 0; value < k(); ++value) cells[value] += supports_value(report, value) ? 1U : 0U;
  }
  bool supports_value(std::span<const std::uint8_t> report, Value value) const {
    return buckets_[answer(report)].contains(hash_of(seed_of(report))(value));
  }
  std::vector<double> supports(TallyView tally) const override { return {tally.cells.begin(), tally.cells.end()}; }

 protected:
  void tally_possible(ReportsView reports, std::span<std::uint64_t> cells) const override {
    std::array<HashTest<HashWord>, 1024> tests;
    for (std::size_t first = 0; first < reports.size(); first += tests.size()) {
      const std::size_t count = std::min(tests.size(), reports.size() - first);
      for (std::size_t i = 0; i < count; ++i) tests[i] = test(reports[first + i]);
      add_hash_supports(std::span<const HashTest<HashWord>>(tests).first(count), cells);
    }
  }

 private:
  static constexpr std::size_t max_table = 4096;

  void put(std::uint8_t* report, std::uint64_t seed, std::uint64_t bucket) const {
    put_bytes(report, seed_bytes, seed);
    put_bytes(report + seed_bytes, report_bytes() - seed_bytes, bucket);
  }
  static std::uint64_t seed_of(std::span<const std::uint8_t> report) {
    return load_little_endian<std::uint64_t>(report);
  }
  std::uint64_t answer(std::span<const std::uint8_t> report) const {
    return take_bits(report, 8 * seed_bytes, bits_for_count(buckets_.count()));
  }
  HashTest<HashWord> test(std::span<const std::uint8_t> report) const {
    const MultiplyShift<HashWord> hash = hash_of(seed_of(report));
    const std::uint64_t number = answer(report);
    const Bucket<HashWord> bucket = number < table_.size() ? table_[number] : buckets_[number];
    return {hash.multiplier, static_cast<HashWord>(hash.addend - bucket.low), bucket.size};
  }

  Buckets<HashWord> buckets_;
  double collision_;
  std::vector<Bucket<HashWord>> table_;  // of the first buckets: all of them but for large ε1
  ChainedKeep chain_;
  double epsilon_;
};

}  // namespace

std::unique_ptr<Oracle> make_loloha(OracleSpec spec) { return std::make_unique<Loloha>(std::move(spec)); }

}  // namespace sourdine
