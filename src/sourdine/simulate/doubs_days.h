// How many interventions each day of the simulated years has, and on which days one region has a burst.
#pragma once

#include <chrono>
#include <cstdint>
#include <vector>

#include "sourdine/random/random.h"

namespace sourdine::doubs {

struct Day {
  std::chrono::local_days date;
  std::uint64_t ordinary = 0;    // events anywhere
  std::uint64_t burst = 0;       // events more, all in one region: a storm, a flood
  std::size_t burst_region = 0;  // where
};

// One row of the paper's Table 2.
struct PublishedYear {
  int year;
  std::uint64_t total, deviation, largest, smallest;
};

const std::vector<PublishedYear>& published_years();

// The days of 2006 … 2018. Each year's total, largest and smallest day are those of Table 2, and its standard deviation
// (with the divisor n−1) rounds to the one of Table 2.
std::vector<Day> simulate_days(Random& random);

}  // namespace sourdine::doubs
