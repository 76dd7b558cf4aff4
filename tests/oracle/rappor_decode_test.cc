#include "sourdine/oracle/rappor/rappor_decode.h"

#include <gtest/gtest.h>

#include <cmath>

#include "sourdine/random/seeded_bits.h"
#include "support/errors.h"

namespace sourdine {
namespace {

using testing::input_error;

// 30 strings are held; the collection knows none of them beforehand but has them as its domain, to simulate.
std::vector<std::string> held_strings() {
  std::vector<std::string> strings;
  for (int i = 0; i < 30; ++i) strings.push_back("held-" + std::to_string(i));
  return strings;
}

struct Collection {
  Rappor oracle{{"rappor", Domain(held_strings()), 6, {{"bits", 32}}}};
  std::vector<std::uint64_t> histogram;
  Tally tally = oracle.empty_tally();

  explicit Collection(std::uint64_t seed) {
    for (std::uint64_t i = 0; i < 30; ++i) histogram.push_back(100'000 / (i + 1));
    SeededBits random(seed);
    oracle.simulate(histogram, random, tally);
  }
};

TEST(RapporDecode, FindsThePlantedStringsAmongHundredsAndNoOther) {
  const Collection collection(1);
  std::vector<std::string> candidates = held_strings();
  for (int i = 0; i < 470; ++i) candidates.push_back("absent-" + std::to_string(i));
  const auto rows = decode_rappor(collection.oracle, collection.tally, candidates, {.false_alarm = 1e-6});
  ASSERT_EQ(rows.size(), 500U);
  for (std::size_t i = 0; i < 5; ++i) {  // held by more than ten standard errors
    EXPECT_TRUE(rows[i].is_significant) << rows[i].text << " " << rows[i].estimate << " " << rows[i].std_error;
  }
  for (std::size_t i = 0; i < 30; ++i) {
    if (!rows[i].is_significant) continue;
    EXPECT_LT(std::abs(rows[i].estimate - static_cast<double>(collection.histogram[i])), 5.5 * rows[i].std_error)
        << rows[i].text;
  }
  for (std::size_t i = 30; i < 500; ++i) EXPECT_FALSE(rows[i].is_significant) << rows[i].text;
}

TEST(RapporDecode, FindsTheCommonOnesWhenHalfOfThePeopleHoldUnknownStrings) {
  const Collection collection(2);
  // Every other string is no candidate.
  std::vector<std::string> candidates;
  const auto all = held_strings();
  for (std::size_t i = 1; i < 30; i += 2) candidates.push_back(all[i]);
  for (int i = 0; i < 200; ++i) candidates.push_back("absent-" + std::to_string(i));
  const auto rows = decode_rappor(collection.oracle, collection.tally, candidates, {.false_alarm = 1e-6});
  EXPECT_TRUE(rows[0].is_significant);  // held-1
  for (std::size_t i = 15; i < rows.size(); ++i) EXPECT_FALSE(rows[i].is_significant) << rows[i].text;
}

TEST(RapporDecode, RowsFollowTheCandidatesAndWhatIsNotSelectedIsZero) {
  const Collection collection(3);
  const std::vector<std::string> candidates = {"absent", "held-0"};
  const auto rows = decode_rappor(collection.oracle, collection.tally, candidates);
  EXPECT_EQ(rows[0].text, "absent");
  EXPECT_EQ(rows[1].text, "held-0");
  EXPECT_TRUE(rows[1].is_significant);
  EXPECT_LT(rows[1].p_value, 1e-6);
  EXPECT_GT(rows[1].std_error, 0);
}

TEST(RapporDecode, NamesWhatIsWrong) {
  const Collection collection(4);
  const std::vector<std::string> twice = {"a", "a"};
  const std::vector<std::string> empty = {""};
  const std::vector<std::string> one = {"a"};
  EXPECT_EQ(input_error([&] { decode_rappor(collection.oracle, collection.tally, {}); }),
            "there are no candidate strings to look for");
  EXPECT_EQ(input_error([&] { decode_rappor(collection.oracle, collection.tally, twice); }),
            "candidate 'a' is given twice");
  EXPECT_EQ(input_error([&] { decode_rappor(collection.oracle, collection.tally, empty); }),
            "a candidate string is empty");
  EXPECT_EQ(input_error([&] { decode_rappor(collection.oracle, collection.oracle.empty_tally(), one); }),
            "there are no reports to decode");
  const Rappor other({"rappor", Domain(held_strings()), 5, {{"bits", 32}}});
  EXPECT_EQ(input_error([&] { decode_rappor(other, collection.tally, one); }),
            "the tally is not one of this oracle: their specs differ in 'epsilon'");
  EXPECT_NE(input_error([&] {
              decode_rappor(collection.oracle, collection.tally, one, {.false_alarm = 0});
            }).find("false-alarm"),
            std::string::npos);
}

}  // namespace
}  // namespace sourdine
