#include "sourdine/protocol/report_file.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "report_file_cases.h"
#include "sourdine/base/crc32c.h"
#include "sourdine/base/little_endian.h"
#include "sourdine/base/text.h"
#include "support/errors.h"

namespace sourdine {
namespace {

using testing::input_error;

using namespace testing::report_files;

TEST(ReportFile, GivesBackWhatWasWritten) {
  const std::string bytes = small_file();
  const Result result = read_bytes(bytes);
  Tally expected = make_oracle(header().spec)->empty_tally();
  for (const std::size_t count : {5U, 1U, 3U}) {
    make_oracle(header().spec)->tally(some_reports(header(), count, count), expected);
  }
  EXPECT_EQ(result.tally, expected);
  EXPECT_EQ(result.tally.reports, 9U);
  EXPECT_FALSE(result.torn);

  const CollectionHeader read_back = ReportReader(std::make_unique<InputBytes>("'r.srep'", bytes)).header();
  EXPECT_EQ(read_back, (CollectionHeader{make_oracle(header().spec)->spec(), header().collection, false}));
}

TEST(ReportFile, AFileWithoutReportsIsWhole) {
  std::string bytes;
  writer_into(bytes, header()).close();
  EXPECT_EQ(read_bytes(bytes).tally.reports, 0U);
}

TEST(ReportFile, CountsReportsOfZeroBytes) {
  const Wanted one{{"grr", Domain(1), 1, {}}, "", true};
  std::string bytes;
  ReportWriter writer = writer_into(bytes, one);
  writer.write(some_reports(one, 70'000, 1));
  writer.close();
  const Result result = read_bytes(bytes);
  EXPECT_EQ(result.tally.reports, 70'000U);
  EXPECT_EQ(result.tally.cells, std::vector<std::uint64_t>{70'000U});
}

TEST(ReportFile, SplitsWhatDoesNotFitABlock) {
  EXPECT_EQ(reports_per_block(0), 65'536U);
  EXPECT_EQ(reports_per_block(4), 65'536U);
  EXPECT_EQ(reports_per_block(5), 52'428U);
  EXPECT_EQ(reports_per_block(std::size_t{1} << 30), 1U);
  EXPECT_EQ(max_reports_per_block(256), 65'536U);
  EXPECT_EQ(max_reports_per_block(257), 65'280U);
  EXPECT_EQ(max_reports_per_block(std::size_t{1} << 30), 1U);
  const Wanted wide{{"oue", Domain(std::uint64_t{1} << 18), 1, {}}, "", true};  // 32 KiB a report
  Reports reports(std::size_t{1} << 15);
  (void)reports.append(9);
  std::string bytes;
  ReportWriter writer = writer_into(bytes, wide);
  writer.write(reports);
  writer.close();
  ReportReader reader(std::make_unique<InputBytes>("'r.srep'", bytes));
  Reports block(reports.report_bytes());
  std::vector<std::size_t> sizes;
  while (reader.next(block)) sizes.push_back(block.size());
  EXPECT_EQ(sizes, (std::vector<std::size_t>{8, 1}));
}

TEST(ReportFile, EveryTruncationIsAnErrorOrAStatedPartialRead) {
  std::vector<std::size_t> ends;
  const std::string bytes = small_file(&ends);
  const std::vector<std::uint64_t> kept{0, 5, 6, 9};
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    const std::string_view cut = std::string_view(bytes).substr(0, size);
    const std::string message = input_error([&] { read_bytes(cut); });
    if (size < ends[0]) {
      EXPECT_EQ(message, "'r.srep' ends inside its header, after " + std::to_string(size) + " bytes");
      EXPECT_THROW(read_bytes(cut, Torn::keep_whole_blocks), Error);
      continue;
    }
    const auto records = static_cast<std::size_t>(std::upper_bound(ends.begin(), ends.end(), size) - ends.begin());
    EXPECT_EQ(message, "'r.srep' is cut short after " + counted(records - 1, "whole block") + " (" +
                           counted(kept[records - 1], "report") + "): its last seal is missing");
    const Result partial = read_bytes(cut, Torn::keep_whole_blocks);
    ASSERT_TRUE(partial.torn);
    EXPECT_EQ(partial.tally.reports, kept[records - 1]);
    EXPECT_EQ(partial.torn->reports_kept, kept[records - 1]);
    EXPECT_EQ(partial.torn->bytes_dropped, size - ends[records - 1]);
  }
}

TEST(ReportFile, EveryDamagedByteIsAnErrorOrAStatedPartialRead) {
  std::vector<std::size_t> ends;
  const std::string bytes = small_file(&ends);
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    for (const int change : {1, 2, 4, 8, 16, 32, 64, 128, 255}) {
      std::string damaged = bytes;
      damaged[at] = static_cast<char>(damaged[at] ^ change);
      ASSERT_THROW(read_bytes(damaged), Error) << at << " " << change;
      try {
        const Result partial = read_bytes(damaged, Torn::keep_whole_blocks);
        ASSERT_TRUE(partial.torn) << at << " " << change;  // a record's kind was damaged into a longer one's
        ASSERT_LE(partial.torn->reports_kept, 9U);
      } catch (const Error&) {
      }
    }
  }
}

TEST(ReportFile, DamageNamesFileBlockAndOffset) {
  std::vector<std::size_t> ends;
  std::string bytes = small_file(&ends);
  bytes[ends[1] + 9] ^= 1;  // the one report of block 2
  EXPECT_EQ(input_error([&] { read_bytes(bytes); }), "'r.srep' is damaged in block 2, which begins at byte " +
                                                         std::to_string(ends[1]) +
                                                         ": its reports do not match their checksum");
}

TEST(ReportFile, BlocksThatAreMovedRepeatedOrMissingAreDamage) {
  std::vector<std::size_t> ends;
  const std::string bytes = small_file(&ends);
  const auto record = [&](std::size_t i) { return bytes.substr(ends[i - 1], ends[i] - ends[i - 1]); };
  const std::string start = bytes.substr(0, ends[0]);
  EXPECT_THROW(read_bytes(start + record(2) + record(1) + record(3) + record(4)), Error);
  EXPECT_THROW(read_bytes(start + record(1) + record(1) + record(2) + record(3) + record(4)), Error);
  EXPECT_THROW(read_bytes(start + record(1) + record(3) + record(4)), Error);
  EXPECT_THROW(read_bytes(start + record(4)), Error);
  EXPECT_THROW(read_bytes(bytes + bytes), Error);
  EXPECT_NO_THROW(read_bytes(start + record(1) + record(2) + record(3) + record(4)));
}

TEST(ReportFile, SaysWhatAFileIsThatIsNotAReportFile) {
  EXPECT_EQ(input_error([] { read_bytes("0\n1\n2\n3\n4\n"); }), "'r.srep' is not a report file (.srep)");
  EXPECT_EQ(input_error([] { read_bytes("0\n"); }), "'r.srep' is not a report file (.srep)");
  EXPECT_EQ(input_error([] { read_bytes(std::string(tally_format.file.magic) + "more"); }),
            "'r.srep' is a tally file (.stly), not a report file (.srep)");
  std::string future = small_file();
  future[8] = 3;
  EXPECT_EQ(input_error([&] { read_bytes(future); }),
            "'r.srep' has version 3 of the format; this program reads versions up to 2");
}

// A header with a right checksum around any text.
std::string with_header(const std::string& json, std::uint32_t length) {
  std::string bytes(report_format.file.magic);
  append_little_endian(bytes, std::uint32_t{2});
  append_little_endian(bytes, length);
  bytes += json;
  append_little_endian(bytes, crc32c(as_bytes(bytes)));
  return bytes;
}

std::string with_header(const std::string& json) { return with_header(json, static_cast<std::uint32_t>(json.size())); }

TEST(ReportFile, DoesNotTrustAHeaderWithARightChecksum) {
  const std::string good = R"({"collection":"c","kind":"oracle","randomness":"secure","report_bytes":1,)"
                           R"("spec":{"epsilon":1.0,"k":4,"oracle":"oue"}})";
  EXPECT_EQ(input_error([&] { read_bytes(with_header(good)); }),
            "'r.srep' is cut short after 0 whole blocks (0 reports): its last seal is missing");
  const auto changed = [&](const std::string& from, const std::string& to) {
    std::string json = good;
    json.replace(json.find(from), from.size(), to);
    return input_error([&] { read_bytes(with_header(json)); });
  };
  EXPECT_EQ(changed("\"report_bytes\":1", "\"report_bytes\":2"),
            "'r.srep' says that its reports have 2 bytes, but those of its spec have 1");
  EXPECT_NE(changed("\"oue\"", "\"ouee\"").find("unknown oracle 'ouee'"), std::string::npos);
  EXPECT_EQ(changed("secure", "dice"), "'r.srep' has a header that is not valid: unknown randomness 'dice'");
  EXPECT_EQ(changed("\"c\"", "\"c\" "), "'r.srep' has a header that is not valid: its JSON is not in canonical form");
  EXPECT_EQ(changed("1.0", "1"), "'r.srep' has a header that is not valid: its JSON is not in canonical form");
  for (const auto& [from, to] :
       std::vector<std::pair<std::string, std::string>>{{"\"k\":4", "\"k\":0"},
                                                        {"\"k\":4", "\"k\":-4"},
                                                        {"\"k\":4", "\"k\":1e30"},
                                                        {"\"k\":4", "\"k\":[4]"},
                                                        {"1.0", "null"},
                                                        {"1.0", "1e999"},
                                                        {"\"secure\"", "7"},
                                                        {"{\"epsilon\":1.0,\"k\":4,\"oracle\":\"oue\"}", "7"},
                                                        {good, ""},
                                                        {good, "[]"},
                                                        {good, std::string(100'000, '[')}}) {
    const std::string message = changed(from, to);
    EXPECT_TRUE(message.starts_with("'r.srep' has a header that is not valid: ")) << to << ": " << message;
  }
  EXPECT_EQ(input_error([&] { read_bytes(with_header(good, 0xFFFFFFFF)); }),
            "'r.srep' is damaged: its header has an impossible version or length");
  EXPECT_EQ(input_error([&] { read_bytes(with_header(good, 1U << 28)); }).find("'r.srep' ends inside its header"), 0U);
}

TEST(ReportFile, TextThatIsNotUtf8IsRefusedWhenWritten) {
  std::string bytes;
  EXPECT_EQ(input_error([] {
              Domain(std::vector<std::string>{"a", "\xFF"});
            }),
            "label 2 of the domain is not UTF-8 text");
  EXPECT_EQ(input_error([&] { writer_into(bytes, header(1, "\xFF")); }), "the collection id must be UTF-8 text");
}
}  // namespace
}  // namespace sourdine
