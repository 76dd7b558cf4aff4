#include "sourdine/protocol/report_file.h"

#include <gtest/gtest.h>
#include <sys/mount.h>

#include <algorithm>
#include <filesystem>

#include "sourdine/base/crc32c.h"
#include "sourdine/base/input_file.h"
#include "sourdine/base/little_endian.h"
#include "sourdine/oracle/table.h"
#include "sourdine/random/seeded_bits.h"
#include "support/errors.h"
#include "support/temporary_directory.h"

namespace sourdine {
namespace {

using testing::input_error;
using testing::read_all;
using testing::TemporaryDirectory;
using testing::write_all;

struct Wanted {
  OracleSpec spec;
  std::string collection;
  bool is_private;
};

ReportWriter writer_into(std::string& bytes, const Wanted& wanted) {
  return {std::make_unique<OutputBytes>(bytes), *make_oracle(wanted.spec), wanted.collection, wanted.is_private};
}
ReportWriter created(const std::string& path, const Wanted& wanted) {
  return ReportWriter::create(path, *make_oracle(wanted.spec), wanted.collection, wanted.is_private);
}
ReportWriter appended(const std::string& path, const Wanted& wanted) {
  return ReportWriter::append(path, *make_oracle(wanted.spec), wanted.collection, wanted.is_private);
}

Wanted header(double epsilon = 1, std::string collection = "towns 2024") {
  return {{"oue", Domain(std::vector<std::string>{"Besançon", "Dole", "Pontarlier"}), epsilon, {}}, collection, false};
}

Reports some_reports(const Wanted& header, std::size_t count, std::uint64_t seed) {
  const auto oracle = make_oracle(header.spec);
  SeededBits random(seed);
  std::vector<Value> values(count);
  for (std::size_t i = 0; i < count; ++i) values[i] = static_cast<Value>(i % oracle->k());
  Reports reports(oracle->report_bytes());
  oracle->randomize(values, random, reports);
  return reports;
}

struct Result {
  Tally tally;
  std::optional<TornTail> torn;
};

Result read(std::unique_ptr<Input> input, Torn torn) {
  ReportReader reader(std::move(input), torn);
  Result result{reader.protocol()->empty_tally(), {}};
  Reports block(reader.protocol()->report_bytes());
  while (reader.next(block)) reader.protocol()->tally(block, result.tally);
  result.torn = reader.torn();
  return result;
}

Result read_bytes(std::string_view bytes, Torn torn = Torn::stop) {
  return read(std::make_unique<InputBytes>("'r.srep'", bytes), torn);
}

// Three blocks of 5, 1 and 3 reports; `seals` after the first two and at the end, or at the end only.
std::string small_file(std::vector<std::size_t>* record_ends = nullptr) {
  std::string bytes;
  ReportWriter writer = writer_into(bytes, header());
  const auto mark = [&] {
    if (record_ends != nullptr) record_ends->push_back(bytes.size());
  };
  mark();
  for (const std::size_t count : {5U, 1U, 3U}) {
    writer.write(some_reports(header(), count, count));
    mark();
  }
  writer.close();
  mark();
  return bytes;
}

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
    EXPECT_EQ(message, "'r.srep' is cut short after " + std::to_string(records - 1) + " whole blocks (" +
                           std::to_string(kept[records - 1]) + " reports): its last seal is missing");
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

class ReportFileOnDisk : public ::testing::Test {
 protected:
  std::uint64_t reports_in_file() { return read(std::make_unique<InputFile>(path_), Torn::stop).tally.reports; }
  void append(std::size_t count) {
    ReportWriter writer = appended(path_, header());
    writer.write(some_reports(header(), count, count));
    writer.close();
  }

