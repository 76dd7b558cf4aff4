#include "sourdine/oracle/local_hash.h"

#include <gtest/gtest.h>

#include <set>

#include "oracle/channel.h"
#include "sourdine/base/bits.h"
#include "sourdine/oracle/multiply_shift.h"
#include "support/errors.h"

namespace sourdine::testing {
namespace {

// Every hash function of the 8-bit family.
template <class Body>
void for_every_small_hash(Body body) {
  for (unsigned multiplier = 0; multiplier < 256; ++multiplier) {
    for (unsigned addend = 0; addend < 256; ++addend) {
      body(MultiplyShift<std::uint8_t>{static_cast<std::uint8_t>(multiplier), static_cast<std::uint8_t>(addend)});
    }
  }
}

TEST(MultiplyShift, IsExactlyPairwiseIndependentOverTheWholeFamily) {
  for (const unsigned key_bits : {1U, 3U, 5U}) {
    const unsigned keys = 1U << key_bits;
    const unsigned hash_bits = 8 + 1 - key_bits;
    const unsigned hashes = 1U << hash_bits;
    for (unsigned x = 0; x < keys; x += 1 + keys / 8) {
      for (unsigned y = 0; y < keys; ++y) {
        if (x == y) continue;
        std::vector<unsigned> together(hashes * hashes);
        for_every_small_hash([&](MultiplyShift<std::uint8_t> hash) {
          const unsigned first = hash(x);
          const unsigned second = hash(y);
          ++together[(first >> (8 - hash_bits)) * hashes + (second >> (8 - hash_bits))];
        });
        const std::vector<unsigned> uniform(hashes * hashes, (1U << 16) / (hashes * hashes));
        ASSERT_EQ(together, uniform) << "keys " << x << " and " << y << " of " << keys;
      }
    }
  }
}

// With one hash bit more the theorem's condition fails, and so must the test above.
TEST(MultiplyShift, IsNotIndependentBeyondTheBoundOfTheTheorem) {
  std::set<unsigned> pairs;
  for_every_small_hash([&](MultiplyShift<std::uint8_t> hash) { pairs.insert((hash(0) >> 3) * 32U + (hash(16) >> 3)); });
  EXPECT_LT(pairs.size(), 32U * 32U);
}

TEST(Buckets, AreTheIntervalsOfTheMultiplyHighRule) {
  for (const std::uint64_t keys : {2U, 5U, 32U}) {
    for (std::uint64_t g = 2; g <= 8; ++g) {
      const Buckets<std::uint8_t> buckets(g, keys);
      std::vector<unsigned> size(g);
      for (unsigned word = 0; word < 256; ++word) {
        const auto w = static_cast<std::uint8_t>(word);
        ASSERT_LT(buckets.bucket_of(w), g);
        ++size[buckets.bucket_of(w)];
        for (std::uint64_t y = 0; y < g; ++y) EXPECT_EQ(buckets[y].contains(w), buckets.bucket_of(w) == y);
      }
      for (std::uint64_t y = 0; y < g; ++y) EXPECT_EQ(buckets[y].size, size[y]);
    }
  }
}

TEST(Buckets, CollideAsOftenAsTheWholeFamilyDoes) {
  for (std::uint64_t g = 2; g <= 8; ++g) {
    const Buckets<std::uint8_t> buckets(g, 32);
    unsigned collisions = 0;
    for_every_small_hash([&](MultiplyShift<std::uint8_t> hash) {
      collisions += buckets.bucket_of(hash(7)) == buckets.bucket_of(hash(23)) ? 1U : 0U;
    });
    EXPECT_EQ(collisions / 65536.0, buckets.collision()) << g;
  }
}

TEST(LocalHash, IsGeneralisedRandomisedResponseOnTheBucketForEverySeed) {
  for (const char* name : {"blh", "olh"}) {
    const auto oracle = make_oracle({name, Domain(5), 1, {}});
    const auto grr = make_oracle({"grr", Domain(name == std::string("blh") ? 2 : 4), 1, {}});
    const Channel channel = enumerate_channel(*oracle);
    for (const auto& [report, probabilities] : channel.probability) {
      const auto supports = oracle->supports(tally_of(*oracle, report));
      for (Value value = 0; value < 5; ++value) {
        const double expected = supports[value] == 1 ? grr->support().yes : grr->support().no;
        EXPECT_NEAR(static_cast<double>(probabilities[value]) * 64, expected, 1e-14);  // 64 seeds are listed
      }
    }
  }
}

TEST(Olh, TakesTheOptimalRangeUpToTheHashBits) {
  const auto bits = [](Value k, double epsilon) { return make_oracle({"olh", Domain(k), epsilon, {}})->report_bits(); };
  EXPECT_EQ(bits(17, 1), 64U + 2);
  EXPECT_EQ(bits(17, 3), 64U + 5);
  EXPECT_EQ(bits(17, 700), 64U + 15);
  EXPECT_EQ(bits(1U << 17, 700), 64U + 15);
  EXPECT_EQ(bits((1U << 17) + 1, 1), 128U + 2);
  EXPECT_EQ(bits((1U << 17) + 1, 700), 128U + 31);
}

TEST(Olh, TakesAnotherRangeAsParameter) {
  const auto three = make_oracle({"olh", Domain(17), 1, {{"g", 3}}});
  EXPECT_NEAR(three->support().no, 1 / 3.0, 1e-12);
  EXPECT_EQ(input_error([] {
              make_oracle({"olh", Domain(17), 1, {{"g", 1}}});
            }),
            "parameter 'g' of oracle 'olh' must be a whole number from 2 to 32768, not 1");
}

TEST(Olh, RefusesABucketOutOfRange) {
  const auto olh = make_oracle({"olh", Domain(17), 1, {{"g", 5}}});
  for (std::uint64_t bucket = 0; bucket < 8; ++bucket) {
    Report report(olh->report_bytes());
    put_bits(report, 64, 3, bucket);
    EXPECT_EQ(olh->is_possible(report), bucket < 5);
  }
}

}  // namespace
}  // namespace sourdine::testing
