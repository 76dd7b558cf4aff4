#include "sourdine/random/seeded_bits.h"

#include <gtest/gtest.h>

#include <set>
#include <utility>

namespace sourdine {
namespace {

// Computed apart from this code, with Python's hmac and `openssl enc -aes-256-ctr`, from the definition: root key =
// HMAC("sourdine seed", seed as 8 little-endian bytes); child key = HMAC(key, 1 ‖ number); stream key = HMAC(key, 0 as
// 8 bytes); words are the stream in buffers of 4096, each handed out from its end.
TEST(SeededBits, WordsAreTheSameOnEveryMachine) {
  SeededBits random(2020);
  EXPECT_FALSE(random.is_private());
  EXPECT_EQ(random.next(), 0x5af19b1251c2bd91U);
  EXPECT_EQ(random.next(), 0xb08af32639716e61U);
  EXPECT_EQ(random.next(), 0xf882ecb6e002e2d2U);
  for (int i = 3; i < 4096; ++i) random.next();
  EXPECT_EQ(random.next(), 0x1beeb4435e450a0bU);
  SeededBits child = random.split(5);
  EXPECT_EQ(child.next(), 0x3af3b2caa18f03c2U);
  EXPECT_EQ(child.next(), 0xfb844c3a5adc6535U);
}

TEST(SeededBits, ASplitDoesNotDependOnWhatWasDrawn) {
  SeededBits a(1);
  const SeededBits b(1);
  for (int i = 0; i < 5000; ++i) a.next();
  SeededBits from_a = a.split(7);
  SeededBits from_b = b.split(7);
  for (int i = 0; i < 100; ++i) ASSERT_EQ(from_a.next(), from_b.next());
}

TEST(SeededBits, SeedsChildrenAndGrandchildrenAllDiffer) {
  std::set<std::uint64_t> first_words;
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    SeededBits parent(seed);
    for (std::uint64_t number = 0; number < 10; ++number) {
      SeededBits child = parent.split(number);
      first_words.insert(child.split(number).next());
      first_words.insert(child.next());
    }
    first_words.insert(parent.next());  // in particular split(0) is not the parent
  }
  EXPECT_EQ(first_words.size(), 10U * 21U);
}

TEST(SeededBits, AMoveGoesOnWhereTheStreamWas) {
  SeededBits reference(3);
  SeededBits moved_from(3);
  EXPECT_EQ(reference.next(), moved_from.next());
  SeededBits moved_to(std::move(moved_from));
  for (int i = 0; i < 5000; ++i) ASSERT_EQ(reference.next(), moved_to.next());
}

}  // namespace
}  // namespace sourdine
