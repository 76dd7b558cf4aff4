// FakeOracle: one entry of an RS+FD report, seen alone, as a frequency oracle: the value by the local randomiser with
// probability 1/d, fake data otherwise (tuple/fake_entry.h). What is estimated from the entries of all people is
// estimated by this oracle's own code. Internal to tuple/.
//
// Domain and report: 0 … k−1; one value, or k bits. A domain of one value has reports without bytes.
// Support of v: yes = (p + (d−1)·φ)/d, no = (q + (d−1)·φ)/d, gap = (p − q)/d, φ = Pr[fake data support v]: 1/k, q, or
//   q + (p−q)/k; with a prior f: f(v) or q + (p−q)·f(v), and then the values differ.
// Variance, fixed population: [x·yes(1−yes) + (n−x)·no(1−no)]/gap². Without a prior the oracle is pure.
// ε of the entry alone, max (R + d−1) ratio: less than that of the attribute in the whole report when the other entries
//   tell more than average.
// Reference: Arcolezi, Couchot, Al Bouna, Xiao, Random sampling plus fake data, CIKM 2021; Arcolezi, Gambs, Couchot,
//   Palamidessi, On the risks of collecting multidimensional data under local differential privacy, PVLDB 2023.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "sourdine/base/bits.h"
#include "sourdine/oracle/base.h"
#include "sourdine/oracle/one_hot.h"
#include "sourdine/random/bernoulli_bits.h"
#include "sourdine/random/uniform_numbers.h"
#include "sourdine/tuple/fake_entry.h"

namespace sourdine {

class FakeOracle final : public OracleWith<FakeOracle> {
 public:
  // `spec`: the entry's word, domain and local ε.
  FakeOracle(OracleSpec spec, FakeEntry entry, std::size_t attributes);

  const FakeEntry& entry() const { return entry_; }

  double epsilon() const override { return epsilon_; }
  Support support() const override { return support_of(0); }
  Support support_of(Value value) const;
  std::size_t report_bits() const override;
  std::size_t cells() const override { return k(); }
  bool is_pure() const override { return entry_.weights.empty(); }
  bool cell_is_report() const override { return !entry_.is_bits(); }
  void report_of_cell(std::size_t cell, std::span<std::uint8_t> report) const override;

  template <Chance C>
  void encode(std::span<const Value> values, C& chance, std::span<std::uint8_t> reports) const {
    std::array<std::uint32_t, max_batch> drawn;
    const auto some = std::span(drawn).first(values.size());
    UniformNumbers(attributes_).fill(chance, some, [](std::size_t) { return true; });
    respond(values, some, 0, chance, reports);
  }
  // One to max_batch entries, written over `reports`: of person i the truth, randomised, where drawn[i] = number.
  template <Chance C>
  void respond(std::span<const Value> values, std::span<const std::uint32_t> drawn, std::uint32_t number, C& chance,
               std::span<std::uint8_t> reports) const;

  bool is_possible(std::span<const std::uint8_t> report) const override;
  void add(std::span<const std::uint8_t> report, std::span<std::uint64_t> cells) const;
  bool supports_value(std::span<const std::uint8_t> report, Value value) const;
  std::vector<double> supports(TallyView tally) const override { return {tally.cells.begin(), tally.cells.end()}; }
  std::vector<double> invert(TallyView tally) const override;
  double variance(Value value, std::span<const double> counts) const override;
  std::vector<VarianceCurve> variance_curves(double n, std::span<const double> weights) const override;
  void likelihood(std::span<const std::uint8_t> report, std::span<double> out) const override;

 protected:
  std::size_t first_impossible(ReportsView reports) const override;
  void tally_possible(ReportsView reports, std::span<std::uint64_t> cells) const override;

 private:
  // Fake values for those who are wanted.
  template <Chance C, class Wanted>
  void draw_fakes(C& chance, std::span<std::uint32_t> fakes, Wanted wanted) const {
    UniformNumbers(total_weight_).fill(chance, fakes, wanted);
    if (entry_.weights.empty()) return;
    for (std::uint32_t& fake : fakes) fake = value_at(fake);
  }
  // The value whose stretch of the weights has this number.
  Value value_at(std::uint64_t number) const {
    const auto above = std::upper_bound(ends_.begin(), ends_.end(), number);
    return static_cast<Value>(above - ends_.begin());
  }
  template <Chance C, class IsDrawn>
  void respond_by_value(std::span<const Value> values, IsDrawn is_drawn, C& chance,
                        std::span<std::uint8_t> reports) const;
  template <Chance C, class IsDrawn>
  void respond_or_zeros(std::span<const Value> values, IsDrawn is_drawn, C& chance,
                        std::span<std::uint8_t> reports) const;

