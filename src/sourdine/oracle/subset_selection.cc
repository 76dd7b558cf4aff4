#include "sourdine/oracle/subset_selection.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <numeric>

#include "sourdine/base/bits.h"
#include "sourdine/base/wide.h"
#include "sourdine/kernel/bit_counts.h"
#include "sourdine/kernel/padding.h"
#include "sourdine/oracle/base.h"
#include "sourdine/oracle/keep.h"
#include "sourdine/oracle/parameters.h"
#include "sourdine/random/bernoulli_bits.h"
#include "sourdine/random/exact.h"
#include "sourdine/random/subset.h"
#include "sourdine/random/subset_bits.h"

namespace sourdine {
namespace {

// A set under construction, for the list spelling: one per thread, so that a report costs no allocation. The marks are
// wiped when the set goes out of scope, also by an exception.
class DrawnSet {
 public:
  explicit DrawnSet(Value k) {
    if (marks_.size() < bytes_for_bits(k)) marks_.resize(bytes_for_bits(k));
    members_.clear();
  }
  ~DrawnSet() {
    for (const Value member : members_) marks_[member / 8] = 0;
  }
  DrawnSet(const DrawnSet&) = delete;
  DrawnSet& operator=(const DrawnSet&) = delete;

  bool has(std::uint64_t value) const { return get_bit(marks_, value); }
  void mark(std::uint64_t value) {
    members_.push_back(static_cast<Value>(value));
    set_bit(marks_, value);
  }
  std::span<const Value> sorted() const {
    std::sort(members_.begin(), members_.end());
    return members_;
  }

 private:
  static thread_local std::vector<std::uint8_t> marks_;
  static thread_local std::vector<Value> members_;
};

thread_local std::vector<std::uint8_t> DrawnSet::marks_;
thread_local std::vector<Value> DrawnSet::members_;

class SubsetSelection final : public OracleWith<SubsetSelection> {
 public:
  SubsetSelection(OracleSpec spec, std::uint64_t size)
      : OracleWith(std::move(spec)),
        size_(size),
        index_bits_(bits_for_count(k())),
        is_list_(size * index_bits_ < k()),
        keep_(Keep::for_epsilon(this->oracle_spec().epsilon, k(), size)),
        epsilon_(keep_.epsilon()),
        share_{static_cast<std::uint64_t>((Wide{size} << 64) / k())} {}

  double epsilon() const override { return epsilon_; }
  Support support() const override {
    const double overlap = static_cast<double>(size_ - 1) / (k() - 1);
    return {keep_.yes(), keep_.no(overlap), keep_.gap(overlap)};
  }
  std::size_t report_bits() const override { return is_list_ ? size_ * index_bits_ : k(); }
  std::size_t cells() const override { return k(); }

  template <Chance C>
  void encode(std::span<const Value> values, C& chance, std::span<std::uint8_t> reports) const {
    const std::size_t bytes = report_bytes();
    if (!is_list_ && size_ >= least_bulk_size) {
      encode_bulk(chance, values, reports);
      return;
    }
    const Decisions<max_batch> is_kept(keep_.threshold, chance, values.size());
    for (std::size_t i = 0; i < values.size(); ++i) {
      const auto report = reports.subspan(i * bytes, bytes);
      if (is_list_) {
        DrawnSet set(k());
        draw(
            values[i], is_kept[i], chance, [&set](std::uint64_t x) { return set.has(x); },
            [&set](std::uint64_t x) { set.mark(x); });
        std::size_t at = 0;
        for (const Value member : set.sorted()) put_bits(report, index_bits_ * at++, index_bits_, member);
      } else {
        draw(
            values[i], is_kept[i], chance, [report](std::uint64_t x) { return get_bit(report, x); },
            [report](std::uint64_t x) { set_bit(report, x); });
      }
    }
  }

  // All bits of the bitmaps at once, then every set is brought to its size.
  template <Chance C>
  void encode_bulk(C& chance, std::span<const Value> values, std::span<std::uint8_t> reports) const {
    const std::size_t bytes = report_bytes();
    const Decisions<max_batch> is_kept(keep_.threshold, chance, values.size());
    BernoulliBits(share_).fill(chance, reports, 8 * reports.size(),
                               [&](std::size_t i) { return i % (8 * bytes) < k(); });
    std::vector<std::uint64_t> words((k() + 63) / 64);
    const std::uint64_t used = ~std::uint64_t{0} >> (64 * words.size() - k());
    for (std::size_t i = 0; i < values.size(); ++i) {
      words.back() = 0;
      std::memcpy(words.data(), &reports[i * bytes], bytes);
      words.back() &= used;
      if (is_kept[i]) {
        resize_subset_with(chance, words, k(), size_, values[i]);
      } else {
        resize_subset(chance, words, k(), size_);
      }
      std::memcpy(&reports[i * bytes], words.data(), bytes);
    }
  }

