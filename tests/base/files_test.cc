#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <thread>

#include "sourdine/base/atomic_file.h"
#include "sourdine/base/input_file.h"
#include "support/errors.h"
#include "support/temporary_directory.h"

namespace sourdine {
namespace {

using testing::input_error;
using testing::read_all;
using testing::TemporaryDirectory;
using testing::write_all;

void write_file(const std::string& path, std::string_view text) {
  AtomicFile file(path);
  file.append(text);
  file.commit();
}

std::string pattern(std::size_t size) {
  std::string text(size, '\0');
  for (std::size_t i = 0; i < size; ++i) text[i] = static_cast<char>('a' + i * i % 23);
  return text;
}

TEST(AtomicFile, LeavesNothingWhenTheProcessDies) {
  const testing::TemporaryDirectory directory;
  const pid_t child = ::fork();
  if (child == 0) {
    AtomicFile file(directory.file("a"));
    file.append(std::string(1 << 20, 'x'));
    ::_exit(directory.entries() == 0 ? 0 : 1);  // no destructor runs, as when killed
  }
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  if (WEXITSTATUS(status) != 0) GTEST_SKIP() << "this file system has no files without a name";
  EXPECT_EQ(directory.entries(), 0U);
}

TEST(AtomicFile, IsAbsentUntilCommittedAndWholeAfter) {
  const TemporaryDirectory directory;
  const std::string path = directory.file("x");
  const std::string text = pattern(3'000'000);
  AtomicFile file(path);
  for (std::size_t from = 0; from < text.size(); from += 1234) file.append(std::string_view(text).substr(from, 1234));
  EXPECT_FALSE(std::filesystem::exists(path));
  file.commit();
  EXPECT_EQ(read_all(path), text);
  EXPECT_EQ(directory.entries(), 1U);
}

TEST(AtomicFile, LeavesNothingBehindWithoutCommit) {
  const TemporaryDirectory directory;
  write_all(directory.file("old"), "before");
  {
    AtomicFile file(directory.file("x"));
    file.append(pattern(1'000'000));
    AtomicFile over(directory.file("old"));
    over.append("after");
  }
  EXPECT_EQ(directory.entries(), 1U);
  EXPECT_EQ(read_all(directory.file("old")), "before");
}

TEST(AtomicFile, ReplacesAFileKeepingItsPermissionsAndTheLinkThatPointsToIt) {
  const TemporaryDirectory directory;
  write_all(directory.file("old"), "before");
  std::filesystem::permissions(directory.file("old"), std::filesystem::perms{0640});
  std::filesystem::create_symlink("old", directory.file("link"));
  write_file(directory.file("link"), "after");
  EXPECT_EQ(read_all(directory.file("old")), "after");
  EXPECT_TRUE(std::filesystem::is_symlink(directory.file("link")));
  EXPECT_EQ(std::filesystem::status(directory.file("old")).permissions(), std::filesystem::perms{0640});
}

TEST(AtomicFile, NewFilesGetThePermissionsTheProcessGives) {
  const TemporaryDirectory directory;
  const mode_t old = ::umask(027);
  write_file(directory.file("x"), "text");
  ::umask(old);
  EXPECT_EQ(std::filesystem::status(directory.file("x")).permissions(), std::filesystem::perms{0640});
}

TEST(AtomicFile, FailsAtOnceWithPathAndReason) {
  const TemporaryDirectory directory;
  EXPECT_EQ(input_error([&] { AtomicFile(directory.file("no/x")); }),
            "cannot write '" + directory.file("no/x") + "': No such file or directory");
  EXPECT_EQ(input_error([&] { AtomicFile(directory.path().string()); }),
            "cannot write '" + directory.path().string() + "': Is a directory");
  EXPECT_EQ(directory.entries(), 0U);
}

TEST(AtomicFile, DeviceThatIsFullGivesTheSystemsReason) {
  EXPECT_EQ(testing::io_error([] { write_file("/dev/full", "text"); }),
            "cannot write '/dev/full': No space left on device");
  const std::string large = pattern(1'000'000);
  EXPECT_EQ(testing::io_error([&] { write_file("/dev/full", large); }),
            "cannot write '/dev/full': No space left on device");
}

TEST(ParallelFiles, APipeGivesAllThatIsWrittenToIt) {
  const TemporaryDirectory directory;
  const std::string path = directory.file("pipe");
  ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
  const std::string text = pattern(500'000);
  std::thread writer([&] { write_file(path, text); });
  std::string received(text.size(), '\0');
  InputFile input(path);
  EXPECT_EQ(input.read({reinterpret_cast<std::uint8_t*>(received.data()), received.size()}), text.size());
  writer.join();
  EXPECT_EQ(received, text);
  EXPECT_TRUE(std::filesystem::is_fifo(path));
}

TEST(AtomicFile, FullDiskLeavesNothingBehindAndTheOldFileUntouched) {
  const TemporaryDirectory directory;
  if (::mount("tmpfs", directory.path().c_str(), "tmpfs", 0, "size=65536") != 0) {
    GTEST_SKIP() << "mounting a small tmpfs is not permitted here";
  }
  write_all(directory.file("old"), "before");
  const std::string large = pattern(1'000'000);
  for (const char* name : {"new", "old"}) {
    EXPECT_EQ(testing::io_error([&] { write_file(directory.file(name), large); }),
              "cannot write '" + directory.file(name) + "': No space left on device");
  }
  EXPECT_EQ(directory.entries(), 1U);
  EXPECT_EQ(read_all(directory.file("old")), "before");
  ::umount2(directory.path().c_str(), MNT_DETACH);
}

TEST(InputFile, GivesTheBytesWhateverTheSizesAsked) {
  const TemporaryDirectory directory;
  const std::string text = pattern(1'500'000);
  write_all(directory.file("x"), text);
  InputFile input(directory.file("x"));
  std::string received;
  std::vector<std::uint8_t> part;
  for (std::size_t size = 1;; size = size * 3 % 700'001) {
    part.resize(size);
    const std::size_t got = input.read(part);
    received.append(reinterpret_cast<const char*>(part.data()), got);
    if (got < size) break;
  }
  EXPECT_EQ(received, text);
  EXPECT_EQ(input.read(part), 0U);
}

TEST(InputFile, GivesLaterWhatItPassedOver) {
  const TemporaryDirectory directory;
  const std::string text = pattern(1'500'000);
  write_all(directory.file("x"), text);
  InputFile input(directory.file("x"));
  std::vector<std::uint8_t> received(text.size() + 70'001);
  std::size_t at = 0;
  std::size_t passed_over = 0;
  for (std::size_t size = 1; at < text.size(); size = size * 3 % 70'001) {
    const auto part = std::span(received).subspan(at, size);
    if (const auto place = input.skip(size)) {
      ++passed_over;
      EXPECT_EQ(*place, at);
      input.read_at(*place, part);
      at += size;
    } else {
      at += input.read(part);
    }
  }
  EXPECT_EQ(at, text.size());
  EXPECT_TRUE(std::equal(text.begin(), text.end(), received.begin(),
                         [](char a, std::uint8_t b) { return static_cast<std::uint8_t>(a) == b; }));
  EXPECT_GT(passed_over, 10U);
  EXPECT_EQ(input.skip(1), std::nullopt);
}

TEST(ParallelFiles, WhatWasPassedOverIsReadByManyThreadsWhileOneReadsOn) {
  const TemporaryDirectory directory;
  const std::string text = pattern(2'000'000);
  write_all(directory.file("x"), text);
  InputFile input(directory.file("x"));
  ASSERT_EQ(input.skip(1'000'000), 0U);
  std::vector<std::uint8_t> received(text.size());
  {
    std::vector<std::jthread> threads;
    for (std::size_t from = 0; from < 1'000'000; from += 250'000) {
      threads.emplace_back([&, from] {
        for (std::size_t i = from; i < from + 250'000; i += 1000)
          input.read_at(i, std::span(received).subspan(i, 1000));
      });
    }
    EXPECT_EQ(input.read(std::span(received).subspan(1'000'000)), 1'000'000U);
  }
  EXPECT_EQ(std::string(received.begin(), received.end()), text);
}

TEST(InputFile, PassesOverNothingThatIsNotThere) {
  const TemporaryDirectory directory;
  write_all(directory.file("x"), pattern(100'000));
  InputFile input(directory.file("x"));
  EXPECT_EQ(input.skip(100'001), std::nullopt);
  EXPECT_EQ(input.skip(100'000), 0U);
  std::filesystem::resize_file(directory.file("x"), 99'999);
  std::vector<std::uint8_t> part(100'000);
  EXPECT_EQ(input_error([&] { input.read_at(0, part); }),
            fmt::format("'{}' became shorter while it was read", directory.file("x")));
}

TEST(InputFile, HasOneIdentityHoweverItsPathIsWritten) {
  const TemporaryDirectory directory;
  std::filesystem::create_directory(directory.file("folder"));
  for (const char* name : {"not yet there", "there"}) {
    EXPECT_EQ(file_identity(directory.file(name)), file_identity(directory.file("folder/.././") + name));
    EXPECT_NE(file_identity(directory.file(name)), file_identity(directory.file("other")));
    write_all(directory.file("there"), "x");
  }
}

TEST(InputFile, FailsWithPathAndReason) {
  const TemporaryDirectory directory;
  EXPECT_EQ(input_error([&] { InputFile(directory.file("no")); }),
            "cannot read '" + directory.file("no") + "': No such file or directory");
  std::vector<std::uint8_t> part(10);
  EXPECT_EQ(input_error([&] { InputFile(directory.path().string()).read(part); }),
            "cannot read '" + directory.path().string() + "': Is a directory");
}

}  // namespace
}  // namespace sourdine
