// The Doubs simulator: 382,046 synthetic interventions of a fire brigade, 2006 to 2018, in the 17 regions of
//
//   Arcolezi, Couchot, Cerna, Guyeux, Royer, Al Bouna, Xiao: Forecasting the number of firefighters interventions per
//   region with local-differential-privacy-based data. Computers & Security 96, 2020.
//
// No real intervention is in it. As in the paper's Table 2, with every seed: the events of each year, exactly, and the
// minimum, maximum and (rounded) standard deviation of its days. Everything else is invented; docs/data-doubs.md lists
// every assumption.
//
// The same random words give the same events on every machine: arithmetic on integers, and exact samplers.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "sourdine/base/stream.h"
#include "sourdine/random/random.h"

namespace sourdine {

struct DoubsRegion {
  std::string name;
  std::string seat;
  std::int64_t latitude = 0;  // of the seat, in 1/10,000 degree
  std::int64_t longitude = 0;
  std::uint64_t population = 0;  // of its towns in the Doubs
};

struct DoubsTown {
  std::string insee;  // the code of the commune
  std::string name;
  std::uint64_t population = 0;
  std::size_t region = 0;
};

struct DoubsTables {
  std::vector<DoubsRegion> regions;  // 17, in the paper's order
  std::vector<DoubsTown> towns;      // by INSEE code
};

const DoubsTables& doubs_tables();
// The tables as text. Columns insee, town, population, region; and region, seat, latitude, longitude.
std::string_view doubs_towns_csv();
std::string_view doubs_regions_csv();

constexpr std::uint64_t doubs_events = 382'046;
// The seed that the command line, the demonstration and the documents use.
constexpr std::uint64_t doubs_default_seed = 25;

struct DoubsEvent {
  std::uint64_t id = 0;  // 1 … doubs_events
  std::chrono::local_seconds time;
  std::size_t region = 0;
  std::size_t town = 0;
  std::string_view station;
  std::int64_t latitude = 0;  // in 1/10,000 degree
  std::int64_t longitude = 0;
};

// Calls `row` for each event, in order of time.
void simulate_doubs(Random& random, const std::function<void(const DoubsEvent&)>& row);

// The events as CSV with the columns of the paper's Table 1: ID, SDate (2008/08/08 08:08), Station, Town, Location.
// Does not commit the output.
void write_doubs_csv(Random& random, Output& output);

}  // namespace sourdine
