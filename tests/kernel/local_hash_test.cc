#include "sourdine/kernel/local_hash.h"

#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "kernel/definitions.h"
#include "support/simd_targets.h"

namespace sourdine::testing {
namespace {

template <class Word>
std::vector<HashTest<Word>> some_tests(std::size_t count) {
  std::mt19937_64 random(count);
  const Word last = static_cast<Word>(~Word{0});
  std::vector<HashTest<Word>> tests = {{0, 0, 1},    {0, last, last}, {last, last, 1},
                                       {1, 0, 10},   {last, 0, last}, {Word{1} << (8 * sizeof(Word) - 1), 0, 1},
                                       {3, last, 0}, {last, 5, 6},    {5, static_cast<Word>(last / 2), last / 2}};
  while (tests.size() < count) {
    tests.push_back({static_cast<Word>(random()), static_cast<Word>(random()), static_cast<Word>(random())});
  }
  tests.resize(count);
  return tests;
}

template <class Word>
void expect_supports(std::size_t count, std::size_t values) {
  const std::vector<HashTest<Word>> tests = some_tests<Word>(count);
  std::vector<std::uint64_t> expected(values, 7);
  add_hash_supports_by_definition(std::span<const HashTest<Word>>(tests), expected);
  on_every_simd_target([&] {
    std::vector<std::uint64_t> cells(values, 7);
    add_hash_supports(std::span<const HashTest<Word>>(tests), cells);
    EXPECT_EQ(cells, expected) << count << " tests of " << values << " values";
  });
}

TEST(LocalHashSupports, AreThoseOfTheDefinition) {
  for (const std::size_t values : {1U, 2U, 7U, 8U, 9U, 17U, 63U, 64U, 100U, 128U, 255U, 256U, 257U, 1'000U}) {
    for (const std::size_t count : {0U, 1U, 5U, 9U, 100U, 1'023U, 1'024U, 1'025U, 2'500U}) {
      expect_supports<std::uint32_t>(count, values);
      expect_supports<std::uint64_t>(count, values);
    }
  }
}

}  // namespace
}  // namespace sourdine::testing
