#include "sourdine/kernel/bit_counts.h"

#include <algorithm>
#include <cstring>

#include "sourdine/base/bits.h"
#include "sourdine/base/little_endian.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "sourdine/kernel/bit_counts.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace sourdine::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
using Bytes = hn::ScalableTag<std::uint8_t>;
using Vector = hn::Vec<Bytes>;

constexpr std::size_t lanes = hn::MaxLanes(Bytes());
constexpr std::size_t group_rows = 16;
constexpr std::size_t panel_columns = 16;
constexpr std::size_t max_groups = 255;  // what a byte counts

// What has been counted in one column (one vector's bytes of every row). Bit i of planes[p] weighs 2^p; sixteens[b]
// counts bit b of every byte.
struct Column {
  HWY_ALIGN std::uint8_t planes[4][lanes];
  HWY_ALIGN std::uint8_t sixteens[8][lanes];
};

// Adds 2^level rows to the planes below `level`, and returns their carries.
template <int level>
HWY_INLINE Vector add_rows(Vector (&planes)[4], const std::uint8_t* rows, std::size_t stride) {
  if constexpr (level == 0) {
    return hn::LoadU(Bytes(), rows);
  } else {
    const Vector a = add_rows<level - 1>(planes, rows, stride);
    const Vector b = add_rows<level - 1>(planes, rows + (stride << (level - 1)), stride);
    Vector& sum = planes[level - 1];
    const Vector differ = hn::Xor(sum, a);
    const Vector carry = hn::OrAnd(hn::And(sum, a), differ, b);
    sum = hn::Xor(differ, b);
    return carry;
  }
}

HWY_INLINE void add_group(Column& column, const std::uint8_t* rows, std::size_t stride) {
  const Bytes d;
  Vector planes[4] = {hn::Load(d, column.planes[0]), hn::Load(d, column.planes[1]), hn::Load(d, column.planes[2]),
                      hn::Load(d, column.planes[3])};
  const Vector sixteens = add_rows<4>(planes, rows, stride);
  for (std::size_t p = 0; p < 4; ++p) hn::Store(planes[p], d, column.planes[p]);
  for (std::size_t b = 0; b < 8; ++b) {
    const auto is_set = hn::TestBit(sixteens, hn::Set(d, static_cast<std::uint8_t>(1U << b)));
    const Vector counter = hn::Load(d, column.sixteens[b]);
    hn::Store(hn::Sub(counter, hn::VecFromMask(d, is_set)), d, column.sixteens[b]);
  }
}

// What the planes of a column hold, bit by bit: 0 … 15.
HWY_INLINE void sum_planes(const Column& column, std::uint8_t (&sums)[8][lanes]) {
  const Bytes d;
  for (std::size_t b = 0; b < 8; ++b) {
    const Vector bit = hn::Set(d, static_cast<std::uint8_t>(1U << b));
    Vector sum = hn::Zero(d);
    for (std::size_t p = 0; p < 4; ++p) {
      const auto is_set = hn::TestBit(hn::Load(d, column.planes[p]), bit);
      sum = hn::Or(sum, hn::IfThenElseZero(is_set, hn::Set(d, static_cast<std::uint8_t>(1U << p))));
    }
    hn::Store(sum, d, sums[b]);
  }
}

// Rows of whole reports, and how they are cut into columns.
struct Rows {
  Rows(std::span<const std::uint8_t> reports, std::size_t report_size) : bytes(reports), report_bytes(report_size) {
    // The fewest columns of which reports fill seven eighths; a row is then read by whole vectors, and what they see of
    // the next row is ignored.
    columns = (report_bytes + lanes - 1) / lanes;
    const auto filled = [this] { return columns * lanes / report_bytes * report_bytes; };
    while (8 * filled() < 7 * columns * lanes && columns * lanes < 8 * report_bytes) ++columns;
    stride = filled();
    groups = (bytes.size() + group_rows * stride - 1) / (group_rows * stride);
    // A group whose last vector ends inside the reports is read where it lies.
    const std::size_t last = (group_rows - 1) * stride + columns * lanes;
    groups_inside = bytes.size() < last ? 0 : (bytes.size() - last) / (group_rows * stride) + 1;
  }

  // One group of a panel with zeros in place of what lies behind the reports.
  void copy_group(std::size_t group, std::size_t panel, std::size_t width, std::uint8_t* to) const {
    std::fill_n(to, group_rows * width, std::uint8_t{0});
    for (std::size_t r = 0; r < group_rows; ++r) {
      const std::size_t from = (group * group_rows + r) * stride + panel;
      if (from >= bytes.size()) return;
      std::copy_n(bytes.data() + from, std::min(std::min(width, stride - panel), bytes.size() - from), to + r * width);
    }
  }

  std::span<const std::uint8_t> bytes;
  std::size_t report_bytes;
  std::size_t columns;
  std::size_t stride;  // bytes of the reports in a row
  std::size_t groups;
  std::size_t groups_inside;
};

