// What the benchmarks time of every mechanism.
#include <algorithm>
#include <memory>

#include "sourdine/geo/planar_laplace.h"
#include "sourdine/mechanism/bounded_count.h"
#include "sourdine/mechanism/cases.h"
#include "sourdine/mechanism/count_noise.h"
#include "sourdine/mechanism/partition_selection.h"
#include "sourdine/mechanism/permute_and_flip.h"
#include "sourdine/mechanism/private_quantile.h"
#include "sourdine/mechanism/sparse_vector.h"

namespace sourdine::mechanism_cases {
namespace {

constexpr ExactEpsilon unit_epsilon{ExactEpsilon::billion};

// Noise added to so many numbers at once; 1000 are fewer than a table is made for.
template <class Noise>
MechanismBench noise_bench(const std::string& name, std::shared_ptr<const Noise> noise, std::size_t count) {
  const auto numbers = std::make_shared<std::vector<std::int64_t>>(count);
  return {.name = name, .items = count, .run = [noise, numbers](Random& random) { noise->add(random, *numbers); }};
}

template <class Noise>
std::vector<MechanismBench> noise_benches(const std::string& name, const std::shared_ptr<const Noise>& noise) {
  return {noise_bench(name, noise, 65536), noise_bench(name + "/few", noise, 1000)};
}

}  // namespace

std::vector<MechanismBench> bench_laplace() {
  return noise_benches("discrete-laplace/scale=10", std::make_shared<const DiscreteLaplace>(LaplaceScale{10, 1}));
}

std::vector<MechanismBench> bench_gaussian() {
  return noise_benches("discrete-gaussian/sigma=10", std::make_shared<const DiscreteGaussian>(SigmaSquared{100, 1}));
}

std::vector<MechanismBench> bench_bounded() {
  const BoundedCount mechanism(unit_epsilon, 1, 0, 1000);
  return {
      {.name = "bounded-count", .items = 1, .run = [mechanism](Random& random) { mechanism.release(random, 500); }}};
}

std::vector<MechanismBench> bench_flip() {
  const PermuteAndFlip mechanism(unit_epsilon, {});
  std::vector<std::int64_t> scores;
  for (std::int64_t i = 0; i < 100; ++i) scores.push_back(i * 37 % 100);
  return {{.name = "permute-and-flip/candidates=100", .items = 1, .run = [mechanism, scores](Random& random) {
             mechanism.choose(random, scores);
           }}};
}

std::vector<MechanismBench> bench_sparse() {
  return {{.name = "sparse-vector/questions=100", .items = 100, .run = [](Random& random) {
             SparseVector sparse(random, {.epsilon = unit_epsilon, .answers = 1, .threshold = 1'000'000});
             for (std::int64_t day = 0; day < 100 && !sparse.is_spent(); ++day) sparse.ask(random, day);
           }}};
}

std::vector<MechanismBench> bench_partitions() {
  const auto mechanism = std::make_shared<const PartitionSelection>(unit_epsilon, 1e-6, 1);
  return {{.name = "partition-selection/places=1000", .items = 1000, .run = [mechanism](Random& random) {
             for (std::uint64_t people = 0; people < 1000; ++people) mechanism->keep(random, people % 40);
           }}};
}

std::vector<MechanismBench> bench_quantile() {
  const PrivateQuantile mechanism({.epsilon = unit_epsilon, .most = 100});
  std::vector<std::uint64_t> numbers;
  for (std::uint64_t person = 0; person < 1000; ++person) numbers.push_back(1 + person * person % 30);
  return {{.name = "private-quantile/people=1000", .items = 1, .run = [mechanism, numbers](Random& random) {
             mechanism.choose(random, numbers);
           }}};
}

// ln 4 within 200 m on a grid of 1 m, and what is much coarser.
std::vector<MechanismBench> bench_planar() {
  std::vector<MechanismBench> benches;
  for (const auto& [name, epsilon] :
       {std::pair("planar-laplace/ln4-200m", 0.00688), {"planar-laplace/ln4-20m", 0.065}}) {
    const auto noise = std::make_shared<const PlanarLaplace>(StepEpsilon::not_above(epsilon));
    const auto points = std::make_shared<std::vector<GridPoint>>(65536);
    benches.push_back({.name = name, .items = points->size(), .run = [noise, points](Random& random) {
                         std::fill(points->begin(), points->end(), GridPoint{});
                         noise->move(random, *points);
                       }});
  }
  return benches;
}

}  // namespace sourdine::mechanism_cases
