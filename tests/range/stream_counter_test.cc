#include "sourdine/range/stream_counter.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>

#include "range/exact_ranges.h"
#include "sourdine/random/secure_bits.h"
#include "sourdine/random/seeded_bits.h"
#include "sourdine/range/range_file.h"
#include "support/errors.h"

namespace sourdine {
namespace {

using testing::input_error;
using testing::ScriptedNoise;
using testing::some_counts;
using testing::ZeroNoise;

TEST(StreamCounter, WithoutNoiseEveryPastRangeIsExactAfterEveryStep) {
  const auto counts = some_counts(70);
  for (const StreamSpec& spec : {StreamSpec{1, 70}, StreamSpec{1, 1000}, StreamSpec{1, std::nullopt}}) {
    ZeroNoise zero;
    StreamCounter stream(spec);
    for (std::uint64_t step = 0; step < counts.size(); ++step) {
      stream.push(counts[step], zero);
      double sum = 0;
      for (std::uint64_t first = step + 1; first-- > 0;) {
        sum += static_cast<double>(counts[first]);
        ASSERT_NEAR(stream.answer({first, step}).value, sum, 1e-9);
      }
    }
  }
}

// Methods F3 and Honaker's estimate: the blocks of the set bits of t, a block of level j with variance s²/(2 − 2^−j).
TEST(StreamCounter, VarianceOfATotalIsThatOfTheBlocksOfItsBinaryForm) {
  StreamCounter stream({1, 365});
  const double counter_variance = LaplaceScale::of_budget(1'000'000'000, 1, 9, 1).variance();
  EXPECT_NEAR(counter_variance, 2 * 81, 0.5);
  SeededBits random(300);
  for (std::uint64_t t = 1; t <= 365; ++t) {
    stream.push(3, random);
    double variance = 0;
    for (unsigned level = 0; level < 9; ++level) {
      if ((t >> level & 1) != 0) variance += counter_variance / (2 - std::pow(0.5, level));
    }
    ASSERT_NEAR(std::pow(stream.total().std_error, 2), variance, 1e-9 * variance);
    ASSERT_EQ(stream.nodes({0, t - 1}).size(), static_cast<std::size_t>(std::popcount(t)));
  }
}

TEST(StreamCounter, ABlocksNoiseIsDrawnOnceWhenItBegins) {
  ScriptedNoise scripted(std::vector<std::int64_t>(100, 1));
  StreamCounter stream({1, 8});  // blocks of 1, 2, 4 and 8 steps
  std::vector<std::size_t> drawn;
  for (int step = 0; step < 8; ++step) {
    stream.push(0, scripted);
    drawn.push_back(scripted.scales().size());
  }
  EXPECT_EQ(drawn, (std::vector<std::size_t>{4, 5, 7, 8, 11, 12, 14, 15}));
  EXPECT_EQ(scripted.scales()[0].t, 4U);  // L = 4 levels share ε = 1
  EXPECT_EQ(scripted.scales()[0].s, 1U);
}

TEST(StreamCounter, EpochsOfAnUnknownHorizonHaveTheWholeEpsilonEach) {
  ScriptedNoise scripted(std::vector<std::int64_t>(100));
  StreamCounter stream({1, std::nullopt});
  for (int step = 0; step < 7; ++step) stream.push(0, scripted);  // epochs of 1, 2 and 4 steps
  std::vector<std::uint64_t> scales;
  for (const LaplaceScale& scale : scripted.scales()) scales.push_back(scale.t / scale.s);
  EXPECT_EQ(scales, (std::vector<std::uint64_t>{1, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3}));
  EXPECT_EQ(stream.guarantee().epsilon, 1);
}

TEST(StreamCounter, AnswersAboutThePastDoNotChange) {
  SeededBits random(301);
  StreamCounter stream({1, std::nullopt});
  for (int step = 0; step < 20; ++step) stream.push(5, random);
  const Estimate before = stream.answer({3, 17});
  for (int step = 0; step < 50; ++step) stream.push(5, random);
  EXPECT_EQ(stream.answer({3, 17}).value, before.value);
}

// A stream that is saved and read back after every step goes on as one that never stopped: nothing is drawn anew.
TEST(StreamCounter, SurvivesARestartWithoutDrawingNewNoise) {
  for (const StreamSpec& spec : {StreamSpec{1, 40}, StreamSpec{1, std::nullopt}}) {
    SeededBits random(302), same(302);
    StreamCounter stream(spec);
    auto restarted = std::make_unique<StreamCounter>(spec);
    for (std::uint64_t step = 0; step < 40; ++step) {
      stream.push(step, random);
      restarted->push(step, same);
      std::string bytes, again;
      OutputBytes output(bytes), output_again(again);
      restarted->write(output);
      InputBytes input("'s.srng'", bytes);
      auto structure = read_range(input);
      structure->write(output_again);
      ASSERT_EQ(again, bytes);
      restarted.reset(dynamic_cast<StreamCounter*>(structure.release()));
      ASSERT_NE(restarted, nullptr);
      ASSERT_EQ(restarted->total().value, stream.total().value);
      ASSERT_EQ(restarted->total().std_error, stream.total().std_error);
      ASSERT_FALSE(restarted->is_private());
    }
  }
}

TEST(StreamCounter, StateHoldsNoExactCount) {
  ScriptedNoise scripted(std::vector<std::int64_t>(100, 1000));
  StreamCounter stream({1, 8});
  for (int step = 0; step < 5; ++step) stream.push(7, scripted);
  std::string bytes;
  OutputBytes output(bytes);
  stream.write(output);
  InputBytes input("'s.srng'", bytes);
  const RangeRecord record = read_range_record(input);
  for (std::size_t i = 1; i < record.words.size(); ++i) EXPECT_GE(record.words[i], 1000);
}

// Exact ε: one record more in any step changes as many counters as its epoch has levels, each by one, and each has
// noise of scale (levels)/ε; so the worst ratio is ε whichever step it is, for everything the stream ever says.
TEST(StreamCounter, OneRecordChangesOneCounterPerLevelOfItsEpoch) {
  const auto state = [](const StreamSpec& spec, std::uint64_t step_of_record, ScriptedNoise& scripted) {
    StreamCounter stream(spec);
    for (std::uint64_t step = 0; step < 31; ++step) stream.push(step == step_of_record ? 1 : 0, scripted);
    std::string bytes;
    OutputBytes output(bytes);
    stream.write(output);
    InputBytes input("'s.srng'", bytes);
    return read_range_record(input).words;
  };
  for (const StreamSpec& spec : {StreamSpec{1, 31}, StreamSpec{1, std::nullopt}}) {
    for (std::uint64_t step = 0; step < 31; ++step) {
      ScriptedNoise without(std::vector<std::int64_t>(200)), with(std::vector<std::int64_t>(200));
      const auto before = state(spec, 99, without), after = state(spec, step, with);
      ASSERT_EQ(before.size(), after.size());
      std::uint64_t changed = 0;
      for (std::size_t i = 0; i < before.size(); ++i) changed += static_cast<std::uint64_t>(after[i] - before[i]);
      const std::uint64_t levels = spec.horizon ? 5 : static_cast<std::uint64_t>(std::bit_width(step + 1));
      EXPECT_EQ(changed, levels);
      bool has_scale = false;
      for (const LaplaceScale& scale : with.scales()) has_scale |= scale == LaplaceScale{levels, 1};
      EXPECT_TRUE(has_scale);
    }
  }
}

TEST(StreamCounter, AFileHasNoMoreStepsThanItsHorizon) {
  StreamCounter stream({1, 8});
  for (int step = 0; step < 8; ++step) stream.push(1, SecureBits::this_thread());
  std::string bytes, changed;
  OutputBytes output(bytes), changed_output(changed);
  stream.write(output);
  InputBytes input("'s.srng'", bytes);
  RangeRecord record = read_range_record(input);
  record.words[0] = 9;
  write_range_record(changed_output, record);
  InputBytes changed_input("'s.srng'", changed);
  EXPECT_EQ(input_error([&] { read_range(changed_input); }),
            "'s.srng' cannot be read: it has more steps than the stream was made for");
}

TEST(StreamCounter, SaysWhatIsWrong) {
  EXPECT_EQ(input_error([] {
              StreamCounter({0, 5});
            }),
            "epsilon must be a number greater than 0 and at most 10^6, not 0");
  EXPECT_EQ(input_error([] {
              StreamCounter({1, 0});
            }),
            "the horizon of a stream must lie between 1 and 2^30 steps, not 0");
  StreamCounter stream({1, 2});
  EXPECT_EQ(input_error([&] { stream.total(); }), "the stream has not seen a step yet");
  for (int step = 0; step < 2; ++step) stream.push(1, SecureBits::this_thread());
  EXPECT_TRUE(stream.is_private());
  EXPECT_EQ(input_error([&] { stream.push(1, SecureBits::this_thread()); }),
            "the stream ends after the 2 steps it was made for: it has seen 2, and 1 would follow");
  EXPECT_EQ(input_error([&] { stream.answer({0, 2}); }), "the range 0 … 2 leaves the domain 0 … 1");
  EXPECT_EQ(input_error([&] { stream.merge(stream); }), "streams cannot be merged");
}

}  // namespace
}  // namespace sourdine
