#include "sourdine/kernel/histogram.h"

#include <gtest/gtest.h>

#include <random>

#include "kernel/definitions.h"
#include "support/simd_targets.h"

namespace sourdine::testing {
namespace {

// `count` numbers below `cells`, as bytes.
std::vector<std::uint8_t> numbers_below(std::uint64_t cells, std::size_t width, std::size_t count) {
  std::mt19937_64 random(cells + width);
  std::vector<std::uint8_t> bytes(width * count);
  for (std::size_t i = 0; i < count; ++i) {
    put_bits(std::span(bytes).subspan(i * width, width), 0, 8 * width, random() % cells);
  }
  return bytes;
}

TEST(Histogram, IsThatOfTheDefinition) {
  for (const std::size_t cells :
       {1U, 2U, 3U, 8U, 9U, 17U, 31U, 64U, 65U, 255U, 256U, 1'000U, 5'000U, 65'536U, 70'000U}) {
    for (std::size_t width = 1; width <= 4; ++width) {
      if (width == 1 && cells > 256) continue;
      if (width == 2 && cells > 65'536) continue;
      for (const std::size_t count : {0U, 1U, 15U, 16U, 63U, 64U, 1'000U, 30'001U}) {
        const std::vector<std::uint8_t> numbers = numbers_below(cells, width, count);
        std::vector<std::uint64_t> expected(cells, 3);
        add_histogram_by_definition(numbers, width, expected);
        on_every_simd_target([&] {
          std::vector<std::uint64_t> histogram(cells, 3);
          add_histogram(numbers, width, histogram);
          EXPECT_EQ(histogram, expected) << count << " numbers of " << width << " bytes below " << cells;
        });
      }
    }
  }
}

TEST(Histogram, OfEqualNumbersExceedsWhatALaneHolds) {
  const std::vector<std::uint8_t> twos(1'000'000, 2);
  on_every_simd_target([&] {
    std::vector<std::uint64_t> histogram(3);
    add_histogram(twos, 1, histogram);
    EXPECT_EQ(histogram, (std::vector<std::uint64_t>{0, 0, 1'000'000}));
  });
}

TEST(Histogram, OfBytesThatHaveNoCellIsThatOfTheOthers) {
  for (const std::size_t cells : {1U, 3U, 17U, 64U, 65U, 200U, 255U, 256U}) {
    for (const std::size_t count : {1U, 15U, 64U, 65U, 1'000U, 30'001U}) {
      const std::vector<std::uint8_t> bytes = numbers_below(256, 1, count);
      std::vector<std::uint64_t> expected(256, 3);
      add_histogram_by_definition(bytes, 1, expected);
      expected.resize(cells);
      on_every_simd_target([&] {
        std::vector<std::uint64_t> histogram(cells, 3);
        add_histogram(bytes, 1, histogram);
        EXPECT_EQ(histogram, expected) << count << " bytes, " << cells << " cells";
      });
    }
  }
}

TEST(FirstNotBelow, FindsTheFirst) {
  for (std::size_t width = 1; width <= 4; ++width) {
    for (const std::size_t count : {0U, 1U, 16U, 64U, 65U, 1'000U}) {
      const std::vector<std::uint8_t> numbers = numbers_below(200, width, count);
      on_every_simd_target([&] {
        EXPECT_EQ(first_not_below(numbers, width, 200), count);
        EXPECT_EQ(first_not_below(numbers, width, std::uint64_t{1} << (8 * width)), count);
        EXPECT_EQ(first_not_below(numbers, width, 0), 0U);
        for (const std::size_t place : {std::size_t{0}, count / 2, count - 1}) {
          if (count == 0) break;
          std::vector<std::uint8_t> changed = numbers;
          changed[place * width] = 0;
          changed[place * width + width - 1] = 200;  // ≥ 200 however many bytes below it
          EXPECT_EQ(first_not_below(changed, width, 200), place) << count << " of " << width;
          changed.back() = 0xFF;
          EXPECT_EQ(first_not_below(changed, width, 200), place) << count << " of " << width;
        }
      });
    }
  }
}

}  // namespace
}  // namespace sourdine::testing
