// Blurred places, broken on purpose. Noise and healthy twins are the code that ships (geo/planar_laplace.h). Where a
// proposal of the noise is not kept, that is an output of its own, as likely for every place: ratios of the others are
// those of the noise.
#include <cmath>
#include <cstring>
#include <memory>
#include <numbers>

#include "sourdine/audit/zoo.h"
#include "sourdine/geo/planar_laplace.h"
#include "sourdine/random/weighed_branches.h"

namespace sourdine::zoo {
namespace {

constexpr double step_epsilon = 3;

std::shared_ptr<const PlanarLaplace> shared_noise() {
  return std::make_shared<const PlanarLaplace>(StepEpsilon::not_above(step_epsilon));
}

void put_bytes(Output& output, double number) {
  std::uint8_t bytes[sizeof number];
  std::memcpy(bytes, &number, sizeof number);
  output.insert(output.end(), std::begin(bytes), std::end(bytes));
}

void put_point(Output& output, GridPoint point) {
  output.push_back(static_cast<std::uint8_t>(point.x));
  output.push_back(static_cast<std::uint8_t>(point.y));
}

// Two places, `apart` steps of the grid from each other.
AuditedMechanism moved_place(std::int64_t apart) {
  return weighed_ways([noise = shared_noise(), apart](Value value, auto& chance, Output& output) {
    const auto offset = noise->propose(chance);
    if (offset) put_point(output, {.x = apart * value + offset->x, .y = offset->y});
  });
}

// Angle and radius from a few uniform numbers, sines and sums in doubles: what the place's own digits leave in those of
// the sum tells it. (With all 2^53 numbers likewise, only more of them.)
AuditedMechanism polar_place() {
  return weighed_ways([](Value value, auto& chance, Output& output) {
    const double angle = 2 * std::numbers::pi * static_cast<double>(chance.below(16)) / 16;
    const double radius = -std::log(static_cast<double>(chance.below(8) + 1) / 8) / step_epsilon;
    put_bytes(output, 0.1 * value + radius * std::cos(angle));
    put_bytes(output, 0.7 + radius * std::sin(angle));
  });
}

// An area of three points on a line, noise 4^−|x|. Broken, what falls outside is drawn again, more often beside the
// border than within; else it goes to the nearest point of the area.
AuditedMechanism truncated_place(bool draws_again) {
  return both_ways([draws_again](Value value, auto& chance, Output& output) {
    constexpr std::uint64_t again[2][3] = {{16, 4, 1}, {4, 16, 4}};
    constexpr std::uint64_t nearest[2][3] = {{16, 3, 1}, {4, 12, 4}};
    const auto& weights = (draws_again ? again : nearest)[value];
    std::uint64_t number = chance.below(weights[0] + weights[1] + weights[2]);
    std::uint8_t point = 0;
    while (number >= weights[point]) number -= weights[point++];
    output.push_back(point);
  });
}

// The blurred point, and how far the nearest station is: from the event, or from the point.
AuditedMechanism station_distance(bool is_of_event) {
  return weighed_ways([noise = shared_noise(), is_of_event](Value value, auto& chance, Output& output) {
    const auto offset = noise->propose(chance);
    if (!offset) return;
    const GridPoint point{.x = value + offset->x, .y = offset->y};
    put_point(output, point);
    const std::int64_t from = is_of_event ? value : point.x;
    output.push_back(static_cast<std::uint8_t>(3 - from));
  });
}

// Two events with the noise of their cells, which cells of one place share. Broken, one event alone moves to the next
// cell, and the guarantee calls that its unit.
AuditedMechanism memoised_place(bool moves_one_event) {
  return weighed_ways([noise = shared_noise(), moves_one_event](Value value, auto& chance, Output& output) {
    const auto first = noise->propose(chance);
    if (!first) return;
    const std::int64_t x = moves_one_event ? 0 : value;
    put_point(output, {.x = x + first->x, .y = first->y});
    if (!moves_one_event || value == 0) return put_point(output, {.x = x + first->x, .y = first->y});
    const auto second = noise->propose(chance);
    if (second) put_point(output, {.x = value + second->x, .y = second->y});
  });
}

// Two reports of one place, each with noise of its own.
AuditedMechanism redrawn_place() {
  return weighed_ways([noise = shared_noise()](Value value, auto& chance, Output& output) {
    for (int report = 0; report < 2; ++report) {
      const auto offset = noise->propose(chance);
      if (!offset) return;
      put_point(output, {.x = value + offset->x, .y = offset->y});
    }
  });
}

}  // namespace

std::vector<Planted> broken_places() {
  return {
      {.name = "polar-on-doubles",
       .broken = "angle and radius in floating point: the digits of the sum tell the place",
       .published = "planar Laplace as it is copied; the hole: Mironov, CCS 2012",
       .claimed_epsilon = step_epsilon,
       .k = 2,
       .seen_by_sampling = true,
       .prune_bits = 34,
       .violation = polar_place(),
       .twin = moved_place(1)},
      {.name = "mercator-metres",
       .broken = "noise in metres of Web Mercator, which are half as long on the ground at 60 degrees",
       .published = "common in code on maps; distances are stretched by 1/cos(latitude)",
       .claimed_epsilon = step_epsilon,
       .k = 2,
       .seen_by_sampling = true,
       .prune_bits = 34,
       .violation = moved_place(2),
       .twin = moved_place(1)},
      {.name = "truncation-by-resampling",
       .broken = "points outside of the area are drawn again until they are inside",
       .published = "Andres et al., CCS 2013, map them to the nearest point of the area instead",
       .claimed_epsilon = std::log(4.0) * (1 + 1e-12),
       .k = 2,
       .seen_by_sampling = false,
       .prune_bits = never_cut,
       .violation = truncated_place(true),
       .twin = truncated_place(false)},
      {.name = "distance-of-the-event",
       .broken = "beside the blurred point stands how far the event was from the station",
       .published = "Arcolezi 2022, chapter 10: such columns must be computed from the blurred point",
       .claimed_epsilon = step_epsilon,
       .k = 2,
       .seen_by_sampling = true,
       .prune_bits = 34,
       .violation = station_distance(true),
       .twin = station_distance(false)},
      {.name = "memo-per-event",
       .broken = "noise is kept by cell, and the guarantee is still about one event",
       .published = "Sourdine, geo/cell_memo.h: the unit is the place with all its events",
       .claimed_epsilon = step_epsilon,
       .k = 2,
       .seen_by_sampling = false,
       .prune_bits = 30,
       .violation = memoised_place(true),
       .twin = memoised_place(false)},
      {.name = "noise-redrawn",
       .broken = "every report of a place has noise of its own, and the guarantee is that of one",
       .published = "Andres et al., CCS 2013: m reports of a place spend m times epsilon",
       .claimed_epsilon = step_epsilon,
       .k = 2,
       .seen_by_sampling = false,
       .prune_bits = 30,
       .violation = redrawn_place(),
       .twin = memoised_place(false)},
  };
}

}  // namespace sourdine::zoo
