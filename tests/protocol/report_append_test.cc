// Report files on disk: appending, sealing, and what survives a crash.
#include <gtest/gtest.h>
#include <sys/mount.h>

#include <algorithm>
#include <filesystem>

#include "report_file_cases.h"
#include "sourdine/base/crc32c.h"
#include "sourdine/base/little_endian.h"
#include "support/errors.h"
#include "support/temporary_directory.h"

namespace sourdine {
namespace {

using testing::input_error;
using testing::read_all;
using testing::TemporaryDirectory;
using testing::write_all;
using namespace testing::report_files;

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
