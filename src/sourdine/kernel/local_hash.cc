#include "sourdine/kernel/local_hash.h"

#include <algorithm>
#include <array>
#include <type_traits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "sourdine/kernel/local_hash.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "sourdine/kernel/lane_counter-inl.h"

HWY_BEFORE_NAMESPACE();
namespace sourdine::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

constexpr std::size_t tile_reports = 1024;
constexpr std::size_t max_vectors = HWY_TARGET <= HWY_AVX3 ? 16 : 8;  // counters that fit the registers

// Offsets and sizes are kept 2^(W−1) higher: the comparison of unsigned words is then one of signed words, which every
// target has.
template <class Word>
struct Tile {
  using Signed = std::make_signed_t<Word>;
  static constexpr Word bias = Word{1} << (8 * sizeof(Word) - 1);

  explicit Tile(std::span<const HashTest<Word>> tests) : count(tests.size()) {
    for (std::size_t i = 0; i < count; ++i) {
      multiplier[i] = tests[i].multiplier;
      offset[i] = static_cast<Word>(tests[i].offset + bias);
      size[i] = static_cast<Word>(tests[i].size + bias);
    }
  }
  // Later values.
  void step(std::size_t values) {
    for (std::size_t i = 0; i < count; ++i) offset[i] = static_cast<Word>(offset[i] + multiplier[i] * Word(values));
  }

  std::size_t count;
  std::array<Word, tile_reports> multiplier;
  std::array<Word, tile_reports> offset;
  std::array<Word, tile_reports> size;
};

// multiplier · (0, 1, 2, …), by additions: not every target multiplies 64-bit lanes.
template <class D, class Word = hn::TFromD<D>>
HWY_INLINE hn::Vec<D> multiples(D d, Word multiplier) {
  const auto lane = hn::Iota(d, 0);
  auto product = hn::Zero(d);
  for (std::size_t bit = 1; bit < hn::MaxLanes(d); bit *= 2) {
    const auto has_bit = hn::TestBit(lane, hn::Set(d, static_cast<Word>(bit)));
    product = hn::Add(product, hn::IfThenElseZero(has_bit, hn::Set(d, static_cast<Word>(multiplier * bit))));
  }
  return product;
}

// Counts the next vectors·lanes values; the cells may end inside them.
template <std::size_t vectors, class Word>
HWY_INLINE void count_values(Tile<Word>& tile, std::span<std::uint64_t> cells) {
  const hn::ScalableTag<Word> d;
  const hn::RebindToSigned<decltype(d)> ds;
  constexpr std::size_t lanes = hn::MaxLanes(hn::ScalableTag<Word>());
  hn::Vec<decltype(ds)> counters[vectors];
  for (auto& counter : counters) counter = hn::Zero(ds);
  for (std::size_t i = 0; i < tile.count; ++i) {
    auto offset = hn::Add(hn::Set(d, tile.offset[i]), multiples(d, tile.multiplier[i]));
    const auto step = hn::Set(d, static_cast<Word>(tile.multiplier[i] * lanes));
    const auto size = hn::BitCast(ds, hn::Set(d, tile.size[i]));
    for (auto& counter : counters) {
      counter = counted(ds, counter, hn::Lt(hn::BitCast(ds, offset), size));
      offset = hn::Add(offset, step);
    }
  }
  tile.step(vectors * lanes);
  HWY_ALIGN Word counts[vectors * lanes];
  for (std::size_t i = 0; i < vectors; ++i) hn::Store(hn::BitCast(d, counters[i]), d, counts + i * lanes);
  for (std::size_t i = 0; i < std::min(cells.size(), vectors * lanes); ++i) cells[i] += counts[i];
}

// As many vectors as there are values for, then half as many, and so on to one.
template <std::size_t vectors, class Word>
void count_rest(Tile<Word>& tile, std::span<std::uint64_t> cells) {
  constexpr std::size_t values = vectors * hn::MaxLanes(hn::ScalableTag<Word>());
  for (; cells.size() >= values; cells = cells.subspan(values)) count_values<vectors>(tile, cells);
  if constexpr (vectors > 1) {
    count_rest<vectors / 2>(tile, cells);
  } else if (!cells.empty()) {
    count_values<1>(tile, cells);
  }
}

template <class Word>
void add_tests(std::span<const HashTest<Word>> tests, std::span<std::uint64_t> cells) {
  for (std::size_t first = 0; first < tests.size(); first += tile_reports) {
    Tile<Word> tile(tests.subspan(first, std::min(tile_reports, tests.size() - first)));
    count_rest<max_vectors>(tile, cells);
  }
}

void add_narrow(std::span<const HashTest<std::uint32_t>> tests, std::span<std::uint64_t> cells) {
  add_tests(tests, cells);
}
void add_wide(std::span<const HashTest<std::uint64_t>> tests, std::span<std::uint64_t> cells) {
  add_tests(tests, cells);
}

}  // namespace sourdine::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sourdine {

HWY_EXPORT(add_narrow);
HWY_EXPORT(add_wide);

void add_hash_supports(std::span<const HashTest<std::uint32_t>> tests, std::span<std::uint64_t> cells) {
  HWY_DYNAMIC_DISPATCH(add_narrow)(tests, cells);
}
void add_hash_supports(std::span<const HashTest<std::uint64_t>> tests, std::span<std::uint64_t> cells) {
  HWY_DYNAMIC_DISPATCH(add_wide)(tests, cells);
}

}  // namespace sourdine
#endif