// Adds what a column counted, whose first byte is number `at` of a row, to the cells.
void add_column(const Column& column, const Rows& rows, std::size_t at, std::size_t first_bit,
                std::span<std::uint64_t> cells) {
  HWY_ALIGN std::uint8_t sums[8][lanes];
  sum_planes(column, sums);
  const std::size_t end_bit = first_bit + cells.size();
  const std::size_t end = std::min(lanes, rows.stride - at);
  std::size_t byte = at % rows.report_bytes;
  for (std::size_t lane = 0; lane < end; ++lane) {
    const auto count = [&](std::size_t b) {
      return std::uint64_t{group_rows} * column.sixteens[b][lane] + sums[b][lane];
    };
    if (8 * byte >= first_bit && 8 * byte + 8 <= end_bit) {
      std::uint64_t* const to = cells.data() + (8 * byte - first_bit);
      for (std::size_t b = 0; b < 8; ++b) to[b] += count(b);
    } else {
      for (std::size_t b = 0; b < 8; ++b) {
        const std::size_t bit = 8 * byte + b;
        if (bit >= first_bit && bit < end_bit) cells[bit - first_bit] += count(b);
      }
    }
    if (++byte == rows.report_bytes) byte = 0;
  }
}

void add_bit_counts(std::span<const std::uint8_t> reports, std::size_t report_bytes, std::size_t first_bit,
                    std::span<std::uint64_t> cells) {
  const Rows rows(reports, report_bytes);
  Column columns[panel_columns];
  HWY_ALIGN std::uint8_t copy[group_rows * panel_columns * lanes];
  for (std::size_t first = 0; first < rows.groups; first += max_groups) {
    const std::size_t end = std::min(first + max_groups, rows.groups);
    for (std::size_t panel = 0; panel < rows.columns; panel += panel_columns) {
      const std::size_t count = std::min(panel_columns, rows.columns - panel);
      std::memset(columns, 0, count * sizeof(Column));
      for (std::size_t group = first; group < end; ++group) {
        const bool is_inside = group < rows.groups_inside;
        if (!is_inside) rows.copy_group(group, panel * lanes, count * lanes, copy);
        const std::uint8_t* const from =
            is_inside ? reports.data() + group * group_rows * rows.stride + panel * lanes : copy;
        for (std::size_t c = 0; c < count; ++c) {
          add_group(columns[c], from + c * lanes, is_inside ? rows.stride : count * lanes);
        }
      }
      for (std::size_t c = 0; c < count; ++c) add_column(columns[c], rows, (panel + c) * lanes, first_bit, cells);
    }
  }
}

HWY_INLINE std::uint64_t load_word(const std::uint8_t* from) {
  return load_little_endian<std::uint64_t>(std::span(from, 8));
}

// Of a report of eight bytes or more.
HWY_INLINE std::uint64_t popcount(const std::uint8_t* report, std::size_t size) {
  std::uint64_t ones = 0;
  std::size_t i = 0;
#if HWY_TARGET != HWY_SCALAR
  if (size >= lanes) {
    const hn::Repartition<std::uint64_t, Bytes> words;
    auto sums = hn::Zero(words);
    for (; i + lanes <= size; i += lanes) {
      sums = hn::Add(sums, hn::PopulationCount(hn::BitCast(words, hn::LoadU(Bytes(), report + i))));
    }
    ones = hn::GetLane(hn::SumOfLanes(words, sums));
  }
#endif
  for (; i + 8 <= size; i += 8) ones += static_cast<std::uint64_t>(__builtin_popcountll(load_word(report + i)));
  if (i == size) return ones;
  const std::uint64_t word = load_word(report + size - 8);  // its first bytes have been counted
  return ones + static_cast<std::uint64_t>(__builtin_popcountll(word >> (8 * (8 - (size - i)))));
}

std::size_t first_with_other_popcount(std::span<const std::uint8_t> reports, std::size_t report_bytes,
                                      std::uint64_t ones) {
  const std::size_t count = reports.size() / report_bytes;
  std::size_t i = 0;
  if (report_bytes >= 8) {
    while (i < count && popcount(&reports[i * report_bytes], report_bytes) == ones) ++i;
    return i;
  }
  const std::uint64_t mask = (std::uint64_t{1} << (8 * report_bytes)) - 1;
  const auto is_as_asked = [&](std::uint64_t report) {
    return static_cast<std::uint64_t>(__builtin_popcountll(report)) == ones;
  };
  const std::size_t words = reports.size() < 8 ? 0 : (reports.size() - 8) / report_bytes + 1;
  for (; i < words; ++i) {
    if (!is_as_asked(load_word(&reports[i * report_bytes]) & mask)) return i;
  }
  for (; i < count; ++i) {
    if (!is_as_asked(take_bits(reports.subspan(i * report_bytes, report_bytes), 0, 8 * report_bytes))) return i;
  }
  return count;
}

}  // namespace sourdine::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sourdine {

HWY_EXPORT(add_bit_counts);
HWY_EXPORT(first_with_other_popcount);

void add_bit_counts(std::span<const std::uint8_t> reports, std::size_t report_bytes, std::size_t first_bit,
                    std::span<std::uint64_t> cells) {
  HWY_DYNAMIC_DISPATCH(add_bit_counts)(reports, report_bytes, first_bit, cells);
}

std::size_t first_with_other_popcount(std::span<const std::uint8_t> reports, std::size_t report_bytes,
                                      std::uint64_t ones) {
  return HWY_DYNAMIC_DISPATCH(first_with_other_popcount)(reports, report_bytes, ones);
}

}  // namespace sourdine
#endif