  bool is_possible(std::span<const std::uint8_t> report) const override {
    if (!padding_is_zero(report, report_bits())) return false;
    if (!is_list_) {
      std::uint64_t ones = 0;
      for (const std::uint8_t byte : report) ones += static_cast<std::uint64_t>(std::popcount(byte));
      return ones == size_;
    }
    for (std::size_t i = 1; i < size_; ++i) {
      if (member(report, i - 1) >= member(report, i)) return false;
    }
    return member(report, size_ - 1) < k();
  }

  // Every report names ω values.
  bool is_consistent(TallyView tally) const override {
    const auto add = [](Wide sum, std::uint64_t cell) { return sum + cell; };
    return Oracle::is_consistent(tally) &&
           std::accumulate(tally.cells.begin(), tally.cells.end(), Wide{0}, add) == Wide{tally.reports} * size_;
  }
  void add(std::span<const std::uint8_t> report, std::span<std::uint64_t> cells) const {
    if (is_list_) {
      for (std::size_t i = 0; i < size_; ++i) ++cells[member(report, i)];
    } else {
      for (Value value = 0; value < k(); ++value) cells[value] += get_bit(report, value) ? 1U : 0U;
    }
  }
  bool supports_value(std::span<const std::uint8_t> report, Value value) const {
    if (!is_list_) return get_bit(report, value);
    std::size_t low = 0;  // the members are sorted: bisect for the first ≥ value
    for (std::size_t high = size_; low < high;) {
      const std::size_t middle = low + (high - low) / 2;
      if (member(report, middle) < value) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low < size_ && member(report, low) == value;
  }

  std::vector<double> supports(TallyView tally) const override { return {tally.cells.begin(), tally.cells.end()}; }

 protected:
  std::size_t first_impossible(ReportsView reports) const override {
    if (is_list_ || !all_padding_is_zero(reports.bytes, reports.report_bytes, k())) {
      return OracleWith::first_impossible(reports);
    }
    return first_with_other_popcount(reports.bytes, reports.report_bytes, size_);
  }
  void tally_possible(ReportsView reports, std::span<std::uint64_t> cells) const override {
    if (is_list_) return OracleWith::tally_possible(reports, cells);
    add_bit_counts(reports.bytes, reports.report_bytes, 0, cells);
  }

 private:
  std::uint64_t member(std::span<const std::uint8_t> report, std::size_t i) const {
    return take_bits(report, i * index_bits_, index_bits_);
  }

  // Marks a uniform set that contains the value, or any uniform set.
  template <Chance C, class Has, class Mark>
  void draw(Value value, bool is_kept, C& chance, Has has, Mark mark) const {
    if (!is_kept) return sample_subset(chance, k(), size_, has, mark);
    // The other values in order, numbered 0 … k−2: those from `value` on are one higher.
    const auto other = [value](std::uint64_t x) { return x < value ? x : x + 1; };
    sample_subset(
        chance, k() - 1, size_ - 1, [&](std::uint64_t x) { return has(other(x)); },
        [&](std::uint64_t x) { mark(other(x)); });
    mark(value);
  }

  // Smaller sets are drawn member by member: that many draws cost less than k decisions and the corrections.
  static constexpr std::uint64_t least_bulk_size = 32;

  std::uint64_t size_;
  std::size_t index_bits_;
  bool is_list_;
  Keep keep_;
  double epsilon_;
  Threshold share_;  // ω/k; a guess at the members, any value would do
};

}  // namespace

std::unique_ptr<Oracle> make_ss(OracleSpec spec) {
  require_epsilon(spec.epsilon);
  const Exact best = floor(spec.k() / (capped_exp(spec.epsilon) + 1) + 0.5);
  const std::uint64_t size = best < 1 ? 1 : best.convert_to<std::uint64_t>();
  const std::uint64_t asked = whole_parameter(spec, "omega", size, 1, spec.k() - 1);
  return std::make_unique<SubsetSelection>(with_parameter(std::move(spec), "omega", static_cast<double>(asked)), asked);
}

}  // namespace sourdine