  FakeEntry entry_;
  std::size_t attributes_;
  std::uint64_t total_weight_;       // k without a prior
  std::vector<std::uint64_t> ends_;  // of the values' stretches of the weights
  double epsilon_;
};

// Kept, the report is the value; otherwise any, which without a prior is also what fake data are.
template <Chance C, class IsDrawn>
void FakeOracle::respond_by_value(std::span<const Value> values, IsDrawn is_drawn, C& chance,
                                  std::span<std::uint8_t> reports) const {
  std::array<std::uint8_t, max_batch / 8> kept;
  BernoulliBits(entry_.keep.threshold).fill(chance, kept, values.size(), is_drawn);
  const auto is_kept = [&](std::size_t i) { return is_drawn(i) && get_bit(kept, i); };
  const bool has_prior = !entry_.weights.empty();
  std::array<std::uint32_t, max_batch> sent, fakes;
  const auto all_sent = std::span(sent).first(values.size());
  UniformNumbers(k()).fill(chance, all_sent, [&](std::size_t i) { return !is_kept(i) && (is_drawn(i) || !has_prior); });
  if (has_prior) {
    draw_fakes(chance, std::span(fakes).first(values.size()), [&](std::size_t i) { return !is_drawn(i); });
    for (std::size_t i = 0; i < values.size(); ++i) sent[i] = is_drawn(i) ? sent[i] : fakes[i];
  }
  for (std::size_t i = 0; i < values.size(); ++i) sent[i] = is_kept(i) ? values[i] : sent[i];
  put_numbers(reports, report_bytes(), all_sent);
}

// All bits are drawn as lies; the true one of those whose attribute was drawn is then replaced.
template <Chance C, class IsDrawn>
void FakeOracle::respond_or_zeros(std::span<const Value> values, IsDrawn is_drawn, C& chance,
                                  std::span<std::uint8_t> reports) const {
  const std::size_t size = report_bytes();
  BernoulliBits(entry_.flip.q).fill(chance, reports, 8 * reports.size(), [&](std::size_t i) {
    const std::size_t person = i / (8 * size), bit = i % (8 * size);
    return bit < k() && !(is_drawn(person) && bit == values[person]);
  });
  if (k() % 8 != 0) {
    const auto used = static_cast<std::uint8_t>(0xff >> (8 - k() % 8));
    for (std::size_t at = size - 1; at < reports.size(); at += size) {
      reports[at] = static_cast<std::uint8_t>(reports[at] & used);
    }
  }
  std::array<std::uint8_t, max_batch / 8> ones;
  BernoulliBits(entry_.flip.p).fill(chance, ones, values.size(), is_drawn);
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (is_drawn(i)) put_bit(reports.subspan(i * size, size), values[i], get_bit(ones, i));
  }
}

template <Chance C>
void FakeOracle::respond(std::span<const Value> values, std::span<const std::uint32_t> drawn, std::uint32_t number,
                         C& chance, std::span<std::uint8_t> reports) const {
  if (k() == 1) return;
  const auto is_drawn = [drawn, number](std::size_t i) { return drawn[i] == number; };
  switch (entry_.fake) {
    case FakeData::value:
      return respond_by_value(values, is_drawn, chance, reports);
    case FakeData::zeros:
      return respond_or_zeros(values, is_drawn, chance, reports);
    case FakeData::one_hot:
      break;
  }
  std::array<std::uint32_t, max_batch> encoded;
  const auto ones = std::span(encoded).first(values.size());
  draw_fakes(chance, ones, [&](std::size_t i) { return !is_drawn(i); });
  for (std::size_t i = 0; i < values.size(); ++i) ones[i] = is_drawn(i) ? values[i] : ones[i];
  flip_one_hot(entry_.flip, std::span<const std::uint32_t>(ones), 0, k(), chance, reports);
}

}  // namespace sourdine
