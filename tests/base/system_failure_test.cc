#include "sourdine/base/system_failure.h"

#include <gtest/gtest.h>

#include <cerrno>
#include <thread>
#include <vector>

#include "sourdine/base/atomic_file.h"
#include "sourdine/base/input_file.h"
#include "support/errors.h"
#include "support/temporary_directory.h"

namespace sourdine {
namespace {

using testing::error_code;
using testing::TemporaryDirectory;

TEST(SystemFailure, APathThatLeadsNowhereIsBadInputAMachineThatFailsIsIo) {
  for (const int number : {ENOENT, ENOTDIR, EISDIR, EACCES, EROFS}) {
    EXPECT_EQ(error_code([&] { fail_read("'x'", number); }), ErrorCode::bad_input) << system_reason(number);
  }
  for (const int number : {ENOSPC, EIO, EPIPE, ENOMEM, ECONNRESET, EDQUOT, EMFILE}) {
    EXPECT_EQ(error_code([&] { fail_write("'x'", number); }), ErrorCode::io) << system_reason(number);
  }
}

TEST(SystemFailure, FilesTellAFullDiskFromAWrongPath) {
  const TemporaryDirectory folder;
  EXPECT_EQ(error_code([&] { InputFile file(folder.file("nowhere")); }), ErrorCode::bad_input);
  EXPECT_EQ(error_code([&] { AtomicFile file(folder.file("nowhere/out")); }), ErrorCode::bad_input);
  EXPECT_EQ(error_code([&] { AtomicFile file(folder.path().string()); }), ErrorCode::bad_input);
  EXPECT_EQ(error_code([] {
              AtomicFile file("/dev/full");
              file.append(std::string_view("x"));
              file.commit();
            }),
            ErrorCode::io);
}

TEST(ParallelSystemFailure, ReasonsOfManyThreadsDoNotMix) {
  std::vector<std::jthread> threads;
  for (const int number : {ENOENT, ENOSPC, EIO, 4321, 1234}) {
    threads.emplace_back([number] {
      const std::string reason = system_reason(number);
      for (int i = 0; i < 2000; ++i) ASSERT_EQ(system_reason(number), reason);
    });
  }
}

}  // namespace
}  // namespace sourdine
