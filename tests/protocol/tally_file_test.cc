#include "sourdine/protocol/tally_file.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "sourdine/base/crc32c.h"
#include "sourdine/base/little_endian.h"
#include "sourdine/oracle/table.h"
#include "sourdine/protocol/file_header.h"
#include "sourdine/random/seeded_bits.h"
#include "support/errors.h"
#include "support/temporary_directory.h"

namespace sourdine {
namespace {

using testing::input_error;
using testing::TemporaryDirectory;

OracleSpec spec(double epsilon = 1) { return {"oue", Domain(6), epsilon, {}}; }

Spec shared_spec(double epsilon = 1) { return make_oracle(spec(epsilon))->spec(); }

constexpr std::uint64_t many = Tally::max_reports;

TallyFile sample() { return {{shared_spec(), many, {0, 1, 127, 128, 300, many}}, "towns 2024", true}; }

std::string bytes_of(const TallyFile& file) {
  std::string bytes;
  OutputBytes output(bytes);
  write_tally(output, file);
  return bytes;
}

TallyFile read_bytes(std::string_view bytes) {
  InputBytes input("'t.stly'", bytes);
  return read_tally(input);
}

TEST(TallyFile, GivesBackWhatWasWritten) {
  EXPECT_EQ(read_bytes(bytes_of(sample())), sample());
  const TemporaryDirectory directory;
  write_tally_file(directory.file("t.stly"), sample());
  EXPECT_EQ(read_tally_file(directory.file("t.stly")), sample());
}

TEST(TallyFile, ManyCellsGoThroughInPieces) {
  TallyFile file{
      {make_oracle({"oue", Domain(200'000), 1, {}})->spec(), many, std::vector<std::uint64_t>(200'000)}, "", false};
  for (std::size_t i = 0; i < file.tally.cells.size(); ++i) file.tally.cells[i] = i * i * i;
  EXPECT_EQ(read_bytes(bytes_of(file)), file);
}

TEST(TallyFile, CountsThatContradictEachOtherAreAnError) {
  const auto refused = [](const OracleSpec& asked, std::uint64_t reports, std::vector<std::uint64_t> cells) {
    const auto oracle = make_oracle(asked);
    Tally tally = oracle->empty_tally();
    tally.reports = reports;
    std::copy(cells.begin(), cells.end(), tally.cells.begin());
    const std::string why = input_error([&] { read_bytes(bytes_of({tally, "", true})); });
    EXPECT_EQ(why, "'t.stly' is damaged: its counts contradict each other") << asked.oracle;
  };
  refused({"grr", Domain(4), 1, {}}, 100, {40, 25, 20, 16});                     // 101 of 100
  refused({"oue", Domain(4), 1, {}}, 100, {101, 0, 0, 0});                       // more 1s than reports
  refused({"ss", Domain(5), 1, {{"omega", 2}}}, 10, {10, 9, 0, 0, 0});           // 19 marks, not 20
  refused({"hrr", Domain(4), 1, {}}, 1, {~std::uint64_t{0}, 2});                 // adds up to 1 only modulo 2^64
  refused({"rappor", Domain(4), 1, {{"cohorts", 2}, {"bits", 8}}}, 10, {5, 6});  // a bit set in 6 of 5 reports
  refused({"oue", Domain(4), 1, {}}, ~std::uint64_t{0}, {1, 1, 1, 1});           // beyond max_reports
}

TEST(TallyFile, ASpecThatLeavesASizeToBeChosenIsRefused) {
  for (const char* name : {"olh", "ss", "the", "hr", "pgr", "rappor", "cms", "hcms"}) {
    const OracleSpec incomplete{name, Domain(6), 1, {}};
    Tally tally = make_oracle(incomplete)->empty_tally();
    EXPECT_EQ(read_bytes(bytes_of({tally, "", true})).tally, tally);
    tally.spec = std::make_shared<const ProtocolSpec>("oracle", to_json(incomplete));
    EXPECT_NE(input_error([&] {
                read_bytes(bytes_of({tally, "", true}));
              }).find("does not record 'parameters."),
              std::string::npos)
        << name;
  }
}

TEST(TallyFile, DeeplyNestedJsonIsRefused) {
  const std::string deep = std::string(200'000, '[') + std::string(200'000, ']');
  EXPECT_NE(input_error([&] { spec_from_json(deep); }).find("nested too deeply"), std::string::npos);
}

TEST(TallyFile, EveryTruncationIsAnError) {
  const std::string bytes = bytes_of(sample());
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    EXPECT_THROW(read_bytes(std::string_view(bytes).substr(0, size)), Error) << size;
  }
  EXPECT_EQ(input_error([&] { read_bytes(bytes.substr(0, bytes.size() - 1)); }),
            "'t.stly' is cut short: it ends after " + std::to_string(bytes.size() - 1) + " bytes");
  EXPECT_EQ(input_error([&] { read_bytes(bytes + "x"); }), "'t.stly' is damaged: something follows its end");
}

TEST(TallyFile, EveryDamagedByteIsAnError) {
  const std::string bytes = bytes_of(sample());
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    for (const int change : {1, 2, 4, 8, 16, 32, 64, 128, 255}) {
      std::string damaged = bytes;
      damaged[at] = static_cast<char>(damaged[at] ^ change);
      ASSERT_THROW(read_bytes(damaged), Error) << at << " " << change;
    }
  }
}

// A file of our header and any cells, with right checksums.
std::string crafted(std::uint64_t length, const std::string& cells) {
  std::string head = encode_collection_header(tally_format, {shared_spec(), "c", true}, 6);
  std::uint32_t crc = crc32c(as_bytes(head));
  append_little_endian(head, crc);
  std::string body;
  append_little_endian(body, std::uint64_t{9});
  append_little_endian(body, length);
  body += cells;
  crc = crc32c(as_bytes(body), crc);
  append_little_endian(body, crc);
  return head + body;
}

TEST(TallyFile, AcceptsOnlyTheShortestFormOfSixtyFourBitCells) {
  using namespace std::string_literals;
  EXPECT_EQ(read_bytes(crafted(6, "\0\1\2\3\4\5"s)).tally.cells, (std::vector<std::uint64_t>{0, 1, 2, 3, 4, 5}));
  const std::string not_canonical = "'t.stly' is damaged: a cell is not a number of 64 bits in its shortest form";
  EXPECT_EQ(input_error([&] { read_bytes(crafted(7, "\x80\0\1\2\3\4\5"s)); }), not_canonical);
  EXPECT_EQ(input_error([&] { read_bytes(crafted(15, std::string(9, '\xFF') + "\2\1\2\3\4\5"s)); }), not_canonical);
  EXPECT_EQ(input_error([&] { read_bytes(crafted(16, std::string(10, '\xFF') + "\1\1\2\3\4\5"s)); }), not_canonical);
  const std::string other_number = "'t.stly' is damaged: it has another number of cells";
  EXPECT_EQ(input_error([&] { read_bytes(crafted(7, "\0\1\2\3\4\5\6"s)); }), other_number);
  EXPECT_EQ(input_error([&] { read_bytes(crafted(6, "\x81\1\2\3\4\5"s)); }), other_number);
  EXPECT_EQ(input_error([&] { read_bytes(crafted(7, "\0\1\2\3\4\5\x80"s)); }), other_number);
  EXPECT_EQ(input_error([&] { read_bytes(crafted(5, "\0\1\2\3\4"s)); }),
            "'t.stly' is damaged: its length is impossible");
  EXPECT_THROW(read_bytes(crafted(~std::uint64_t{0}, "\0\1\2\3\4\5"s)), Error);
}

TEST(TallyFile, RefusesCellsThatAreNotThoseOfItsSpec) {
  TallyFile file = sample();
  file.tally.cells.pop_back();
  EXPECT_EQ(input_error([&] { read_bytes(bytes_of(file)); }), "'t.stly' has 5 cells, but tallies of its spec have 6");
}

TEST(TallyFile, MergingRefusesOtherCollectionsAndSpecsNamingTheField) {
  TallyFile into = sample();
  TallyFile other = sample();
  other.collection = "towns 2025";
  EXPECT_EQ(input_error([&] { merge(into, other); }),
            "a tally belongs to another collection: 'towns 2025', not 'towns 2024'");
  other = sample();
  other.tally.spec = shared_spec(2);
  EXPECT_EQ(input_error([&] { merge(into, other); }), "a tally cannot be added: its spec differs in 'epsilon'");
  EXPECT_EQ(input_error([&] { merge(into, sample()); }), "the merged tally would hold more than 2^62 reports");
  EXPECT_EQ(into, sample());
}

TEST(TallyFile, ASumIsPrivateOnlyIfAllItsPartsAre) {
  for (const bool first : {false, true}) {
    for (const bool second : {false, true}) {
      TallyFile into{{shared_spec(), 1, std::vector<std::uint64_t>(6, 1)}, "", first};
      TallyFile from = into;
      from.is_private = second;
      merge(into, from);
      EXPECT_EQ(into.is_private, first && second);
      EXPECT_EQ(into.tally.reports, 2U);
    }
  }
}

TEST(TallyFile, TheTallyOfAUnionIsTheMergeOfTheTalliesByteForByteInAnyOrder) {
  for (const OracleRow& row : oracle_table()) {
    const auto oracle = make_oracle(table_spec(row, Domain(5), 1));
    SeededBits random(7);
    TallyFile all{oracle->empty_tally(), "c", false};
    std::vector<TallyFile> parts;
    for (const std::size_t count : {0U, 1U, 10U, 100U}) {
      std::vector<Value> values(count);
      for (std::size_t i = 0; i < count; ++i) values[i] = static_cast<Value>(i % 5);
      Reports reports(oracle->report_bytes());
      oracle->randomize(values, random, reports);
      oracle->tally(reports, all.tally);
      parts.push_back({oracle->empty_tally(), "c", false});
      oracle->tally(reports, parts.back().tally);
    }
    std::vector<std::size_t> order{0, 1, 2, 3};
    do {
      TallyFile merged = parts[order[0]];
      for (std::size_t i = 1; i < order.size(); ++i) merge(merged, parts[order[i]]);
      ASSERT_EQ(bytes_of(merged), bytes_of(all)) << row.name;
    } while (std::next_permutation(order.begin(), order.end()));
  }
}

}  // namespace
}  // namespace sourdine
