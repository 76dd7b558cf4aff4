#include "sourdine/random/keyed_bits.h"

#include <gtest/gtest.h>

#include <array>
#include <numeric>
#include <set>
#include <string_view>

namespace sourdine {
namespace {

using Secret = std::array<std::uint8_t, 32>;

Secret counting_secret() {
  Secret secret{};
  std::iota(secret.begin(), secret.end(), std::uint8_t{0});
  return secret;
}

std::span<const std::uint8_t> bytes(std::string_view text) {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

// Computed apart from this code, with Python's hmac and `openssl enc -aes-256-ctr`: key = HMAC(secret, context), words
// in buffers of 64, 128, … 4096, each handed out from its end. A client that updates must find its memoised answers
// again.
TEST(KeyedBits, WordsAreTheSameOnEveryMachineAndInEveryVersion) {
  KeyedBits random(counting_secret(), bytes("place=17"));
  EXPECT_TRUE(random.is_private());
  EXPECT_EQ(random.next(), 0x133b424c00909521U);
  EXPECT_EQ(random.next(), 0xe719f50c6f7c0a90U);
  for (int i = 2; i < 64; ++i) random.next();
  EXPECT_EQ(random.next(), 0x4e90ba690572da06U);
}

// Its first buffers are smaller than what may be drawn at once.
TEST(KeyedBits, WordsInBulkAreFreshWords) {
  KeyedBits random(counting_secret(), bytes("bulk"));
  std::set<std::uint64_t> seen;
  for (const std::size_t count : {std::size_t{1}, std::size_t{128}, Random::max_words, Random::max_words}) {
    for (const std::uint64_t word : random.words(count)) EXPECT_TRUE(seen.insert(word).second);
    EXPECT_TRUE(seen.insert(random.next()).second);
  }
  EXPECT_EQ(seen.size(), 1 + 128 + 2 * Random::max_words + 4);
}

TEST(KeyedBits, TheSameSecretAndContextGiveTheSameWords) {
  KeyedBits a(counting_secret(), bytes("x"));
  KeyedBits b(counting_secret(), bytes("x"));
  for (int i = 0; i < 20000; ++i) ASSERT_EQ(a.next(), b.next());
}

TEST(KeyedBits, AnyOtherSecretOrContextGivesOtherWords) {
  std::set<std::uint64_t> first_words;
  for (const std::string_view context : {"", "a", "b", "ab", "ba", "aa"}) {
    first_words.insert(KeyedBits(counting_secret(), bytes(context)).next());
  }
  first_words.insert(KeyedBits(counting_secret(), bytes({"\0", 1})).next());
  for (std::size_t i = 0; i < 32; ++i) {
    Secret secret = counting_secret();
    secret[i] ^= 0x80;
    first_words.insert(KeyedBits(secret, bytes("a")).next());
  }
  EXPECT_EQ(first_words.size(), 7U + 32U);
}

TEST(KeyedBits, AStreamDoesNotRepeatItsBuffers) {
  KeyedBits random(counting_secret(), {});
  std::set<std::uint64_t> words;
  for (int i = 0; i < 20000; ++i) words.insert(random.next());
  EXPECT_EQ(words.size(), 20000U);
}

}  // namespace
}  // namespace sourdine
