#include "sourdine/collector/client/report_queue.h"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <csignal>
#include <filesystem>

#include "sourdine/base/error.h"
#include "sourdine/base/stream.h"
#include "sourdine/collector/batch_key.h"
#include "support/errors.h"
#include "support/temporary_directory.h"

namespace sourdine {
namespace {

using testing::read_all;
using testing::TemporaryDirectory;
using testing::write_all;

UnixTime at(std::int64_t milliseconds) { return UnixTime(std::chrono::milliseconds(milliseconds)); }

WaitingHeader header_for(const std::string& period, UnixTime due = at(0)) {
  return {.collection = "fires", .fingerprint = "f0", .period = period, .report_bytes = 3, .due = due};
}

void queue_text(ReportQueue& queue, const std::string& reports, const std::string& period = "", UnixTime due = at(0)) {
  queue.add(header_for(period, due), as_bytes(reports), reports.size() / 3, {100, at(0), true});
}

BatchFile batch_of(const std::string& body) {
  return {.collection = "fires",
          .period = "2026-11-17",
          .key = to_text(make_batch_key(at(1'763'000'000'000))),
          .reports = 2,
          .body = body};
}

TEST(QueueFile, OfReportsCutAnywhereGivesAllWholeReportsBefore) {
  std::string file = encode_waiting_header(header_for("2026-11-17"));
  const std::size_t header_bytes = file.size();
  std::uint32_t crc = crc_of_header(file);
  for (const char* const report : {"abc", "def", "ghi"}) file += encode_waiting_report(report, crc);
  for (std::size_t size = 0; size <= file.size(); ++size) {
    const auto read = read_waiting_file("cut", std::string_view(file).substr(0, size));
    ASSERT_EQ(read.has_value(), size >= header_bytes) << size;
    if (!read) continue;
    EXPECT_EQ(read->count, (size - header_bytes) / 7);
    EXPECT_EQ(read->reports, std::string("abcdefghi").substr(0, 3 * read->count));
    EXPECT_FALSE(read->is_damaged);
  }
}

TEST(QueueFile, OfReportsWithADamagedByteNeverGivesAnotherReport) {
  std::string file = encode_waiting_header(header_for(""));
  const std::size_t header_bytes = file.size();
  std::uint32_t crc = crc_of_header(file);
  for (const char* const report : {"abc", "def", "ghi"}) file += encode_waiting_report(report, crc);
  for (std::size_t i = 0; i < file.size(); ++i) {
    std::string damaged = file;
    damaged[i] = static_cast<char>(damaged[i] ^ 0x40);
    if (i < header_bytes) {
      // A length that is too large looks like a header that was cut short.
      if (i >= 12 && i < 16) continue;
      EXPECT_THROW((void)read_waiting_file("damaged", damaged), Error) << i;
    } else {
      const auto read = read_waiting_file("damaged", damaged);
      EXPECT_EQ(read->reports, std::string("abcdefghi").substr(0, 3 * ((i - header_bytes) / 7)));
      EXPECT_TRUE(read->is_damaged);
    }
  }
}

TEST(QueueFile, OfABatchHasAKeyAsItWasSent) {
  BatchFile batch = batch_of("a body of bytes");
  for (const char* const key : {"0193382b-e5b0-4c3a-9f1e-2d4c6b8a0f13", "0193382b-e5b0-7c3a-cf1e-2d4c6b8a0f13",
                                "0193382B-E5B0-7C3A-9F1E-2D4C6B8A0F13", "0193382b-e5b0-7c3a-9f1e-2d4c6b8a0f1"}) {
    batch.key = key;
    EXPECT_EQ(testing::input_error([&] { read_batch_file("batch", encode_batch_file(batch)); }),
              "batch has no idempotency key");
  }
}

TEST(QueueFile, OfABatchIsReadWholeOrNotAtAll) {
  const BatchFile batch = batch_of("a body of bytes");
  const std::string file = encode_batch_file(batch);
  EXPECT_EQ(read_batch_file("batch", file), batch);
  for (std::size_t size = 0; size < file.size(); ++size) {
    EXPECT_THROW((void)read_batch_file("cut", std::string_view(file).substr(0, size)), Error);
    std::string damaged = file;
    damaged[size] = static_cast<char>(damaged[size] ^ 1);
    EXPECT_THROW((void)read_batch_file("damaged", damaged), Error);
  }
  EXPECT_THROW((void)read_batch_file("longer", file + "x"), Error);
}

TEST(ReportQueue, KeepsReportsByPeriodAcrossProcesses) {
  const TemporaryDirectory directory;
  const std::string folder = directory.path().string() + "/queue";
  {
    ReportQueue queue(folder);
    queue_text(queue, "abcdef", "2026-11-17");
    queue_text(queue, "ghi", "2026-11-18");
    queue_text(queue, "jkl", "2026-11-17");
  }
  ReportQueue queue(folder);
  EXPECT_EQ(queue.counts().waiting, 4U);
  queue_text(queue, "mno", "2026-11-17");
  const auto first = queue.first_waiting();
  ASSERT_TRUE(first);
  EXPECT_EQ(first->header.period, "2026-11-17");
  EXPECT_EQ(queue.close_waiting(first->number), "abcdefjklmno");
}

TEST(ReportQueue, IsForOneProcess) {
  const TemporaryDirectory directory;
  ReportQueue queue(directory.path().string());
  EXPECT_THROW(ReportQueue(directory.path().string()), Error);
}

TEST(ReportQueue, IsForItsOwnerAlone) {
  const TemporaryDirectory directory;
  const std::string folder = directory.path().string() + "/queue";
  ReportQueue queue(folder);
  EXPECT_EQ(std::filesystem::status(folder).permissions(), std::filesystem::perms::owner_all);
}

TEST(ReportQueue, FilesThatAreFullOrDueAreLeftAlone) {
  const TemporaryDirectory directory;
  ReportQueue queue(directory.path().string());
  const std::string reports = "abcdefghijklmno";
  queue.add(header_for("", at(100)), as_bytes(reports), 5, {2, at(0), false});
  EXPECT_EQ(queue.first_waiting()->count, 2U);  // 2 + 2 + 1
  queue.add(header_for("", at(300)), as_bytes("xyz"), 1, {2, at(50), false});
  queue.add(header_for("", at(400)), as_bytes("XYZ"), 1, {2, at(150), false});
  std::vector<std::string> contents;
  while (const auto waiting = queue.first_waiting()) {
    contents.push_back(queue.close_waiting(waiting->number));
    queue.begin(waiting->number, batch_of(contents.back()));
  }
  EXPECT_EQ(contents, (std::vector<std::string>{"abcdef", "ghijkl", "mnoxyz", "XYZ"}));
}

TEST(ReportQueue, ABatchThatWasMadeIsNotMadeAgain) {
  const TemporaryDirectory directory;
  const BatchFile batch = batch_of("the body");
  std::uint64_t number = 0;
  std::string waiting_file;
  {
    ReportQueue queue(directory.path().string());
    queue_text(queue, "abc");
    number = queue.first_waiting()->number;
    const std::string path = directory.path().string() + "/waiting/" + std::to_string(number) + ".reports";
    waiting_file = read_all(path);
    queue.begin(number, batch);
    write_all(path, waiting_file);  // as if the process had died before it was removed
  }
  ReportQueue queue(directory.path().string());
  EXPECT_EQ(queue.counts().waiting, 0U);
  ASSERT_EQ(queue.first_sending(), number);
  EXPECT_EQ(queue.read_sending(number), batch);
  queue.acknowledge(number);
  EXPECT_FALSE(queue.first_sending());
}

TEST(ReportQueue, WhatIsSetAsideStaysWithItsReasonAndCanBeTakenBack) {
  const TemporaryDirectory directory;
  ReportQueue queue(directory.path().string());
  queue_text(queue, "abc");
  const std::uint64_t number = queue.first_waiting()->number;
  const BatchFile batch = batch_of("the body");
  queue.begin(number, batch);
  const std::string path = queue.set_aside(number, SetAside::refused, "because");
  EXPECT_EQ(read_batch_file("refused", read_all(path)), batch);
  EXPECT_EQ(read_all(directory.path().string() + "/refused/" + batch.key + ".txt"), "because");
  EXPECT_EQ(queue.counts().refused, 1U);
  EXPECT_FALSE(queue.first_sending());
  EXPECT_EQ(queue.take_back_refused(), 1U);
  EXPECT_EQ(queue.counts().refused, 0U);
  EXPECT_EQ(queue.counts().waiting, 2U);
  ASSERT_TRUE(queue.first_waiting()->is_taken_back);
  EXPECT_EQ(queue.read_taken_back(queue.first_waiting()->number), batch);
}

TEST(ReportQueue, WhatWasTakenBackIsMadeIntoOneBatchAcrossProcesses) {
  const TemporaryDirectory directory;
  const BatchFile batch = batch_of("the body");
  {
    ReportQueue queue(directory.path().string());
    queue_text(queue, "abc");
    queue.begin(1, batch);
    queue.set_aside(1, SetAside::refused, "because");
    queue.take_back_refused();
  }
  BatchFile again = batch;
  again.key = batch_of("").key;
  {
    ReportQueue queue(directory.path().string());
    const auto waiting = queue.first_waiting();
    ASSERT_TRUE(waiting && waiting->is_taken_back);
    const std::string path = directory.path().string() + "/waiting/" + std::to_string(waiting->number) + ".batch";
    const std::string file = read_all(path);
    queue.begin(waiting->number, again);
    write_all(path, file);  // as if the process had died before it was removed
  }
  ReportQueue queue(directory.path().string());
  EXPECT_FALSE(queue.first_waiting());
  EXPECT_EQ(queue.read_sending(*queue.first_sending()), again);
}

TEST(ReportQueue, DamagedFilesAreKeptApartAndTheRestGoesOn) {
  const TemporaryDirectory directory;
  {
    ReportQueue queue(directory.path().string());
    queue_text(queue, "abcdef", "2026-11-17");
    queue_text(queue, "ghi", "2026-11-18");
    queue_text(queue, "jkl", "2026-11-19");
  }
  std::string second = read_all(directory.path().string() + "/waiting/2.reports");
  second[20] = static_cast<char>(second[20] ^ 1);
  write_all(directory.path().string() + "/waiting/2.reports", second);
  std::string first = read_all(directory.path().string() + "/waiting/1.reports");
  first.back() = static_cast<char>(first.back() ^ 1);
  write_all(directory.path().string() + "/waiting/1.reports", first);
  write_all(directory.path().string() + "/sending/9.batch", "no batch");
  write_all(directory.path().string() + "/sending/8.batch.0123456789abcdef.tmp", "half");
  ReportQueue queue(directory.path().string());
  EXPECT_EQ(queue.counts().waiting, 2U);
  EXPECT_EQ(queue.counts().damaged, 3U);
  EXPECT_EQ(queue.close_waiting(1), "abc");
  EXPECT_TRUE(std::filesystem::is_empty(directory.path() / "sending"));
}

TEST(ReportQueue, AFullDiskIsAnErrorAndLosesNothing) {
  const TemporaryDirectory directory;
  ReportQueue queue(directory.path().string());
  queue_text(queue, "abc");
  rlimit before{};
  ::getrlimit(RLIMIT_FSIZE, &before);
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  const rlimit small{200, before.rlim_max};
  ::setrlimit(RLIMIT_FSIZE, &small);
  int queued = 1;
  std::optional<Error> full;
  try {
    for (; queued < 1000; ++queued) queue_text(queue, "def");
  } catch (const Error& error) {
    full = error;
  }
  ::setrlimit(RLIMIT_FSIZE, &before);
  std::signal(SIGXFSZ, handler);
  ASSERT_TRUE(full);
  EXPECT_EQ(full->code(), ErrorCode::io);
  queue_text(queue, "ghi");  // in a file of its own
  EXPECT_EQ(queue.counts().waiting, static_cast<std::uint64_t>(queued) + 1);
  std::string all;
  while (const auto waiting = queue.first_waiting()) {
    all += queue.close_waiting(waiting->number);
    queue.begin(waiting->number, batch_of("x"));
  }
  EXPECT_EQ(all.size(), 3U * static_cast<std::size_t>(queued + 1));
  EXPECT_TRUE(all.ends_with("defghi"));
}

}  // namespace
}  // namespace sourdine
