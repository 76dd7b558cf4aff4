#include "sourdine/oracle/projective/projective.h"

#include <fmt/format.h>

#include <algorithm>

#include "sourdine/base/error.h"
#include "sourdine/oracle/keep_oracle.h"
#include "sourdine/oracle/parameters.h"
#include "sourdine/oracle/projective/projective_space.h"
#include "sourdine/random/exact.h"

namespace sourdine {
namespace {

constexpr std::uint64_t max_points = 2 * Domain::max_size;
constexpr std::uint64_t max_additions = std::uint64_t{1} << 32;  // per coordinate of one decoding

class ProjectiveResponse final : public KeepOracle<ProjectiveResponse> {
 public:
  ProjectiveResponse(OracleSpec spec, const ProjectiveSpace& space)
      : KeepOracle(std::move(spec), space.points(), space.points_per_hyperplane()), space_(space) {}

  Support support() const override {
    const double overlap =
        static_cast<double>(space_.points_per_intersection()) / static_cast<double>(space_.points_per_hyperplane());
    return {keep().yes(), keep().no(overlap), keep().gap(overlap)};
  }

  std::uint64_t supporting_output(Value value, std::uint64_t i) const { return space_.point_on(value, i); }
  bool output_supports(std::uint64_t output, Value value) const { return space_.is_incident(output, value); }

  std::vector<double> supports(TallyView tally) const override {
    const std::vector<std::uint64_t> sums = space_.hyperplane_sums(tally.cells, k());
    return {sums.begin(), sums.end()};
  }

 private:
  ProjectiveSpace space_;
};

// The least number of coordinates that gives k points or more.
unsigned coordinates_for(std::uint64_t order, Value k) {
  unsigned coordinates = 2;
  while (projective_points(order, coordinates) < k) ++coordinates;
  return coordinates;
}

// n·V0 of the geometry, from e^−ε. Exact, because the order it decides is part of what a report means.
Exact variance(std::uint64_t order, unsigned coordinates, const Exact& decay) {
  const Exact points = projective_points(order, coordinates);
  const Exact on_one = projective_points(order, coordinates - 1);
  const Exact on_both = projective_points(order, coordinates - 2);
  const Exact weight = (1 - decay) * on_one + decay * points;
  const Exact no = ((1 - decay) * on_both + decay * on_one) / weight;
  const Exact gap = (1 - decay) * (on_one - on_both) / weight;
  return no * (1 - no) / (gap * gap);
}

std::uint64_t best_order(Value k, double epsilon) {
  require_epsilon(epsilon);
  const Exact decay = exp(-Exact(epsilon));
  std::uint64_t largest = std::max<std::uint64_t>(k - 1, 2);
  while (!is_prime(largest)) ++largest;
  std::uint64_t best = largest;  // two coordinates, always possible
  Exact least = variance(best, 2, decay);
  std::uint64_t least_points = best + 1;
  for (std::uint64_t order = 2; order < largest && order * order * order <= max_additions; ++order) {
    if (!is_prime(order)) continue;
    const unsigned coordinates = coordinates_for(order, k);
    const std::uint64_t points = projective_points(order, coordinates);
    if (points > max_points || points * order > max_additions) continue;
    const Exact candidate = variance(order, coordinates, decay);
    if (candidate < least || (candidate == least && points < least_points)) {
      best = order;
      least = candidate;
      least_points = points;
    }
  }
  return best;
}

}  // namespace

std::unique_ptr<Oracle> make_pgr(OracleSpec spec) {
  const std::uint64_t asked = whole_parameter(spec, "order", 0, 2, max_points - 1);
  if (asked != 0 && !is_prime(asked)) {
    fail_input(fmt::format("parameter 'order' of oracle 'pgr' must be a prime, not {}", asked));
  }
  const std::uint64_t order = asked != 0 ? asked : best_order(spec.k(), spec.epsilon);
  const unsigned coordinates = coordinates_for(order, spec.k());
  if (projective_points(order, coordinates) > max_points) {
    fail_input(fmt::format("order {} makes a table of {} cells for this domain (at most {})", order,
                           projective_points(order, coordinates), max_points),
               "Leave the order to the oracle, or give one near e^epsilon + 1.");
  }
  const ProjectiveSpace space(static_cast<std::uint32_t>(order), coordinates);
  return std::make_unique<ProjectiveResponse>(with_parameter(std::move(spec), "order", static_cast<double>(order)),
                                              space);
}

}  // namespace sourdine
