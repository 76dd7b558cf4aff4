#include "sourdine/kernel/bit_counts.h"

#include <gtest/gtest.h>

#include "kernel/definitions.h"
#include "kernel/some_bytes.h"
#include "support/simd_targets.h"

namespace sourdine::testing {
namespace {

void expect_bit_counts(std::span<const std::uint8_t> reports, std::size_t report_bytes, std::size_t first_bit,
                       std::size_t count) {
  std::vector<std::uint64_t> expected(count);
  add_bit_counts_by_definition(reports, report_bytes, first_bit, expected);
  on_every_simd_target([&] {
    std::vector<std::uint64_t> cells(count);
    add_bit_counts(reports, report_bytes, first_bit, cells);
    EXPECT_EQ(cells, expected) << reports.size() / report_bytes << " reports of " << report_bytes << " bytes";
  });
}

TEST(BitCounts, AreThoseOfTheDefinitionForEverySizeOfReport) {
  const std::vector<std::uint8_t> bytes = some_bytes(70'000, 1);
  for (std::size_t size = 1; size <= 300; ++size) {
    for (const std::size_t count : {std::size_t{0}, std::size_t{1}, std::size_t{17}, 40 + size % 16, 10'000 / size}) {
      expect_bit_counts(std::span(bytes).first(size * std::min(count, 70'000 / size)), size, 0, 8 * size);
    }
  }
}

TEST(BitCounts, OfPartOfAReportLeaveTheOtherBitsOut) {
  const std::vector<std::uint8_t> bytes = some_bytes(5'000, 2);
  for (const std::size_t size : {1U, 2U, 3U, 64U, 129U}) {
    for (const std::size_t first : {0U, 1U, 6U, 7U}) {
      for (const std::size_t dropped : {0U, 1U}) {
        expect_bit_counts(std::span(bytes).first(5'000 / size * size), size, first, 8 * size - first - dropped);
      }
    }
  }
}

TEST(BitCounts, OfReportsOfManyVectors) {
  const std::vector<std::uint8_t> bytes = some_bytes(60'000, 3);
  for (const std::size_t size : {1'000U, 1'024U, 1'025U, 5'000U, 20'000U, 60'000U}) {
    expect_bit_counts(std::span(bytes).first(60'000 / size * size), size, 0, 8 * size);
  }
}

TEST(BitCounts, ExceedWhatByteCountersHold) {
  const std::vector<std::uint8_t> ones(300'000, 0xFF);
  for (const std::size_t size : {1U, 3U, 20U}) expect_bit_counts(ones, size, 0, 8 * size);
}

TEST(BitCounts, AreAddedToWhatIsThere) {
  const std::vector<std::uint8_t> reports = {1, 3, 0x80};
  std::vector<std::uint64_t> cells = {10, 20, 30, 40, 50, 60, 70, std::uint64_t{1} << 40};
  add_bit_counts(reports, 1, 0, cells);
  EXPECT_EQ(cells, (std::vector<std::uint64_t>{12, 21, 30, 40, 50, 60, 70, (std::uint64_t{1} << 40) + 1}));
}

TEST(Popcount, FindsTheFirstReportWithAnotherNumberOfOnes) {
  for (std::size_t size = 1; size <= 200; ++size) {
    constexpr std::size_t count = 40;
    std::vector<std::uint8_t> reports(size * count);
    const std::size_t ones = std::min<std::size_t>(size * 8 - 1, 5 + size);
    for (std::size_t i = 0; i < count; ++i) {  // runs of ones that begin anywhere and wrap around
      for (std::size_t b = 0; b < ones; ++b) {
        set_bit(std::span(reports).subspan(i * size, size), (i * 11 + b) % (8 * size));
      }
    }
    on_every_simd_target([&] {
      EXPECT_EQ(first_with_other_popcount(reports, size, ones), count) << size;
      EXPECT_EQ(first_with_other_popcount(reports, size, ones + 1), 0U) << size;
      EXPECT_EQ(first_with_other_popcount({}, size, ones), 0U);
      for (const std::size_t i : {std::size_t{0}, std::size_t{17}, count - 1}) {
        for (const std::size_t byte : {std::size_t{0}, size / 2, size - 1}) {
          std::vector<std::uint8_t> changed = reports;
          changed[i * size + byte] ^= 0x10;
          EXPECT_EQ(first_with_other_popcount(changed, size, ones), i) << size;
        }
      }
    });
  }
}

}  // namespace
}  // namespace sourdine::testing
