#include "sourdine/kernel/histogram.h"

#include <algorithm>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "sourdine/kernel/histogram.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "sourdine/kernel/lane_counter-inl.h"

HWY_BEFORE_NAMESPACE();
namespace sourdine::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
using Numbers = std::span<const std::uint8_t>;
using Cells = std::span<std::uint64_t>;
using Bytes = hn::ScalableTag<std::uint8_t>;
constexpr std::size_t lanes = hn::MaxLanes(Bytes());

template <std::size_t width>
HWY_INLINE std::uint32_t number_at(const std::uint8_t* from) {
  std::uint32_t number = 0;
  for (std::size_t i = 0; i < width; ++i) number |= std::uint32_t{from[i]} << (8 * i);
  return number;
}

template <std::size_t width>
HWY_INLINE void add_directly(Numbers numbers, Cells cells) {
  for (std::size_t at = 0; at < numbers.size(); at += width) {
    const std::uint32_t number = number_at<width>(&numbers[at]);
    if (width > 1 || number < cells.size()) ++cells[number];
  }
}

constexpr std::size_t max_table = 4096;
constexpr std::size_t max_in_tables = std::size_t{1} << 30;  // a table's cells have 32 bits

template <std::size_t width>
void add_by_tables(Numbers numbers, Cells cells) {
  std::uint32_t tables[4][max_table];
  for (auto& table : tables) std::fill_n(table, width == 1 ? 256 : cells.size(), 0U);  // all that a byte can be
  const std::size_t whole = numbers.size() / (4 * width) * (4 * width);
  for (std::size_t at = 0; at < whole; at += 4 * width) {
    for (std::size_t t = 0; t < 4; ++t) ++tables[t][number_at<width>(&numbers[at + t * width])];
  }
  for (std::size_t cell = 0; cell < cells.size(); ++cell) {
    cells[cell] += std::uint64_t{tables[0][cell]} + tables[1][cell] + tables[2][cell] + tables[3][cell];
  }
  add_directly<width>(numbers.subspan(whole), cells);
}

template <std::size_t width>
void add_numbers(Numbers numbers, Cells cells) {
  // Tables must be worth their zeroing and adding up.
  if (cells.size() > max_table || numbers.size() < 2 * cells.size() * width) return add_directly<width>(numbers, cells);
  constexpr std::size_t stretch = max_in_tables * width;
  for (std::size_t at = 0; at < numbers.size(); at += stretch) {
    add_by_tables<width>(numbers.subspan(at, std::min(stretch, numbers.size() - at)), cells);
  }
}

#if HWY_TARGET == HWY_SCALAR

void add_bytes(Numbers numbers, Cells cells) { add_numbers<1>(numbers, cells); }

template <std::size_t width>
HWY_INLINE std::uint32_t largest_in_vectors(Numbers, std::size_t&) {
  return 0;
}

#else

// Adds to cells[0 … count−1] how often first … first + count − 1 occur among at most 255 vectors of bytes.
template <std::size_t count>
HWY_INLINE void count_equal(Numbers numbers, std::size_t first, std::uint64_t* cells) {
  const Bytes d;
  const hn::Repartition<std::uint64_t, Bytes> d64;
  hn::Vec<Bytes> wanted[count];
  hn::Vec<Bytes> counters[count];
  for (std::size_t c = 0; c < count; ++c) {
    wanted[c] = hn::Set(d, static_cast<std::uint8_t>(first + c));
    counters[c] = hn::Zero(d);
  }
  for (std::size_t at = 0; at < numbers.size(); at += lanes) {
    const auto number = hn::LoadU(d, numbers.data() + at);
    for (std::size_t c = 0; c < count; ++c) counters[c] = counted(d, counters[c], hn::Eq(number, wanted[c]));
  }
  for (std::size_t c = 0; c < count; ++c) cells[c] += hn::GetLane(hn::SumOfLanes(d64, hn::SumsOf8(counters[c])));
}

// With as many cells as lanes, comparing costs two operations per number: as much as a table.
void add_bytes(Numbers numbers, Cells cells) {
  if (cells.size() > lanes) return add_numbers<1>(numbers, cells);
  constexpr std::size_t stretch = 255 * lanes;
  const std::size_t whole = numbers.size() / lanes * lanes;
  for (std::size_t at = 0; at < whole; at += stretch) {
    const Numbers part = numbers.subspan(at, std::min(stretch, whole - at));
    std::size_t cell = 0;  // eight at a time, whose counters stay in registers
    for (; cell + 8 <= cells.size(); cell += 8) count_equal<8>(part, cell, &cells[cell]);
    for (; cell + 3 <= cells.size(); cell += 3) count_equal<3>(part, cell, &cells[cell]);
    for (; cell < cells.size(); ++cell) count_equal<1>(part, cell, &cells[cell]);
  }
  add_directly<1>(numbers.subspan(whole), cells);
}

// The largest number in the whole vectors from `at` on, where `at` goes. Vectors of three-byte numbers there are none.
template <std::size_t width>
HWY_INLINE std::uint32_t largest_in_vectors(Numbers numbers, std::size_t& at) {
  if constexpr (width == 3) {
    return 0;
  } else {
    const hn::Repartition<hwy::UnsignedFromSize<width>, Bytes> d;
    auto largest = hn::Zero(d);
    for (; at + lanes <= numbers.size(); at += lanes) {
      largest = hn::Max(largest, hn::BitCast(d, hn::LoadU(Bytes(), numbers.data() + at)));
    }
    HWY_ALIGN hwy::UnsignedFromSize<width> each[lanes / width];
    hn::Store(largest, d, each);
    return *std::max_element(std::begin(each), std::end(each));
  }
}

#endif

template <std::size_t width>
std::size_t first_number_not_below(Numbers numbers, std::uint64_t end) {
  std::size_t at = 0;
  std::uint32_t largest = largest_in_vectors<width>(numbers, at);
  for (; at < numbers.size(); at += width) largest = std::max(largest, number_at<width>(&numbers[at]));
  if (largest < end) return numbers.size() / width;
  at = 0;
  while (at < numbers.size() && number_at<width>(&numbers[at]) < end) at += width;
  return at / width;
}

void add_histogram(Numbers numbers, std::size_t width, Cells cells) {
  switch (width) {
    case 1:
      return add_bytes(numbers, cells);
    case 2:
      return add_numbers<2>(numbers, cells);
    case 3:
      return add_numbers<3>(numbers, cells);
    default:
      return add_numbers<4>(numbers, cells);
  }
}

std::size_t first_not_below(Numbers numbers, std::size_t width, std::uint64_t end) {
  switch (width) {
    case 1:
      return first_number_not_below<1>(numbers, end);
    case 2:
      return first_number_not_below<2>(numbers, end);
    case 3:
      return first_number_not_below<3>(numbers, end);
    default:
      return first_number_not_below<4>(numbers, end);
  }
}

}  // namespace sourdine::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sourdine {

HWY_EXPORT(add_histogram);
HWY_EXPORT(first_not_below);

void add_histogram(std::span<const std::uint8_t> numbers, std::size_t width, std::span<std::uint64_t> cells) {
  HWY_DYNAMIC_DISPATCH(add_histogram)(numbers, width, cells);
}

std::size_t first_not_below(std::span<const std::uint8_t> numbers, std::size_t width, std::uint64_t end) {
  return HWY_DYNAMIC_DISPATCH(first_not_below)(numbers, width, end);
}

}  // namespace sourdine
#endif
