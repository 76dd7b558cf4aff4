// What the kernels compute, by definition: one report and one bit at a time. Tests and fuzzing hold every vector target
// to these.
#pragma once

#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "sourdine/base/bits.h"
#include "sourdine/kernel/local_hash.h"
#include "sourdine/kernel/walk_moments.h"

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

// walk_innovations() and walk_moments() by definition, one period and one column at a time.
struct WalkByDefinition {
  std::vector<double> innovations, level_variance, squares;
  double log_determinant = 0;

  explicit WalkByDefinition(const WalkColumns& columns) : squares(columns.stride * columns.stride) {
    std::vector<double> state(columns.stride);
    double level = 0;
    for (std::size_t t = 0; t < columns.share.size(); ++t) {
      std::vector<double> row(columns.stride);
      for (std::size_t i = 0; i < row.size(); ++i) {
        row[i] = (i == 0 ? columns.share[t] : columns.design[t * columns.stride + i]) - state[i];
      }
      innovations.insert(innovations.end(), row.begin(), row.end());
      level_variance.push_back(level);
      const double noise = columns.variance[t] + columns.dispersion * columns.irregular[t];
      if (std::isfinite(noise)) learn(row, noise, state, level);
      level += columns.drift;
    }
  }

 private:
  void learn(const std::vector<double>& row, double noise, std::vector<double>& state, double& level) {
    const double precision = 1 / (level + noise);
    log_determinant += std::log(level + noise);
    for (std::size_t i = 0; i < row.size(); ++i) {
      state[i] += level * precision * row[i];
      for (std::size_t j = 0; j <= i; ++j) {
        squares[i * row.size() + j] += row[i] * precision * row[j];
        squares[j * row.size() + i] = squares[i * row.size() + j];
      }
    }
    level = level * noise * precision;
  }
};

}  // namespace sourdine::testing
