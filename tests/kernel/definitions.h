// What the kernels compute, by definition: one report and one bit at a time. Tests and fuzzing hold every vector target
// to these.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "sourdine/base/bits.h"
#include "sourdine/kernel/local_hash.h"

namespace sourdine::testing {

using Bytes = std::span<const std::uint8_t>;

inline void add_bit_counts_by_definition(Bytes reports, std::size_t report_bytes, std::size_t first_bit,
                                         std::span<std::uint64_t> cells) {
  for (std::size_t at = 0; at < reports.size(); at += report_bytes) {
    const Bytes report = reports.subspan(at, report_bytes);
    for (std::size_t i = 0; i < cells.size(); ++i) cells[i] += get_bit(report, first_bit + i) ? 1U : 0U;
  }
}

inline std::size_t first_with_other_popcount_by_definition(Bytes reports, std::size_t report_bytes,
                                                           std::uint64_t ones) {
  for (std::size_t at = 0; at < reports.size(); at += report_bytes) {
    std::uint64_t found = 0;
    for (std::size_t bit = 0; bit < 8 * report_bytes; ++bit) {
      found += get_bit(reports.subspan(at, report_bytes), bit) ? 1U : 0U;
    }
    if (found != ones) return at / report_bytes;
  }
  return reports.size() / report_bytes;
}

inline std::uint64_t number_by_definition(Bytes numbers, std::size_t width, std::size_t i) {
  return take_bits(numbers.subspan(i * width, width), 0, 8 * width);
}

inline void add_histogram_by_definition(Bytes numbers, std::size_t width, std::span<std::uint64_t> cells) {
  for (std::size_t i = 0; i < numbers.size() / width; ++i) ++cells[number_by_definition(numbers, width, i)];
}

inline std::size_t first_not_below_by_definition(Bytes numbers, std::size_t width, std::uint64_t end) {
  std::size_t i = 0;
  while (i < numbers.size() / width && number_by_definition(numbers, width, i) < end) ++i;
  return i;
}

template <class Word>
void add_hash_supports_by_definition(std::span<const HashTest<Word>> tests, std::span<std::uint64_t> cells) {
  for (const HashTest<Word>& test : tests) {
    for (std::size_t v = 0; v < cells.size(); ++v) {
      cells[v] += static_cast<Word>(test.multiplier * static_cast<Word>(v) + test.offset) < test.size ? 1U : 0U;
    }
  }
}

// Stage by stage.
inline void walsh_hadamard_by_definition(std::span<std::int64_t> data) {
  for (std::size_t half = 1; half < data.size(); half *= 2) {
    for (std::size_t i = 0; i < data.size(); ++i) {
      if ((i & half) != 0) continue;
      const std::int64_t a = data[i];
      data[i] = a + data[i + half];
      data[i + half] = a - data[i + half];
    }
  }
}

}  // namespace sourdine::testing
