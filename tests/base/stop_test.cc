#include "sourdine/base/stop.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <future>
#include <thread>

#include "sourdine/base/atomic_file.h"
#include "sourdine/base/input_file.h"
#include "sourdine/base/nothing_stops.h"
#include "sourdine/base/parallel.h"
#include "support/errors.h"
#include "support/temporary_directory.h"

namespace sourdine {
namespace {

using namespace std::chrono_literals;
using testing::error_code;
using testing::TemporaryDirectory;

// What `body` ended with after the source was asked to stop while it ran on another thread.
template <class Body>
std::optional<ErrorCode> code_when_stopped(StopSource& source, const Body& body) {
  auto ended = std::async(std::launch::async, [&] { return error_code(body); });
  EXPECT_EQ(ended.wait_for(30ms), std::future_status::timeout) << "ended before it was asked to";
  source.ask();
  EXPECT_EQ(ended.wait_for(60s), std::future_status::ready);
  return ended.get();
}

TEST(Stop, EveryTokenOfAnAskedSourceThrowsCancelled) {
  StopSource source;
  const StopToken token = source.token();
  const StopToken copy = token;
  EXPECT_NO_THROW(copy.check());
  source.ask();
  EXPECT_TRUE(token.is_asked());
  EXPECT_EQ(error_code([&] { copy.check(); }), ErrorCode::cancelled);
  EXPECT_FALSE(StopToken::never().is_asked());
  EXPECT_FALSE(StopToken().is_asked());
}

TEST(Stop, ATokenOutlivesItsSource) {
  auto source = std::make_unique<StopSource>();
  const StopToken token = source->token();
  source->ask();
  source.reset();
  EXPECT_TRUE(token.is_asked());
}

TEST(Stop, TokensOfARenewedSourceAreFreshAndEarlierOnesKeepTheirs) {
  StopSource source;
  const StopToken first = source.token();
  source.ask();
  source.renew();
  const StopToken second = source.token();
  EXPECT_TRUE(first.is_asked());
  EXPECT_FALSE(second.is_asked());
  source.renew();  // nothing was asked since: the work under way is still stopped by the next ask
  source.ask();
  EXPECT_TRUE(second.is_asked());
  EXPECT_TRUE(source.token().is_asked());
}

TEST(Stop, WhereNothingStopsTokensAreNeverAsked) {
  process_stop().ask();
  {
    const NothingStops outer;
    { const NothingStops inner; }
    EXPECT_FALSE(StopToken().is_asked());
    EXPECT_TRUE(std::async(std::launch::async, [] { return StopToken().is_asked(); }).get()) << "on another thread";
  }
  EXPECT_TRUE(StopToken().is_asked());
  process_stop().renew();
}

// The descriptors of those that were replaced are given back: a notebook may be interrupted for years.
TEST(Stop, ManyRenewalsNeedNoMoreDescriptors) {
  StopSource source;
  const int before = dup(STDERR_FILENO);
  ASSERT_EQ(close(before), 0);
  for (int i = 0; i < 10'000; ++i) {
    source.ask();
    source.renew();
  }
  const int after = dup(STDERR_FILENO);
  close(after);
  EXPECT_LE(after, before + 1);
}

TEST(ParallelStop, AskingRenewingAndMakingTokensGoTogether) {
  StopSource source;
  std::atomic<bool> is_over = false;
  const auto repeat = [&](const auto& body) {
    return std::async(std::launch::async, [&is_over, body] {
      while (!is_over) body();
    });
  };
  auto asking = repeat([&] { source.ask(); });
  auto renewing = repeat([&] { source.renew(); });
  for (int i = 0; i < 2'000; ++i) {
    const StopToken token = source.token();
    while (!token.is_asked()) std::this_thread::yield();  // every token is asked in the end
  }
  is_over = true;
  asking.get();
  renewing.get();
  source.renew();
  EXPECT_FALSE(source.token().is_asked());
}

TEST(Stop, AnUncommittedFileLeavesNothing) {
  const TemporaryDirectory folder;
  StopSource source;
  EXPECT_EQ(error_code([&] {
              AtomicFile file(folder.file("out"), source.token());
              file.append(std::string_view("half"));
              source.ask();
              file.commit();
            }),
            ErrorCode::cancelled);
  EXPECT_EQ(folder.entries(), 0U);
}

TEST(ParallelStop, EndsAPipelineWithoutEndOnAnyNumberOfThreads) {
  for (const std::size_t threads : {1U, 2U, 8U}) {
    StopSource source;
    const auto endless = [&] {
      ordered_pipeline<int>(
          threads, 0, [](int&) { return true; }, [](int&) { std::this_thread::sleep_for(100us); }, [](int&) {},
          [] { return false; }, source.token());
    };
    EXPECT_EQ(code_when_stopped(source, endless), ErrorCode::cancelled);
  }
}

// The thread that reads is not the one that a signal reaches: only the token can wake it.
TEST(ParallelStop, EndsAReadThatWaitsForAPipe) {
  for (const std::size_t threads : {1U, 4U}) {
    const TemporaryDirectory folder;
    const std::string path = folder.file("pipe");
    ASSERT_EQ(mkfifo(path.c_str(), 0600), 0);
    const int silent_writer = open(path.c_str(), O_RDWR | O_CLOEXEC);
    ASSERT_GE(silent_writer, 0);
    StopSource source;
    InputFile file(path, source.token());
    const auto read = [&] {
      ordered_pipeline<std::uint8_t>(
          threads, 0,
          [&](std::uint8_t& byte) {
            return file.read({&byte, 1}) == 1;
          },
          [](std::uint8_t&) {}, [](std::uint8_t&) {}, [] { return false; }, source.token());
    };
    EXPECT_EQ(code_when_stopped(source, read), ErrorCode::cancelled);
    close(silent_writer);
  }
}

TEST(ParallelStop, EndsAWriteToAPipeThatNobodyReads) {
  const TemporaryDirectory folder;
  const std::string path = folder.file("pipe");
  ASSERT_EQ(mkfifo(path.c_str(), 0600), 0);
  const int silent_reader = open(path.c_str(), O_RDWR | O_CLOEXEC);
  ASSERT_GE(silent_reader, 0);
  StopSource source;
  AtomicFile file(path, source.token());
  const auto write = [&] {
    const std::string text(std::size_t{1} << 22, 'x');
    file.append(std::string_view(text));
  };
  EXPECT_EQ(code_when_stopped(source, write), ErrorCode::cancelled);
  close(silent_reader);
}

}  // namespace
}  // namespace sourdine
