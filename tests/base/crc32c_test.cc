#include "sourdine/base/crc32c.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
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

TEST(Crc32c, ContinuesWhereItStopped) {
  const Bytes bytes = counting(100);
  for (std::size_t cut = 0; cut <= bytes.size(); ++cut) {
    const std::uint32_t first = crc32c(std::span(bytes).first(cut));
    EXPECT_EQ(crc32c(std::span(bytes).subspan(cut), first), crc32c(bytes));
  }
}

}  // namespace
}  // namespace sourdine
