#include "sourdine/base/crc32c.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>
#include <vector>

#include "sourdine/base/stream.h"

namespace sourdine {
namespace {

using Bytes = std::vector<std::uint8_t>;

Bytes counting(std::size_t size, bool is_downward = false) {
  Bytes bytes(size);
  std::iota(bytes.begin(), bytes.end(), std::uint8_t{0});
  if (is_downward) std::reverse(bytes.begin(), bytes.end());
  return bytes;
}

TEST(Crc32c, GivesTheVectorsOfRfc3720) {
  for (const auto function : {crc32c, crc32c_portable}) {
    EXPECT_EQ(function({}, 0), 0U);
    EXPECT_EQ(function(as_bytes("123456789"), 0), 0xE3069283U);
    EXPECT_EQ(function(Bytes(32, 0x00), 0), 0x8A9136AAU);
    EXPECT_EQ(function(Bytes(32, 0xFF), 0), 0x62A8AB43U);
    EXPECT_EQ(function(counting(32), 0), 0x46DD794EU);
    EXPECT_EQ(function(counting(32, true), 0), 0x113FDB5CU);
  }
}

TEST(Crc32c, TheProcessorsInstructionAgreesWithTheTablesAtEveryLengthAndAlignment) {
  const Bytes bytes = counting(300);
  for (std::size_t from = 0; from < 9; ++from) {
    for (std::size_t size = 0; from + size <= bytes.size(); ++size) {
      const auto part = std::span(bytes).subspan(from, size);
      ASSERT_EQ(crc32c(part, 0x12345678), crc32c_portable(part, 0x12345678)) << from << " " << size;
    }
  }
}

TEST(Crc32c, TheProcessorsInstructionAgreesWithTheTablesOnLongTexts) {
  Bytes bytes(100'000);
  std::mt19937 random(1);
  for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(random());
  for (int i = 0; i < 200; ++i) {
    const std::size_t from = random() % 20;
    const auto part = std::span(bytes).subspan(from, random() % (bytes.size() - from));
    const auto before = static_cast<std::uint32_t>(random());
    ASSERT_EQ(crc32c(part, before), crc32c_portable(part, before)) << from << " " << part.size();
  }
}

TEST(Crc32c, ChecksumsOfPartsJoinToThatOfTheWhole) {
  const Bytes bytes = counting(300);
  for (std::size_t cut = 0; cut <= bytes.size(); ++cut) {
    const auto first = std::span(bytes).first(cut);
    const auto last = std::span(bytes).subspan(cut);
    for (const std::uint32_t before : {0U, 0x12345678U}) {
      EXPECT_EQ(crc32c_joined(crc32c(first, before), crc32c(last), last.size()), crc32c(bytes, before));
    }
  }
}

TEST(Crc32c, ContinuesWhereItStopped) {
  const Bytes bytes = counting(100);
  for (std::size_t cut = 0; cut <= bytes.size(); ++cut) {
    const std::uint32_t first = crc32c(std::span(bytes).first(cut));
    EXPECT_EQ(crc32c(std::span(bytes).subspan(cut), first), crc32c(bytes));
  }
}

}  // namespace
}  // namespace sourdine
