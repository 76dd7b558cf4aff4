#include "sourdine/random/row_bits.h"

#include <gtest/gtest.h>

#include <numeric>
#include <set>
#include <string_view>
#include <vector>

#include "aes_definition.h"
#include "sourdine/random/bernoulli_bits.h"
#include "sourdine/random/seeded_row_secret.h"
#include "sourdine/random/uniform_numbers.h"
#include "support/errors.h"

namespace sourdine {
namespace {

RowSecret counting_row_secret() {
  std::array<std::uint8_t, 32> bytes{};
  std::iota(bytes.begin(), bytes.end(), std::uint8_t{0});
  return RowSecret(bytes);
}

std::span<const std::uint8_t> label_of(std::string_view text) {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

std::vector<std::uint64_t> first_words(RowBits& bits, std::size_t count) {
  std::vector<std::uint64_t> words;
  while (words.size() < count) words.push_back(bits.next());
  return words;
}

TEST(RowBits, WordsAreThoseOfTheDefinition) {
  const testing::AesKey key = testing::hmac_key(counting_row_secret().bytes(), label_of("a label"));
  RowBits bits(counting_row_secret(), label_of("a label"));
  const RowStart starts[] = {{0, 0}, {~std::uint64_t{0}, 0xffffffff}, {17, 3}, {~std::uint64_t{0}, ~std::uint64_t{0}}};
  bits.set_rows(starts);
  for (const RowStart start : starts) {
    bits.next_row();
    for (std::uint64_t i = 0; i < 100; ++i) {
      ASSERT_EQ(bits.next(), testing::row_word(key, {start.low, start.high}, i)) << start.low << " " << i;
    }
  }
}

// Computed apart from this code, with Python's hmac and `openssl enc -aes-256-ecb -nopad`.
TEST(RowBits, WordsAreTheSameOnEveryMachine) {
  RowBits bits(counting_row_secret(), label_of("rows"));
  const RowStart start{42, 7};
  bits.set_rows({&start, 1});
  bits.next_row();
  EXPECT_EQ(bits.next(), 0xd55632c5b5c10acbU);
  EXPECT_EQ(bits.next(), 0x9bcd1363e8663c1bU);
  EXPECT_EQ(bits.next(), 0x2b0160fcb0b0d52cU);
}

// The n-th word of a row is the n-th word, whether words are drawn one by one or many at once, and whatever was drawn
// by rows before it, from which the blocks encrypted ahead are guessed.
TEST(RowBits, NoWordIsPassedOverAndNoneGivenTwice) {
  std::vector<RowStart> starts(600);
  for (std::size_t i = 0; i < starts.size(); ++i) starts[i] = {i, i * i};
  const auto run = [&](std::size_t rows_at_once, std::size_t pattern) {
    RowBits bits(counting_row_secret(), label_of("x"));
    std::vector<std::vector<std::uint64_t>> all;
    for (std::size_t first = 0; first < starts.size(); first += rows_at_once) {
      const auto part = std::span<const RowStart>(starts).subspan(first, std::min(rows_at_once, starts.size() - first));
      bits.set_rows(part);
      for (std::size_t i = first; i < first + part.size(); ++i) {
        bits.next_row();
        auto& words = all.emplace_back();
        const std::size_t wanted = i % 50 == 7 ? 3000 : pattern == 0 ? 40 : 40 + i % 13;
        for (std::size_t step = 1; words.size() < wanted; step = step * 3 % 1000 + pattern) {
          if (pattern == 0 || step % 2 == 0) {
            words.push_back(bits.next());
          } else {
            const auto many = bits.words(std::min({step, wanted - words.size(), Random::max_words}));
            words.insert(words.end(), many.rbegin(), many.rend());
          }
        }
        words.resize(i % 50 == 7 ? 3000 : 40);
      }
    }
    return all;
  };
  const auto plain = run(1, 0);
  std::set<std::uint64_t> seen;
  std::size_t count = 0;
  for (const auto& words : plain) {
    seen.insert(words.begin(), words.end());
    count += words.size();
  }
  EXPECT_EQ(seen.size(), count);
  for (const std::size_t at_once : {std::size_t{1}, std::size_t{3}, std::size_t{100}, RowBits::max_rows}) {
    for (const std::size_t pattern : {0U, 1U, 7U, 300U}) EXPECT_TRUE(run(at_once, pattern) == plain) << at_once;
  }
}

TEST(RowBits, OtherSecretsLabelsAndStartsGiveOtherWords) {
  std::set<std::uint64_t> seen;
  std::size_t count = 0;
  const auto draw = [&](const RowSecret& secret, std::string_view label, RowStart start) {
    RowBits bits(secret, label_of(label));
    bits.set_rows({&start, 1});
    bits.next_row();
    for (const std::uint64_t word : first_words(bits, 4)) seen.insert(word);
    count += 4;
  };
  draw(counting_row_secret(), "a", {1, 2});
  draw(counting_row_secret(), "b", {1, 2});
  draw(counting_row_secret(), "a", {2, 1});
  draw(counting_row_secret(), "a", {1, 3});
  draw(seeded_row_secret(1), "a", {1, 2});
  draw(seeded_row_secret(2), "a", {1, 2});
  EXPECT_EQ(seen.size(), count);
}

TEST(RowBits, AreAsPrivateAsTheirSecret) {
  EXPECT_TRUE(RowBits(RowSecret::draw(), {}).is_private());
  EXPECT_TRUE(RowBits(counting_row_secret(), {}).is_private());
  EXPECT_FALSE(RowBits(seeded_row_secret(1), {}).is_private());
  const RowSecret copy = seeded_row_secret(1);
  EXPECT_FALSE(copy.is_private());
  const RowSecret a = RowSecret::draw();
  const RowSecret b = RowSecret::draw();
  EXPECT_FALSE(std::ranges::equal(a.bytes(), b.bytes()));
}

TEST(RowBits, ThereAreNoWordsWithoutARow) {
  const auto is_internal = [](auto&& body) { return testing::error_code(body) == ErrorCode::internal; };
  RowBits bits(counting_row_secret(), {});
  EXPECT_TRUE(is_internal([&] { bits.next(); }));
  EXPECT_TRUE(is_internal([&] { bits.next_row(); }));
  const RowStart start{};
  bits.set_rows({&start, 1});
  EXPECT_TRUE(is_internal([&] { bits.words(3); }));
  bits.next_row();
  bits.next();
  EXPECT_TRUE(is_internal([&] { bits.next_row(); }));
  bits.set_rows({});
  EXPECT_TRUE(is_internal([&] { bits.next(); }));
  const std::vector<RowStart> many(RowBits::max_rows + 1);
  EXPECT_TRUE(is_internal([&] { bits.set_rows(many); }));
}

// One decision and one number cost a word each, as Random makes them.
TEST(RowBits, SingleDecisionsAreThoseOfTheDefinition) {
  std::vector<RowStart> starts(RowBits::max_rows);
  for (std::size_t i = 0; i < starts.size(); ++i) starts[i] = {i, 0};
  RowBits fast(counting_row_secret(), {});
  RowBits plain(counting_row_secret(), {});
  fast.set_rows(starts);
  plain.set_rows(starts);
  const Threshold threshold{std::uint64_t{3} << 61};
  for (std::size_t i = 0; i < starts.size(); ++i) {
    fast.next_row();
    plain.next_row();
    const Decisions<64> decision(threshold, fast, 1);
    EXPECT_EQ(decision[0], plain.bernoulli(threshold));
    std::uint32_t number = 0;
    UniformNumbers(17).fill(fast, {&number, 1});
    EXPECT_EQ(number, plain.below(17));
    EXPECT_EQ(fast.next(), plain.next());
  }
}

}  // namespace
}  // namespace sourdine
