#include "sourdine/random/secure_bits.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <set>
#include <thread>
#include <utility>
#include <vector>

namespace sourdine {
namespace {

// 64 words: two independent generators share one with probability below 2^−51.
using Words = std::array<std::uint64_t, 64>;

Words draw(Random& random) {
  Words words{};
  for (auto& word : words) word = random.next();
  return words;
}

bool share_a_word(const Words& a, const Words& b) {
  const std::set<std::uint64_t> seen(a.begin(), a.end());
  for (const std::uint64_t word : b) {
    if (seen.contains(word)) return true;
  }
  return false;
}

TEST(SecureBits, InstancesDrawDifferentWords) {
  SecureBits a;
  SecureBits b;
  EXPECT_TRUE(a.is_private());
  const Words from_a = draw(a);
  EXPECT_FALSE(share_a_word(from_a, draw(b)));
  EXPECT_FALSE(share_a_word(from_a, draw(a)));
}

// The words a forked child draws from the generator it inherited.
Words draw_in_child(SecureBits& random) {
  int ends[2];
  EXPECT_EQ(pipe(ends), 0);
  const pid_t child = fork();
  if (child == 0) {
    const Words words = draw(random);
    const bool written = write(ends[1], words.data(), sizeof words) == static_cast<ssize_t>(sizeof words);
    _exit(written ? 0 : 1);
  }
  close(ends[1]);
  Words words{};
  EXPECT_EQ(read(ends[0], words.data(), sizeof words), static_cast<ssize_t>(sizeof words));
  close(ends[0]);
  int status = -1;
  EXPECT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
  return words;
}

TEST(SecureBits, AForkedChildDrawsOtherWordsInBulkToo) {
  SecureBits random;
  random.next();
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  const pid_t child = fork();
  Words words{};
  const auto drawn = random.words(words.size());
  std::copy(drawn.begin(), drawn.end(), words.begin());
  if (child == 0) _exit(write(ends[1], words.data(), sizeof words) == static_cast<ssize_t>(sizeof words) ? 0 : 1);
  close(ends[1]);
  Words of_child{};
  EXPECT_EQ(read(ends[0], of_child.data(), sizeof of_child), static_cast<ssize_t>(sizeof of_child));
  close(ends[0]);
  int status = -1;
  EXPECT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
  EXPECT_FALSE(share_a_word(words, of_child));
}

TEST(SecureBits, ParentAndChildrenOfAForkNeverShareAWord) {
  SecureBits random;
  random.next();  // the buffer is full of words that the child must not see
  const Words first_child = draw_in_child(random);
  const Words second_child = draw_in_child(random);
  const Words parent = draw(random);
  EXPECT_FALSE(share_a_word(first_child, parent));
  EXPECT_FALSE(share_a_word(second_child, parent));
  EXPECT_FALSE(share_a_word(first_child, second_child));
}

TEST(SecureBits, EachThreadHasItsOwn) {
  Words other{};
  SecureBits* address = nullptr;
  std::thread([&] {
    address = &SecureBits::this_thread();
    other = draw(SecureBits::this_thread());
  }).join();
  EXPECT_FALSE(share_a_word(other, draw(SecureBits::this_thread())));
  EXPECT_EQ(&SecureBits::this_thread(), &SecureBits::this_thread());
  EXPECT_NE(address, nullptr);
}

TEST(SecureBits, GoesOnPastTheKernelRekeyWithoutRepeating) {
  // 40 MiB crosses the 32 MiB re-key. A generator that came back to an earlier key would repeat whole buffers, hence
  // the pairs of words at every 4096th place; 1280 independent pairs collide with probability 2^−108.
  SecureBits random;
  std::set<std::pair<std::uint64_t, std::uint64_t>> marks;
  constexpr std::size_t buffers = 1280;
  constexpr std::size_t words = 4096;
  std::uint64_t ones = 0;
  for (std::size_t buffer = 0; buffer < buffers; ++buffer) {
    const std::uint64_t first = random.next();
    const std::uint64_t second = random.next();
    marks.emplace(first, second);
    ones += static_cast<std::uint64_t>(std::popcount(first) + std::popcount(second));
    for (std::size_t i = 2; i < words; ++i) ones += static_cast<std::uint64_t>(std::popcount(random.next()));
  }
  EXPECT_EQ(marks.size(), buffers);
  // Ten standard deviations: unseeded, so the false-alarm rate is kept below 10^−22.
  constexpr double bits = 64.0 * buffers * words;
  EXPECT_NEAR(static_cast<double>(ones), bits / 2, 10 * std::sqrt(bits) / 2);
}

}  // namespace
}  // namespace sourdine
