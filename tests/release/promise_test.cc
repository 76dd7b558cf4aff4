// The sentence that stands in bold on every release, against the mathematics: on a small release everything that can be
// published is enumerated, with its exact probability.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <map>
#include <vector>

#include "oracle/channel.h"
#include "sourdine/oracle/table.h"

namespace sourdine {
namespace {

constexpr Value regions = 3;
constexpr double asked = 1;

// Whatever a release says of regions is computed from its tally (and from public numbers), so the tally stands for it.
using Published = std::vector<std::uint64_t>;
using Law = std::map<Published, double>;

// What one report adds to the tally, and how likely it is for each region of its event.
struct Step {
  Published cells;
  std::vector<double> chance;
};

std::vector<Step> steps_of(const Oracle& oracle) {
  std::vector<Step> steps;
  for (const auto& [report, probabilities] : testing::enumerate_channel(oracle).probability) {
    Step step{testing::tally_of(oracle, report).cells, {}};
    for (const auto& probability : probabilities) step.chance.push_back(static_cast<double>(probability));
    steps.push_back(std::move(step));
  }
  return steps;
}

// The law of the tally of events in these regions: reports are independent.
Law law_of(const Oracle& oracle, const std::vector<Value>& events) {
  const std::vector<Step> steps = steps_of(oracle);
  Law law = {{Published(oracle.cells()), 1.0}};
  for (const Value region : events) {
    Law next;
    for (const auto& [before, chance] : law) {
      for (const Step& step : steps) {
        Published after = before;
        for (std::size_t cell = 0; cell < after.size(); ++cell) after[cell] += step.cells[cell];
        next[after] += chance * step.chance[region];
      }
    }
    law = std::move(next);
  }
  return law;
}

// "Had any one event taken place in another region, everything published here would have been as likely, up to a factor
// of e^ε": for all data sets of n events, all events, all other regions, all that can be published.
TEST(Promise, HoldsForEveryReleaseHadAnyOneEventBeenElsewhere) {
  for (const char* name : {"grr", "oue", "ss"}) {
    const auto oracle = make_oracle({name, Domain(regions), asked, {}});
    const double bound = std::exp(oracle->guarantee().epsilon) * (1 + 1e-12);
    double largest = 0;
    for (Value a = 0; a < regions; ++a) {
      for (Value b = 0; b < regions; ++b) {
        for (Value elsewhere = 0; elsewhere < regions; ++elsewhere) {
          const Law here = law_of(*oracle, {0, a, b});
          const Law there = law_of(*oracle, {elsewhere, a, b});
          ASSERT_EQ(here.size(), there.size());
          for (const auto& [published, chance] : here) {
            const double ratio = chance / there.at(published);
            ASSERT_LE(ratio, bound) << name;
            largest = std::max(largest, ratio);
          }
        }
      }
    }
    EXPECT_GT(largest, 0.99 * bound) << name << ": the bound is met, so no smaller one would do";
  }
}

// A reader who knows the other events: the odds of this one between two regions change by e^ε at most. That is what the
// second sentence says.
TEST(Promise, OddsOfWhoKnowsAllOtherEventsStayWithinIt) {
  const auto oracle = make_oracle({"grr", Domain(regions), asked, {}});
  const Law first = law_of(*oracle, {0, 2, 2, 1});
  const Law second = law_of(*oracle, {1, 2, 2, 1});
  for (const auto& [published, chance] : first) {
    const double posterior = chance / (chance + second.at(published));
    EXPECT_LE(posterior, 1 / (1 + std::exp(-oracle->guarantee().epsilon)) + 1e-12);
  }
}

// The sentence that stood there before: "Nothing published here can change the odds that a given event took place in
// one region rather than another by more than a factor of e^ε." It is not true: a reader who does not know the shares
// learns them from the release, rightly, and with them where an event probably was.
TEST(Promise, OddsOfWhoLearnsTheSharesDoNotWhichTheOldSentenceDenied) {
  const auto oracle = make_oracle({"grr", Domain(2), asked, {}});
  const double bound = std::exp(oracle->guarantee().epsilon);
  constexpr std::size_t events = 12;
  // Either nearly all events are in region 0, or nearly all are in region 1; both equally likely beforehand. Given the
  // share, events are independent.
  constexpr std::array shares = {0.95, 0.05};
  // Joint probability of what is published and of the first event's region: sums over shares and data sets, in which
  // only the number of other events in region 0 matters.
  std::array<std::vector<Law>, 2> laws;
  for (Value region = 0; region < 2; ++region) {
    for (std::size_t others = 0; others < events; ++others) {
      std::vector<Value> data(events, 1);
      data[0] = region;
      std::fill_n(data.begin() + 1, others, Value{0});
      laws[region].push_back(law_of(*oracle, data));
    }
  }
  double most = 0;
  for (const auto& [published, ignored] : laws[0].front()) {
    std::array<double, 2> joint = {};
    for (Value region = 0; region < 2; ++region) {
      for (const double share : shares) {
        const double own = region == 0 ? share : 1 - share;
        for (std::size_t others = 0; others < events; ++others) {
          const double choose = std::round(std::exp(std::lgamma(static_cast<double>(events)) -
                                                    std::lgamma(static_cast<double>(others) + 1) -
                                                    std::lgamma(static_cast<double>(events - others))));
          const double data = choose * std::pow(share, static_cast<double>(others)) *
                              std::pow(1 - share, static_cast<double>(events - 1 - others));
          joint[region] += 0.5 * own * data * laws[region][others].at(published);
        }
      }
    }
    most = std::max(most, joint[0] / joint[1]);  // prior odds are 1
  }
  EXPECT_GT(most, 2 * bound);
}

}  // namespace
}  // namespace sourdine
