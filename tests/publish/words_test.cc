#include "sourdine/publish/words.h"

#include <gtest/gtest.h>

#include <cmath>

#include "sourdine/publish/speaker.h"
#include "support/errors.h"

namespace sourdine {
namespace {

// What does not fit does not compile: Words has no other constructor.
static_assert(Words::fit("at {far} m: {factor}", "à {far} m : {factor}"));
static_assert(Words::fit("{b} of {a}", "{a} : {b}"));
static_assert(Words::fit("{a} and {a}", "{a}"));
static_assert(!Words::fit("at {far} m", "à {loin} m"));
static_assert(!Words::fit("at {far} m", "au loin"));
static_assert(!Words::fit("far", "à {far} m"));
static_assert(!Words::fit("at {far:.1f} m", "à {far:.1f} m"), "numbers are written by a Speaker");
static_assert(!Words::fit("at {}", "à {}"));
static_assert(!Words::fit("at {far", "à {far"));
static_assert(!Words::fit("at far}", "à far}"));

constexpr Words far_words{"at {far} m the factor is {factor}", "à {far} m, le facteur est {factor}"};

TEST(Words, FillInEveryName) {
  const Words::Filled filled = {{"factor", "1,5"}, {"far", "100"}, {"other", "no"}};
  EXPECT_EQ(far_words.say(Language::en, filled), "at 100 m the factor is 1,5");
  EXPECT_EQ(far_words.say(Language::fr, filled), "à 100 m, le facteur est 1,5");
}

TEST(Words, SayNothingThatNobodyFilledIn) {
  EXPECT_EQ(testing::error_code([] { far_words.say(Language::en, {{"far", "100"}}); }), ErrorCode::internal);
}

TEST(Words, DoNotReadWhatIsFilledIn) {
  EXPECT_EQ(far_words.say(Language::en, {{"far", "{factor}"}, {"factor", "{far}"}}),
            "at {factor} m the factor is {far}");
}

TEST(Speaker, WritesNumbersAsItsReadersDo) {
  const Speaker en(Language::en), fr(Language::fr);
  EXPECT_EQ(en.decimal(2.5, 2), "2.50");
  EXPECT_EQ(fr.decimal(2.5, 2), "2,50");
  EXPECT_EQ(en.general(0.123456789), "0.123457");
  EXPECT_EQ(fr.general(1e-6), "1e-06");
  EXPECT_EQ(fr.general(12.19), "12,19");
  EXPECT_EQ(en.number(382'046), "382,046");
  EXPECT_EQ(fr.number(382'046), "382\u202f046");
  EXPECT_EQ(fr.date("2018-12-31"), "31/12/2018");
  EXPECT_EQ(en.date("2018-12-31"), "2018-12-31");
  EXPECT_EQ(fr.percent(0.975), "97,5");
  EXPECT_EQ(en.percent(0.95), "95");
  EXPECT_EQ(fr.quoted("a"), "« a »");
}

// What is promised as "at most" is never written smaller than it is.
TEST(Speaker, RoundsBoundsUp) {
  const Speaker en(Language::en);
  for (const double epsilon : {0.1, 0.5, 1.0, 1.3862943611198906, 2.0, 4.0, 4.61, 10.0}) {
    EXPECT_GE(std::stod(en.at_most(epsilon, 2)), epsilon * (1 - 1e-12));
    std::string factor = en.factor(epsilon);
    std::erase(factor, ',');
    EXPECT_GE(std::stod(factor), std::exp(epsilon) * (1 - 1e-12)) << epsilon;
    EXPECT_GE(std::stod(en.long_epsilon(epsilon)), epsilon * (1 - 1e-12));
  }
  EXPECT_EQ(en.factor(std::log(4)), "4");
  EXPECT_EQ(en.factor(1), "2.72");
  EXPECT_EQ(Speaker(Language::fr).factor(1), "2,72");
  EXPECT_EQ(en.factor(20), "more than a million");
  EXPECT_EQ(en.long_epsilon(1), "1");
}

}  // namespace
}  // namespace sourdine
