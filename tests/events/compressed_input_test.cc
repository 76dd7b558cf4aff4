#include "sourdine/events/compressed_input.h"

#include <gtest/gtest.h>
#include <zlib.h>
#include <zstd.h>

#include <random>

#include "sourdine/events/row_source.h"
#include "support/errors.h"

namespace sourdine {
namespace {

using testing::input_error;

std::string gzip(std::string_view text) {
  z_stream stream{};
  EXPECT_EQ(deflateInit2(&stream, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY), Z_OK);
  std::string packed(deflateBound(&stream, text.size()) + 64, '\0');
  std::string copy(text);
  stream.next_in = reinterpret_cast<Bytef*>(copy.data());
  stream.avail_in = static_cast<uInt>(copy.size());
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  EXPECT_EQ(deflate(&stream, Z_FINISH), Z_STREAM_END);
  packed.resize(stream.total_out);
  deflateEnd(&stream);
  return packed;
}

std::string zstd(std::string_view text) {
  ZSTD_CCtx* const context = ZSTD_createCCtx();
  ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, 1);
  std::string packed(ZSTD_compressBound(text.size()), '\0');
  packed.resize(ZSTD_compress2(context, packed.data(), packed.size(), text.data(), text.size()));
  ZSTD_freeCCtx(context);
  return packed;
}

// Read in pieces of `piece` bytes.
std::string unpacked(std::string_view packed, std::size_t piece = 1000) {
  const auto input = decompressed(std::make_unique<InputBytes>("'t.csv.x'", packed));
  std::string text;
  for (std::string part(piece, '\0');;) {
    const std::size_t got = input->read({reinterpret_cast<std::uint8_t*>(part.data()), part.size()});
    text.append(part, 0, got);
    if (got < piece) return text;
  }
}

// Rows that do not compress much, so that the packed bytes are many buffers long.
std::string many_rows() {
  std::mt19937_64 random(1);
  std::string text = "when,place\n";
  while (text.size() < 1'000'000) text += std::to_string(random()) + ",A\n";
  return text;
}

TEST(CompressedInput, GivesBackWhatWasCompressedWhateverThePieces) {
  const std::string text = many_rows();
  for (const std::string& packed : {gzip(text), zstd(text)}) {
    EXPECT_GT(packed.size(), 300'000U);
    for (const std::size_t piece : {1'000U, 131'072U, 2'000'000U})
      EXPECT_TRUE(unpacked(packed, piece) == text) << piece;
  }
  EXPECT_EQ(unpacked(gzip("")), "");
  EXPECT_EQ(unpacked(zstd("")), "");
  EXPECT_EQ(unpacked("plain"), "plain");
}

TEST(CompressedInput, ReadsSeveralPartsOneBehindTheOther) {
  EXPECT_EQ(unpacked(gzip("one,") + gzip("") + gzip("two")), "one,two");
  EXPECT_EQ(unpacked(gzip("one") + std::string(1'000, '\0')), "one");
  EXPECT_EQ(unpacked(zstd("one,") + zstd("two")), "one,two");
  const std::string skipped = std::string("\x50\x2A\x4D\x18\x03\x00\x00\x00", 8) + "abc";
  EXPECT_EQ(unpacked(skipped + zstd("one")), "one");
}

TEST(CompressedInput, SaysThatItIsCutShortWhereverItIsCut) {
  const std::string text = "when,place\n2006-01-31,A\n";
  for (const std::string& packed : {gzip(text), zstd(text)}) {
    for (std::size_t size = 4; size < packed.size(); ++size) {
      const std::string error = input_error([&] { unpacked(packed.substr(0, size)); });
      EXPECT_NE(error.find("'t.csv.x' is cut short"), std::string::npos) << size << ": " << error;
    }
  }
}

TEST(CompressedInput, SaysThatItIsDamaged) {
  const std::string text = many_rows();
  for (std::string packed : {gzip(text), zstd(text)}) {
    packed[packed.size() / 2] = static_cast<char>(packed[packed.size() / 2] ^ 0x10);
    const std::string error = input_error([&] { unpacked(packed); });
    EXPECT_NE(error.find("'t.csv.x' is damaged"), std::string::npos) << error;
  }
  EXPECT_NE(input_error([&] { unpacked(gzip("one") + "garbage"); }).find("is damaged"), std::string::npos);
  EXPECT_NE(input_error([&] { unpacked(zstd("one") + "garbage"); }).find("is damaged"), std::string::npos);
}

TEST(CompressedInput, IsReadAsRowsAndAsBlocksOfRows) {
  const std::string text = many_rows();
  for (const std::string& packed : {gzip(text), zstd(text)}) {
    const auto rows = csv_rows(std::make_unique<InputBytes>("'t.csv.x'", packed));
    EXPECT_EQ(rows->columns(), (std::vector<std::string>{"when", "place"}));
    ASSERT_TRUE(rows->next());
    EXPECT_EQ(rows->where(), "'t.csv.x', line 2");
    TextBlock block;
    EXPECT_TRUE(rows->next_block(block));
    EXPECT_EQ(block.first_line, 3U);
  }
}

TEST(CompressedInput, MayHoldSomethingElseThanText) {
  const std::string packed = gzip("PAR1…");
  EXPECT_EQ(input_error([&] { csv_rows(std::make_unique<InputBytes>("'t.gz'", packed)); }),
            "'t.gz' is a Parquet file, not CSV");
}

TEST(CsvRows, SkipLinesBeforeTheHeader) {
  const std::string text = "Fire department; calls\nmade on 2020-01-01, by \"us\n\nwhen,place\n2006-01-31,A\n";
  const auto rows = csv_rows(std::make_unique<InputBytes>("'t.csv'", text), {.skip_lines = 3});
  EXPECT_EQ(rows->columns(), (std::vector<std::string>{"when", "place"}));
  ASSERT_TRUE(rows->next());
  EXPECT_EQ(rows->where(), "'t.csv', line 5");
  EXPECT_FALSE(rows->next());
  EXPECT_NE(
      input_error([&] { csv_rows(std::make_unique<InputBytes>("'t.csv'", text), {.skip_lines = 9}); }).find("is empty"),
      std::string::npos);
}

}  // namespace
}  // namespace sourdine
