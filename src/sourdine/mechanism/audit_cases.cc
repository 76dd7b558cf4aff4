// What the audit enumerates of every mechanism: small inputs, every pair of neighbours among them.
#include <fmt/format.h>

#include <cmath>
#include <map>

#include "sourdine/geo/planar_laplace.h"
#include "sourdine/mechanism/bounded_count.h"
#include "sourdine/mechanism/cases.h"
#include "sourdine/mechanism/count_noise.h"
#include "sourdine/mechanism/partition_selection.h"
#include "sourdine/mechanism/permute_and_flip.h"
#include "sourdine/mechanism/private_quantile.h"
#include "sourdine/mechanism/sparse_vector.h"
#include "sourdine/random/weighed_branches.h"

namespace sourdine::mechanism_cases {
namespace {

using Bytes = std::vector<std::uint8_t>;

constexpr ExactEpsilon of_billionths(std::uint64_t nano) { return {nano}; }
constexpr ExactEpsilon one = of_billionths(ExactEpsilon::billion);

void put(Bytes& output, std::int64_t number) {
  for (unsigned shift = 0; shift < 64; shift += 8) {
    output.push_back(static_cast<std::uint8_t>(static_cast<std::uint64_t>(number) >> shift));
  }
}

// 0–1, 1–2, …
NeighbourPairs in_a_row(Value inputs, Value step = 1) {
  NeighbourPairs pairs;
  for (Value i = step; i < inputs; ++i) pairs.emplace_back(i - step, i);
  return pairs;
}

NeighbourPairs all_pairs(Value inputs) {
  NeighbourPairs pairs;
  for (Value i = 0; i < inputs; ++i) {
    for (Value j = i + 1; j < inputs; ++j) pairs.emplace_back(i, j);
  }
  return pairs;
}

// Input i as the vector of its bits: any two differ by at most 1 everywhere.
std::vector<std::int64_t> bits_of(Value input, std::size_t count) {
  std::vector<std::int64_t> bits(count);
  for (std::size_t i = 0; i < count; ++i) bits[i] = (input >> i) & 1;
  return bits;
}

// Those pairs of bit vectors of which one is nowhere above the other.
NeighbourPairs ordered_pairs(Value inputs) {
  NeighbourPairs pairs;
  for (const auto& [i, j] : all_pairs(inputs)) {
    if ((i & j) == i || (i & j) == j) pairs.emplace_back(i, j);
  }
  return pairs;
}

// Counts plus noise; input 0 has one event in the first cell, input 1 one in the last.
template <class Noise>
WeighedMechanism one_event_moves(std::shared_ptr<const Noise> noise, std::size_t cells) {
  return [noise, cells](Value input, WeighedBranches& chance, Bytes& output) {
    for (std::size_t cell = 0; cell < cells; ++cell) {
      const bool is_there = cell == (input == 0 ? 0 : cells - 1);
      put(output, (is_there ? 1 : 0) + noise->sample(chance));
    }
  };
}

// One count that is `input` times the change.
template <class Noise>
WeighedMechanism one_count_changes(std::shared_ptr<const Noise> noise, std::int64_t change) {
  return [noise, change](Value input, WeighedBranches& chance, Bytes& output) {
    put(output, input * change + noise->sample(chance));
  };
}

MechanismCase sparse_case(std::string title, const SparseVectorSpec& spec, std::size_t questions, double prune_bits) {
  const auto inputs = static_cast<Value>(1U << questions);
  return {.title = std::move(title),
          .epsilon = (spec.epsilon + spec.value_epsilon).value(),
          .inputs = inputs,
          .neighbours = spec.is_monotone ? ordered_pairs(inputs) : all_pairs(inputs),
          .run =
              [spec, questions](Value input, WeighedBranches& chance, Bytes& output) {
                SparseVector sparse(chance, spec);
                for (const std::int64_t answer : bits_of(input, questions)) {
                  if (sparse.is_spent()) break;
                  const SparseAnswer said = sparse.ask(chance, answer);
                  output.push_back(said.is_above ? 1 : 0);
                  if (said.value) put(output, *said.value);
                }
              },
          .prune_bits = prune_bits,
          .spends_less = "the loss is stated for any number of questions"};
}

MechanismCase quantile_case(const QuantileSpec& spec) {
  // Everybody's numbers; each list is the one before and another person.
  static const std::vector<std::vector<std::uint64_t>> people = {{}, {1}, {1, 4}, {1, 4, 2}, {1, 4, 2, 2}};
  const auto inputs = static_cast<Value>(people.size());
  return {.title = "share " + std::to_string(spec.share_numerator) + "/" + std::to_string(spec.share_denominator),
          .epsilon = spec.epsilon.value(),
          .inputs = inputs,
          .neighbours = in_a_row(inputs),
          .run =
              [spec](Value input, WeighedBranches& chance, Bytes& output) {
                put(output, static_cast<std::int64_t>(PrivateQuantile(spec).choose(chance, people[input])));
              },
          .spends_less = "few candidates, scored alike"};
}

}  // namespace

std::vector<MechanismCase> audit_laplace() {
  std::vector<MechanismCase> cases;
  for (const LaplaceScale scale : {LaplaceScale{1, 1}, LaplaceScale{3, 2}, LaplaceScale{10, 1}}) {
    const auto noise = std::make_shared<const DiscreteLaplace>(scale);
    const auto epsilon = [&](const CountSensitivity& sensitivity) {
      return std::get<PureEpsilon>(noise->loss(sensitivity)).epsilon;
    };
    const std::string suffix = ", scale " + std::to_string(scale.t) + "/" + std::to_string(scale.s);
    cases.push_back(
        {.title = "one count changes by 1" + suffix, .epsilon = epsilon({1, 1}), .run = one_count_changes(noise, 1)});
    cases.push_back({.title = "one count changes by 3" + suffix,
                     .epsilon = epsilon(CountSensitivity::of_unit(3, Neighbours::add_remove)),
                     .run = one_count_changes(noise, 3)});
    if (scale.t > 3) continue;  // two numbers of a wide law are many outcomes
    cases.push_back({.title = "one event moves between two counts" + suffix,
                     .epsilon = epsilon(CountSensitivity::of_unit(1, Neighbours::replace)),
                     .run = one_event_moves(noise, 2),
                     .prune_bits = 50});
  }
  return cases;
}

std::vector<MechanismCase> audit_gaussian() {
  std::vector<MechanismCase> cases;
  for (const SigmaSquared sigma_squared : {SigmaSquared{1, 4}, SigmaSquared{4, 1}, SigmaSquared{100, 1}}) {
    const auto noise = std::make_shared<const DiscreteGaussian>(sigma_squared);
    const std::string suffix =
        ", sigma^2 " + std::to_string(sigma_squared.numerator) + "/" + std::to_string(sigma_squared.denominator);
    for (const std::uint64_t change : {std::uint64_t{1}, std::uint64_t{3}}) {
      for (const double epsilon : {0.1, 1.0}) {
        const ApproximateDp loss = noise->one_count(epsilon, change);
        cases.push_back({.title = "one count changes by " + std::to_string(change) + suffix,
                         .epsilon = loss.epsilon,
                         .delta = loss.delta,
                         .run = one_count_changes(noise, static_cast<std::int64_t>(change)),
                         .prune_bits = 100});
      }
    }
    if (sigma_squared.value() > 4) continue;
    const ApproximateDp both = approximate_at(noise->loss(CountSensitivity::of_unit(1, Neighbours::replace)), 0.001);
    cases.push_back({.title = "one event moves between two counts" + suffix,
                     .epsilon = both.epsilon,
                     .delta = both.delta,
                     .run = one_event_moves(noise, 2),
                     .spends_less = "(epsilon, delta) by way of zCDP"});
  }
  return cases;
}

std::vector<MechanismCase> audit_bounded() {
  std::vector<MechanismCase> cases;
  for (const std::uint64_t sensitivity : {std::uint64_t{1}, std::uint64_t{2}}) {
    const BoundedCount mechanism(one, sensitivity, 0, 4);
    cases.push_back({.title = "0 to 4, changes by " + std::to_string(sensitivity),
                     .epsilon = mechanism.loss().epsilon,
                     .inputs = 5,
                     .neighbours = in_a_row(5, static_cast<Value>(sensitivity)),
                     .run = [mechanism](Value input, WeighedBranches& chance, Bytes& output) {
                       put(output, mechanism.release(chance, input));
                     }});
  }
  return cases;
}

std::vector<MechanismCase> audit_flip() {
  std::vector<MechanismCase> cases;
  for (const bool is_monotone : {false, true}) {
    const PermuteAndFlip mechanism(one, {.largest_change = 1, .is_monotone = is_monotone});
    for (const std::size_t candidates : {std::size_t{2}, std::size_t{4}}) {
      const auto inputs = static_cast<Value>(1U << candidates);
      cases.push_back({.title = std::to_string(candidates) + (is_monotone ? " monotone scores" : " scores"),
                       .epsilon = mechanism.loss().epsilon,
                       .inputs = inputs,
                       .neighbours = is_monotone ? ordered_pairs(inputs) : all_pairs(inputs),
                       .run =
                           [mechanism, candidates](Value input, WeighedBranches& chance, Bytes& output) {
                             put(output,
                                 static_cast<std::int64_t>(mechanism.choose(chance, bits_of(input, candidates))));
                           },
                       .spends_less = "attained in the limit of many candidates"});
    }
  }
  return cases;
}

std::vector<MechanismCase> audit_sparse() {
  const ExactEpsilon four = of_billionths(4 * ExactEpsilon::billion);
  const ExactEpsilon two = of_billionths(2 * ExactEpsilon::billion);
  return {
      sparse_case("3 questions, 1 answer", {.epsilon = four, .answers = 1}, 3, 32),
      sparse_case("2 questions, 2 answers", {.epsilon = four, .answers = 2}, 2, 32),
      sparse_case("3 monotone questions, 1 answer", {.epsilon = four, .answers = 1, .is_monotone = true}, 3, 32),
      sparse_case("2 questions, 1 answer with its value", {.epsilon = four, .value_epsilon = two, .answers = 1}, 2, 36),
  };
}

std::vector<MechanismCase> audit_partitions() {
  std::vector<MechanismCase> cases;
  for (const double delta : {0.01, 1e-6}) {
    const auto mechanism = std::make_shared<const PartitionSelection>(one, delta, 1);
    const auto inputs = static_cast<Value>(mechanism->thresholds().size() + 2);
    cases.push_back({.title = "0 to " + std::to_string(inputs - 1) + " people",
                     .epsilon = mechanism->loss().epsilon,
                     .delta = mechanism->loss().delta,
                     .inputs = inputs,
                     .neighbours = in_a_row(inputs),
                     .run = [mechanism](Value input, WeighedBranches& chance,
                                        Bytes& output) { output.push_back(mechanism->keep(chance, input) ? 1 : 0); },
                     .prune_bits = 1000});
  }
  const auto mechanism = std::make_shared<const PartitionSelection>(one, 0.01, 2);
  const auto sizes = static_cast<Value>(mechanism->thresholds().size() + 2);
  NeighbourPairs pairs;  // input a·sizes + b has a and b people in two places; a person is in both, or in one
  for (Value a = 0; a < sizes; ++a) {
    for (Value b = 0; b < sizes; ++b) {
      if (a > 0) pairs.emplace_back((a - 1) * sizes + b, a * sizes + b);
      if (b > 0) pairs.emplace_back(a * sizes + b - 1, a * sizes + b);
      if (a > 0 && b > 0) pairs.emplace_back((a - 1) * sizes + b - 1, a * sizes + b);
    }
  }
  cases.push_back({.title = "people in two places",
                   .epsilon = mechanism->loss().epsilon,
                   .delta = mechanism->loss().delta,
                   .inputs = sizes * sizes,
                   .neighbours = std::move(pairs),
                   .run =
                       [mechanism, sizes](Value input, WeighedBranches& chance, Bytes& output) {
                         output.push_back(mechanism->keep(chance, input / sizes) ? 1 : 0);
                         output.push_back(mechanism->keep(chance, input % sizes) ? 1 : 0);
                       },
                   .prune_bits = 1000,
                   .spends_less = "delta is added up over the places"});
  return cases;
}

std::vector<MechanismCase> audit_quantile() {
  return {quantile_case({.epsilon = one, .share_numerator = 1, .share_denominator = 2, .most = 4}),
          quantile_case({.epsilon = one, .share_numerator = 19, .share_denominator = 20, .most = 4})};
}

// Nine places of a grid, ε 2 a step: one case for every distance there is, with all pairs that far apart. One proposal
// is enumerated; that it was not kept is an output of its own, as likely for every place, so the ratios of all others
// are those of the first one that is kept.
std::vector<MechanismCase> audit_planar() {
  constexpr Value side = 3;
  const auto noise = std::make_shared<const PlanarLaplace>(StepEpsilon::not_above(2));
  const auto place = [](Value input) { return GridPoint{.x = input % side, .y = input / side}; };
  const WeighedMechanism move = [noise, place](Value input, WeighedBranches& chance, Bytes& output) {
    const auto offset = noise->propose(chance);
    if (!offset) return;
    put(output, place(input).x + offset->x);
    put(output, place(input).y + offset->y);
  };
  std::map<std::int64_t, NeighbourPairs> by_distance;  // squared
  for (const auto& [i, j] : all_pairs(side * side)) {
    const std::int64_t x = place(i).x - place(j).x, y = place(i).y - place(j).y;
    by_distance[x * x + y * y].emplace_back(i, j);
  }
  std::vector<MechanismCase> found;
  for (const auto& [squared, pairs] : by_distance) {
    const double epsilon = std::nextafter(noise->epsilon().value() * std::sqrt(static_cast<double>(squared)), HUGE_VAL);
    found.push_back(
        {.title = fmt::format("places {:.3g} steps apart, epsilon 2 a step", std::sqrt(static_cast<double>(squared))),
         .epsilon = epsilon,
         .inputs = side * side,
         .neighbours = pairs,
         .run = move,
         .prune_bits = 34});
  }
  return found;
}

}  // namespace sourdine::mechanism_cases
