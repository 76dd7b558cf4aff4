// Blurring places: points of a grid moved by exact planar Laplace noise, level ln 4 within 200 m on a grid of 1 m, with
// fresh randomness; and what estimates from them take. bench/peers/places.py does the first with privkit and
// GeoPrivacy.
#include <benchmark/benchmark.h>

#include <cmath>

#include "main.h"
#include "sourdine/geo/metric.h"
#include "sourdine/geo/place_estimates.h"
#include "sourdine/random/secure_bits.h"
#include "sourdine/random/seeded_bits.h"

namespace sourdine::bench {
namespace {

const MetricPromise& promise() {
  static const MetricPromise made({.level = std::log(4.0), .radius = 200, .step = 1, .stretch = 1});
  return made;
}

void move_points(benchmark::State& state) {
  const PlanarLaplace noise(promise().epsilon());
  std::vector<GridPoint> points(static_cast<std::size_t>(state.range(0)));
  for (auto _ : state) {
    noise.move(SecureBits::this_thread(), points);
    benchmark::ClobberMemory();
  }
  state.SetItemsProcessed(state.iterations() * state.range(0));
}

// A town of 100,000 points and 6 km, estimated by cells.
void estimate_cells(benchmark::State& state) {
  SeededBits random(1);
  std::vector<GridPoint> points(100'000);
  for (GridPoint& point : points) {
    point = {static_cast<std::int64_t>(random.below(3000) + random.below(3000)),
             static_cast<std::int64_t>(random.below(3000) + random.below(3000))};
  }
  PlanarLaplace(promise().epsilon()).move(random, points);
  const PlaceQuestion question{
      .epsilon = promise().epsilon(), .area = {.low = {0, 0}, .high = {6000, 6000}}, .threads = 1};
  for (auto _ : state) benchmark::DoNotOptimize(estimate_places(question, points, nullptr));
}

}  // namespace

void register_all() {
  benchmark::RegisterBenchmark("places/move", move_points)->Arg(1'000'000);
  benchmark::RegisterBenchmark("places/estimate", estimate_cells)->Unit(benchmark::kMillisecond);
}

}  // namespace sourdine::bench
