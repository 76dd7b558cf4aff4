#include "sourdine/oracle/local_hash.h"

#include <algorithm>
#include <array>

#include "sourdine/base/bits.h"
#include "sourdine/base/little_endian.h"
#include "sourdine/kernel/local_hash.h"
#include "sourdine/oracle/base.h"
#include "sourdine/oracle/keep.h"
#include "sourdine/oracle/multiply_shift.h"
#include "sourdine/oracle/parameters.h"
#include "sourdine/random/bernoulli_bits.h"
#include "sourdine/random/exact.h"
#include "sourdine/random/public_words.h"
#include "sourdine/random/uniform_numbers.h"

namespace sourdine {
namespace {

template <std::unsigned_integral Word>
class LocalHash final : public OracleWith<LocalHash<Word>> {
 public:
  static constexpr std::size_t word_bits = std::numeric_limits<Word>::digits;
  // The largest domain leaves half of the word's bits to hashes; a bucket holds two hashes at least.
  static constexpr std::uint64_t max_buckets = std::uint64_t{1} << (word_bits / 2 - 1);
  static constexpr std::uint64_t max_domain = std::uint64_t{1} << (word_bits / 2 + 1);

  LocalHash(OracleSpec spec, std::uint64_t buckets)
      : OracleWith<LocalHash<Word>>(std::move(spec)),
        buckets_(buckets, this->k()),
        collision_(buckets_.collision()),
        keep_(Keep::for_epsilon(this->oracle_spec().epsilon, buckets, 1)),
        epsilon_(keep_.epsilon()) {
    while (table_.size() < std::min<std::uint64_t>(buckets, max_table)) table_.push_back(buckets_[table_.size()]);
  }

  double epsilon() const override { return epsilon_; }
  Support support() const override { return {keep_.yes(), keep_.no(collision_), keep_.gap(collision_)}; }
  std::size_t report_bits() const override { return seed_bits + bits_for_count(buckets_.count()); }
  std::size_t cells() const override { return this->k(); }

  template <Chance C>
  void encode(std::span<const Value> values, C& chance, std::span<std::uint8_t> reports) const {
    const Decisions<max_batch> is_kept(keep_.threshold, chance, values.size());
    std::array<std::uint32_t, max_batch> any;  // a bucket for those that are not kept
    UniformNumbers(buckets_.count()).fill(chance, std::span(any).first(values.size()), [&](std::size_t i) {
      return !is_kept[i];
    });
    const std::size_t size = this->report_bytes();
    const std::size_t answer_bytes = size - seed_bytes;
    std::array<std::uint64_t, max_batch * seed_bytes / 8> storage;
    const auto seeds = std::span(storage).first(values.size() * seed_bytes / 8);
    draw_public_words(chance, seeds);
    for (std::size_t i = 0; i < values.size(); ++i) {
      std::uint8_t* const report = &reports[i * size];
      for (std::size_t at = 0; at < seed_bytes; at += 8) put_bytes(report + at, 8, seeds[(i * seed_bytes + at) / 8]);
      put_bytes(report + seed_bytes, answer_bytes, any[i]);
    }
    is_kept.for_each_true(values.size(), [&](std::size_t i) {
      const auto report = reports.subspan(i * size, size);
      put_bytes(&report[seed_bytes], answer_bytes, buckets_.bucket_of(hash(report)(values[i])));
    });
  }

  bool is_possible(std::span<const std::uint8_t> report) const override {
    return padding_is_zero(report, report_bits()) && answer(report) < buckets_.count();
  }

  // Consecutive values hash to words that differ by the multiplier: one addition and one comparison per value.
  void add(std::span<const std::uint8_t> report, std::span<std::uint64_t> cells) const {
    const MultiplyShift<Word> seed = hash(report);
    const Bucket<Word> bucket = buckets_[answer(report)];
    Word offset = static_cast<Word>(seed.addend - bucket.low);
    for (std::uint64_t& cell : cells) {
      cell += offset < bucket.size ? 1U : 0U;
      offset = static_cast<Word>(offset + seed.multiplier);
    }
  }
  bool supports_value(std::span<const std::uint8_t> report, Value value) const {
    return buckets_[answer(report)].contains(hash(report)(value));
  }

  std::vector<double> supports(TallyView tally) const override { return {tally.cells.begin(), tally.cells.end()}; }

 protected:
  void tally_possible(ReportsView reports, std::span<std::uint64_t> cells) const override {
    std::array<HashTest<Word>, 1024> tests;
    for (std::size_t first = 0; first < reports.size(); first += tests.size()) {
      const std::size_t count = std::min(tests.size(), reports.size() - first);
      for (std::size_t i = 0; i < count; ++i) tests[i] = test(reports[first + i]);
      add_hash_supports(std::span<const HashTest<Word>>(tests).first(count), cells);
    }
  }

 private:
  static constexpr std::size_t seed_bits = 2 * word_bits;
  static constexpr std::size_t seed_bytes = seed_bits / 8;

  HashTest<Word> test(std::span<const std::uint8_t> report) const {
    const MultiplyShift<Word> seed = hash(report);
    const std::uint64_t number = answer(report);
    const Bucket<Word> bucket = number < table_.size() ? table_[number] : buckets_[number];
    return {seed.multiplier, static_cast<Word>(seed.addend - bucket.low), bucket.size};
  }

  static MultiplyShift<Word> hash(std::span<const std::uint8_t> report) {
    return {load_little_endian<Word>(report), load_little_endian<Word>(report.subspan(sizeof(Word)))};
  }
  std::uint64_t answer(std::span<const std::uint8_t> report) const {
    return take_bits(report, seed_bits, bits_for_count(buckets_.count()));
  }

  static constexpr std::size_t max_table = 4096;

  Buckets<Word> buckets_;
  std::vector<Bucket<Word>>
      table_;  // of the first buckets: all of them but for large ε; two divisions fewer per report
  double collision_;
  Keep keep_;
  double epsilon_;
};

// The word must be wide enough for pairwise independence over k keys; the narrow one makes shorter reports.
bool is_narrow(const OracleSpec& spec) { return spec.k() <= LocalHash<std::uint32_t>::max_domain; }

template <std::unsigned_integral Word>
std::unique_ptr<Oracle> make_optimised(OracleSpec spec) {
  const std::uint64_t max_buckets = LocalHash<Word>::max_buckets;
  const Exact best = floor(capped_exp(spec.epsilon) + 0.5) + 1;
  const std::uint64_t buckets = best < max_buckets ? best.convert_to<std::uint64_t>() : max_buckets;
  const std::uint64_t asked = whole_parameter(spec, "g", std::max<std::uint64_t>(buckets, 2), 2, max_buckets);
  return std::make_unique<LocalHash<Word>>(with_parameter(std::move(spec), "g", static_cast<double>(asked)), asked);
}

}  // namespace

std::unique_ptr<Oracle> make_blh(OracleSpec spec) {
  if (is_narrow(spec)) return std::make_unique<LocalHash<std::uint32_t>>(std::move(spec), 2);
  return std::make_unique<LocalHash<std::uint64_t>>(std::move(spec), 2);
}

std::unique_ptr<Oracle> make_olh(OracleSpec spec) {
  require_epsilon(spec.epsilon);
  if (is_narrow(spec)) return make_optimised<std::uint32_t>(std::move(spec));
  return make_optimised<std::uint64_t>(std::move(spec));
}

}  // namespace sourdine
