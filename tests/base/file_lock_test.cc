#include "sourdine/base/file_lock.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <atomic>
#include <thread>
#include <vector>

#include "sourdine/base/atomic_file.h"
#include "support/errors.h"
#include "support/temporary_directory.h"

namespace sourdine {
namespace {

using testing::input_error;
using testing::read_all;
using testing::TemporaryDirectory;
using testing::write_all;

TEST(FileLock, MakesAnEmptyFileForItsOwnerAlone) {
  const TemporaryDirectory directory;
  const FileLock lock(directory.file("f"), FileLock::Absent::created);
  EXPECT_TRUE(lock.is_empty());
  struct stat status {};
  ASSERT_EQ(::stat(directory.file("f").c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777U, 0600U);
}

TEST(FileLock, TakesAnEmptyFileThatItMadeAlong) {
  const TemporaryDirectory directory;
  { const FileLock lock(directory.file("f"), FileLock::Absent::created); }
  EXPECT_EQ(directory.entries(), 0U);
  {
    const FileLock lock(directory.file("f"), FileLock::Absent::created);
    AtomicFile file(directory.file("f"));
    file.commit();
  }
  EXPECT_EQ(directory.entries(), 1U) << "what took its place";
}

TEST(ParallelFileLock, NobodyHoldsALockOfAFileThatIsGone) {
  const TemporaryDirectory directory;
  std::atomic<int> holders = 0;
  std::vector<std::thread> workers;
  for (int i = 0; i < 4; ++i) {
    workers.emplace_back([&] {
      for (int step = 0; step < 200; ++step) {
        const FileLock lock(directory.file("f"), FileLock::Absent::created);
        EXPECT_EQ(++holders, 1);
        --holders;
      }
    });
  }
  for (std::thread& worker : workers) worker.join();
  EXPECT_EQ(directory.entries(), 0U);
}

TEST(FileLock, NamesAFileThatIsNotThere) {
  const TemporaryDirectory directory;
  EXPECT_EQ(input_error([&] { const FileLock lock(directory.file("f")); }),
            "cannot write '" + directory.file("f") + "': No such file or directory");
  EXPECT_EQ(directory.entries(), 0U);
}

// Reading a number and replacing the file by the next one loses no step only if nobody else does so in between.
TEST(ParallelFileLock, ReplacementsDoNotInterleave) {
  const TemporaryDirectory directory;
  const std::string path = directory.file("count");
  write_all(path, "0");
  constexpr int threads = 4, steps = 50;
  std::vector<std::thread> workers;
  for (int i = 0; i < threads; ++i) {
    workers.emplace_back([&] {
      for (int step = 0; step < steps; ++step) {
        const FileLock lock(path);
        AtomicFile file(path);
        file.append(std::string_view(std::to_string(std::stoi(read_all(path)) + 1)));
        file.commit();
      }
    });
  }
  for (std::thread& worker : workers) worker.join();
  EXPECT_EQ(read_all(path), std::to_string(threads * steps));
}

}  // namespace
}  // namespace sourdine