  TemporaryDirectory directory_;
  std::string path_ = directory_.file("r.srep");
};

TEST_F(ReportFileOnDisk, AppendingCreatesThenContinues) {
  append(5);
  const std::string before = read_all(path_);
  append(1);
  append(3);
  EXPECT_EQ(reports_in_file(), 9U);
  EXPECT_TRUE(read_all(path_).starts_with(before));
  EXPECT_EQ(read(std::make_unique<InputFile>(path_), Torn::stop).tally, read_bytes(small_file()).tally);
}

// An append that was interrupted will be made again: keeping what it wrote would count those people twice.
TEST_F(ReportFileOnDisk, AnInterruptedAppendIsTakenBackByTheNextAndSaysSo) {
  append(5);
  const std::size_t sealed = read_all(path_).size();
  append(3);
  const std::string whole = read_all(path_);
  write_all(path_, whole.substr(0, whole.size() - 2));
  ReportWriter writer = appended(path_, header());
  ASSERT_TRUE(writer.repaired());
  EXPECT_EQ(writer.repaired()->reports_kept, 5U);
  EXPECT_EQ(writer.repaired()->bytes_dropped, whole.size() - 2 - sealed);
  EXPECT_EQ(writer.reports(), 5U);
  writer.write(some_reports(header(), 1, 1));
  writer.close();
  EXPECT_EQ(reports_in_file(), 6U);
}

TEST_F(ReportFileOnDisk, AFileWithoutAnySealIsNotAppendedTo) {
  append(5);
  const std::string whole = read_all(path_);
  write_all(path_, whole.substr(0, whole.size() - 2));
  EXPECT_EQ(input_error([&] { append(1); }),
            "cannot append to '" + path_ + "': it was cut short before its first seal");
  EXPECT_EQ(read_all(path_), whole.substr(0, whole.size() - 2));
}

TEST_F(ReportFileOnDisk, AppendingToAnyTruncationGivesAWholeFileOrAnError) {
  const std::string whole = small_file();
  for (std::size_t size = 0; size <= whole.size(); ++size) {
    write_all(path_, whole.substr(0, size));
    try {
      const std::uint64_t kept = read_bytes(whole.substr(0, size), Torn::keep_whole_blocks).tally.reports;
      append(4);
      ASSERT_EQ(reports_in_file(), kept + 4) << size;
    } catch (const Error&) {
      ASSERT_EQ(read_all(path_), whole.substr(0, size));
    }
  }
}

TEST_F(ReportFileOnDisk, WithoutCloseNothingIsCreatedOrChanged) {
  {
    ReportWriter writer = created(path_, header());
    writer.write(some_reports(header(), 5, 5));
  }
  EXPECT_EQ(directory_.entries(), 0U);
  append(5);
  const std::string before = read_all(path_);
  {
    ReportWriter writer = appended(path_, header());
    writer.write(some_reports(header(), 5, 5));
  }
  EXPECT_EQ(read_all(path_), before);
}

TEST_F(ReportFileOnDisk, AppendingRefusesAnotherCollectionSpecOrRandomnessAndADamagedFile) {
  append(5);
  const std::string before = read_all(path_);
  const auto refusal = [&](const Wanted& other) { return input_error([&] { appended(path_, other); }); };
  EXPECT_EQ(refusal(header(1, "other")),
            "what is to be appended belongs to another collection: 'other', not 'towns 2024'");
  EXPECT_EQ(refusal(header(2)), "what is to be appended cannot be added: its spec differs in 'epsilon'");
  Wanted secure = header();
  secure.is_private = true;
  EXPECT_EQ(refusal(secure), "cannot append to '" + path_ +
                                 "': its randomness is 'seeded, not private', that of the new reports 'secure'");
  EXPECT_EQ(read_all(path_), before);
  std::string damaged = before;
  damaged[before.size() - 16] ^= 4;
  write_all(path_, damaged);
  EXPECT_NE(refusal(header()).find("is damaged in block 1"), std::string::npos);
  EXPECT_EQ(read_all(path_), damaged);
}

TEST_F(ReportFileOnDisk, TwoWritersCannotAppendAtOnce) {
  append(5);
  const ReportWriter first = appended(path_, header());
  EXPECT_EQ(input_error([&] { appended(path_, header()); }),
            "cannot append to '" + path_ + "': another program is appending to it");
}

TEST_F(ReportFileOnDisk, AFullDiskTakesBackWhatWasAppended) {
  if (::mount("tmpfs", directory_.path().c_str(), "tmpfs", 0, "size=65536") != 0) {
    GTEST_SKIP() << "mounting a small tmpfs is not permitted here";
  }
  append(5);
  const std::string before = read_all(path_);
  EXPECT_EQ(testing::io_error([&] { append(100'000); }), "cannot write '" + path_ + "': No space left on device");
  EXPECT_EQ(read_all(path_), before);
  append(3);
  EXPECT_EQ(reports_in_file(), 8U);
  ::umount2(directory_.path().c_str(), MNT_DETACH);
}

TEST_F(ReportFileOnDisk, ACheckpointSurvivesWhateverHappensNext) {
  {
    ReportWriter writer = created(path_, header());
    writer.write(some_reports(header(), 5, 5));
    EXPECT_EQ(directory_.entries(), 0U);
    writer.checkpoint();
    EXPECT_EQ(reports_in_file(), 5U);
    writer.write(some_reports(header(), 1, 1));
    EXPECT_EQ(input_error([&] { appended(path_, header()); }),
              "cannot append to '" + path_ + "': another program is appending to it");
    writer.checkpoint();
    EXPECT_EQ(reports_in_file(), 6U);
    writer.write(some_reports(header(), 100, 2));
  }  // without close()
  EXPECT_EQ(reports_in_file(), 6U);
  append(3);
  EXPECT_EQ(reports_in_file(), 9U);
  EXPECT_EQ(read(std::make_unique<InputFile>(path_), Torn::stop).tally, read_bytes(small_file()).tally);
}

// Appending reads the header and the last seal: a damaged block in between is for whoever reads the file to find.
TEST_F(ReportFileOnDisk, AppendingDoesNotReadWhatIsThere) {
  append(5);
  const std::size_t first = read_all(path_).size();
  append(50);
  append(1);
  std::string bytes = read_all(path_);
  bytes[first + 20] ^= 1;  // in the second block
  write_all(path_, bytes);
  EXPECT_NO_THROW(append(3));
  EXPECT_NE(input_error([&] { reports_in_file(); }).find("is damaged in block 2"), std::string::npos);
}

// Bytes as version 1 of the format wrote them, before there were other protocols than oracles.
TEST_F(ReportFileOnDisk, FilesOfVersionOneAreReadAndAppendedTo) {
  const std::string json = R"({"collection":"c","randomness":"seeded, not private","report_bytes":1,)"
                           R"("spec":{"epsilon":1.0,"k":4,"oracle":"oue"}})";
  std::string bytes(report_format.file.magic);
  append_little_endian(bytes, std::uint32_t{1});
  append_little_endian(bytes, static_cast<std::uint32_t>(json.size()));
  bytes += json;
  std::uint32_t crc = crc32c(as_bytes(bytes));
  append_little_endian(bytes, crc);
  const auto put = [&](std::string record) {
    crc = crc32c(as_bytes(record), crc);
    append_little_endian(record, crc);
    bytes += record;
  };
  using namespace std::string_literals;
  put("B\3\0\0\0"s);
  put("\1\2\7"s);
  put("S\3\0\0\0\0\0\0\0"s);
  write_all(path_, bytes);
  EXPECT_EQ(read_bytes(bytes).tally.cells, (std::vector<std::uint64_t>{2, 2, 1, 0}));
  const Wanted wanted{{"oue", Domain(4), 1, {}}, "c", false};
  ReportWriter writer = appended(path_, wanted);
  EXPECT_EQ(writer.reports(), 3U);
  writer.write(some_reports(wanted, 2, 1));
  writer.close();
  EXPECT_EQ(reports_in_file(), 5U);
}

TEST_F(ReportFileOnDisk, AWriterThatHasFailedWritesNothingMore) {
  ReportWriter writer = created("/dev/full", header());
  EXPECT_NE(testing::io_error([&] {
              writer.write(some_reports(header(), 500'000, 1));
              writer.close();
            }),
            "no error");
  EXPECT_THROW(writer.write(some_reports(header(), 1, 1)), Error);
  EXPECT_THROW(writer.close(), Error);
  ReportWriter whole = created(path_, header());
  whole.close();
  EXPECT_THROW(whole.write(some_reports(header(), 1, 1)), Error);
}

TEST_F(ReportFileOnDisk, TwoThatBeginTheSameFileDoNotBothSucceed) {
  ReportWriter first = appended(path_, header());
  ReportWriter second = appended(path_, header());
  first.write(some_reports(header(), 5, 1));
  second.write(some_reports(header(), 3, 2));
  first.close();
  EXPECT_NE(input_error([&] { second.close(); }).find("File exists"), std::string::npos);
  EXPECT_EQ(reports_in_file(), 5U);
}

TEST_F(ReportFileOnDisk, AFileThatIsReplacedWhileItIsAppendedToIsNotSaidToHoldWhatItDoesNot) {
  append(5);
  ReportWriter writer = appended(path_, header());
  writer.write(some_reports(header(), 3, 2));
  EXPECT_NE(input_error([&] { created(path_, header()); }).find("another program is appending to it"),
            std::string::npos);
  std::filesystem::rename(path_, path_ + ".old");
  write_all(path_, small_file());
  EXPECT_NE(input_error([&] { writer.close(); }).find("replaced by another file"), std::string::npos);
}

// What a power failure often leaves: the file has its new size, but the data are zeros.
TEST_F(ReportFileOnDisk, ZerosBehindTheLastSealAreATornTail) {
  append(5);
  const std::string whole = read_all(path_);
  write_all(path_, whole + std::string(10'000, '\0'));
  EXPECT_NE(input_error([&] { reports_in_file(); }).find("is cut short"), std::string::npos);
  const Result kept = read(std::make_unique<InputFile>(path_), Torn::keep_whole_blocks);
  EXPECT_EQ(kept.tally.reports, 5U);
  append(3);
  EXPECT_EQ(reports_in_file(), 8U);
  write_all(path_, whole + std::string(100, '\0') + "x");
  EXPECT_NE(input_error([&] { append(1); }).find("is damaged"), std::string::npos);
}

}  // namespace
}  // namespace sourdine
