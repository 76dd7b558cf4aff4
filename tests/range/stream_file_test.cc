#include "sourdine/range/stream_file.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>

#include "sourdine/random/seeded_source.h"
#include "sourdine/range/central_tree.h"
#include "sourdine/range/range_file.h"
#include "support/errors.h"
#include "support/temporary_directory.h"

namespace sourdine {
namespace {

using testing::input_error;
using testing::read_all;
using testing::TemporaryDirectory;

NextCounts counts(std::vector<std::uint64_t> numbers) {
  return [numbers = std::move(numbers)](const StreamCounter&) { return numbers; };
}

class StreamFileTest : public ::testing::Test {
 protected:
  void create(const StreamSpec& spec, bool is_private = true) const {
    create_stream_file(path_, [&] { save_range(path_, StreamCounter(spec, is_private)); });
  }

  TemporaryDirectory directory_;
  std::string path_ = directory_.file("s.srng");
  SecureSource secure_;
  SeededSource seeded_{7};
};

TEST_F(StreamFileTest, IsForItsOwnerAloneFromTheFirstByteToTheLast) {
  const auto mode = [&] {
    struct stat status {};
    EXPECT_EQ(::stat(path_.c_str(), &status), 0);
    return status.st_mode & 0777U;
  };
  create({1, 8});
  EXPECT_EQ(mode(), 0600U);
  append_to_stream(path_, counts({1, 2, 3}), secure_);
  EXPECT_EQ(mode(), 0600U);
}

// The whole past answers alike whether the counts came in one append or in many, each after a restart.
TEST_F(StreamFileTest, GoesOnWhereItStopped) {
  create({1, std::nullopt});
  std::vector<double> totals;
  for (std::uint64_t step = 0; step < 20; ++step) {
    const auto stream = append_to_stream(path_, counts({step}), secure_);
    ASSERT_EQ(stream->size(), step + 1);
    totals.push_back(stream->total().value);
  }
  const auto again = load_stream(path_);
  for (std::uint64_t step = 0; step < 20; ++step) EXPECT_EQ(again->answer({0, step}).value, totals[step]);
}

TEST_F(StreamFileTest, AppendsAllStepsOrNone) {
  create({1, 4});
  append_to_stream(path_, counts({5, 5}), secure_);
  const std::string before = read_all(path_);
  EXPECT_EQ(input_error([&] {
              append_to_stream(path_, counts({1, 1, 1}), secure_);
            }),
            "the stream ends after the 4 steps it was made for: it has seen 2, and 3 would follow");
  EXPECT_EQ(input_error([&] {
              append_to_stream(path_, counts({1, std::uint64_t{1} << 40}), secure_);
            }),
            "a step's count must be at most 2^31, not 1099511627776");
  EXPECT_EQ(read_all(path_), before);
  append_to_stream(path_, counts({1, 1}), secure_);
  EXPECT_EQ(load_stream(path_)->size(), 4U);
}

TEST_F(StreamFileTest, IsNotBegunTwiceAndLeavesNothingWhenRefused) {
  EXPECT_EQ(input_error([&] { create_stream_file(path_, [] { fail_input("not paid"); }); }), "not paid");
  EXPECT_EQ(directory_.entries(), 0U);
  create({1, 8});
  append_to_stream(path_, counts({3}), secure_);
  const std::string before = read_all(path_);
  EXPECT_EQ(input_error([&] { create({1, 8}); }), "'" + path_ + "' is there already, and a stream is not begun twice");
  EXPECT_EQ(read_all(path_), before);
}

TEST_F(StreamFileTest, StaysPrivateOrNever) {
  create({1, 8});
  EXPECT_EQ(input_error([&] { append_to_stream(path_, counts({1}), seeded_); }),
            "'" + path_ + "' is private, and seeded randomness would end that");
  std::filesystem::remove(path_);
  create({1, 8}, false);
  EXPECT_FALSE(load_stream(path_)->is_private());
  EXPECT_FALSE(append_to_stream(path_, counts({1}), seeded_)->is_private());
  EXPECT_FALSE(append_to_stream(path_, counts({1}), secure_)->is_private());
}

TEST_F(StreamFileTest, TellsOtherStructuresFromStreams) {
  const std::vector<std::uint64_t> four = {1, 2, 3, 4};
  seeded_.with_stream(0, [&](Random& bits) { save_range(path_, *CentralTree::build({4, 2, 1}, four, bits)); });
  EXPECT_EQ(input_error([&] { append_to_stream(path_, counts({1}), secure_); }),
            "'" + path_ + "' is no stream: it holds a structure of kind 'central-tree'");
}

// Whoever appends sees all steps of those before: none is lost, and none is there twice.
TEST_F(StreamFileTest, AppendsOfManyProcessesDoNotInterleave) {
  create({1, std::nullopt});
  constexpr int processes = 4, steps = 25;
  std::vector<pid_t> children;
  for (int i = 0; i < processes; ++i) {
    const pid_t child = ::fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
      int failures = 0;
      for (int step = 0; step < steps; ++step) {
        try {
          append_to_stream(path_, counts({1'000'000}), SecureSource());
        } catch (const std::exception&) {
          ++failures;
        }
      }
      ::_exit(failures);
    }
    children.push_back(child);
  }
  for (const pid_t child : children) {
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    EXPECT_EQ(status, 0);
  }
  const auto stream = load_stream(path_);
  EXPECT_EQ(stream->size(), static_cast<std::uint64_t>(processes * steps));
  EXPECT_NEAR(stream->total().value, 1e6 * processes * steps, 1e5);  // the noise has a standard error below 100
}

// Killed at any moment, an append has happened or has not, and answers about the past are those given before.
TEST_F(StreamFileTest, SurvivesBeingKilledAtAnyMoment) {
  create({1, std::nullopt});
  append_to_stream(path_, counts({10, 20, 30}), secure_);
  const double past = load_stream(path_)->total().value;
  for (useconds_t delay = 0; delay < 40; ++delay) {
    const pid_t child = ::fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
      try {
        for (;;) append_to_stream(path_, counts({1, 2}), SecureSource());
      } catch (const std::exception&) {
      }
      ::_exit(1);
    }
    ::usleep(150 * delay);
    ::kill(child, SIGKILL);
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    ASSERT_TRUE(WIFSIGNALED(status));
    const auto stream = load_stream(path_);
    ASSERT_EQ(stream->size() % 2, 1U);
    ASSERT_EQ(stream->answer({0, 2}).value, past);
  }
}

}  // namespace
}  // namespace sourdine
