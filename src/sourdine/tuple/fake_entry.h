// FakeEntry: what RS+FD sends for one attribute, as integer thresholds. If the attribute was drawn, its value by the
// local randomiser M; otherwise fake data F, which know nothing of the value.
//
//   grr           M: grr. F: a value, uniform or by the prior's weights.
//   oue-z, sue-z  M: the unary encoding of the value. F: that of nothing, k bits that are all lies.
//   oue-r, sue-r  M: the same. F: the unary encoding of a value, uniform or by the prior.
//
// What is told about the tuple v by all entries y, with R_j = M_j/F_j:
//   Pr[y|v] = (1/d)·Σ_j M_j(y_j|v_j)·Π_{i≠j} F_i(y_i),  so  Pr[y|v]/Pr[y|w] = Σ_j R_j(y_j|v_j) / Σ_j R_j(y_j|w_j).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "sourdine/base/domain.h"
#include "sourdine/oracle/bit_flip.h"
#include "sourdine/oracle/keep.h"

namespace sourdine {

enum class FakeData { value, zeros, one_hot };

struct FakeEntry {
  FakeData fake = FakeData::value;
  Value k = 1;
  Keep keep = {};                           // of grr
  BitFlip flip = {};                        // of the unary encodings
  std::vector<std::uint64_t> weights = {};  // of the prior; empty: uniform
  std::uint64_t total_weight = 0;           // their sum

  // `word`: grr, oue-z, sue-z, oue-r or sue-r, its local randomiser with ε. Throws Error(bad_input) for another one,
  // and where 64 bits do not suffice. A domain of one value has nothing to tell: it has no thresholds.
  static FakeEntry for_epsilon(std::string_view word, Value k, double epsilon, std::vector<std::uint64_t> weights = {});

  bool is_bits() const { return fake != FakeData::value; }
  // Pr[F(y) = v] where a fake value is drawn.
  double fake_share(Value value) const;
  // What M gives: Pr[supports v | holds v], Pr[supports v | holds another], their difference without cancellation.
  double yes() const { return is_bits() ? flip.p.probability() : keep.yes(); }
  double no() const { return is_bits() ? flip.q.probability() : keep.no(0); }
  double gap() const { return is_bits() ? flip.gap() : keep.gap(0); }
  // Pr[fake data support v].
  double fake_support(Value value) const;
};

// n·V0 of an estimated share, for a value nobody holds, one of d attributes being true: d²·s(1−s)/(p−q)² with
// s = (q + (d−1)·Pr[fake data support it])/d.
double approximate_variance(const FakeEntry& entry, std::size_t attributes, Value value = 0);

// grr or oue-z with the local ε, whichever has the smaller approximate variance; grr when they are equal. Decided in
// 100-digit arithmetic: every machine must choose the same.
std::string_view adaptive_entry(Value k, double epsilon, std::size_t attributes);

}  // namespace sourdine
