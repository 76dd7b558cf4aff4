#include "sourdine/geo/remap.h"

#include <algorithm>
#include <cmath>
#include <queue>

#include "sourdine/base/error.h"

namespace sourdine {
namespace {

// Candidates low … high, both included.
struct CandidateSquare {
  GridPoint low, high;
  double least;  // no candidate's sum is below

  bool operator<(const CandidateSquare& other) const { return least > other.least; }  // the least one comes first
};

bool comes_before(GridPoint a, GridPoint b) { return a.y != b.y ? a.y < b.y : a.x < b.x; }

constexpr double tie_rounding = 1e-9;

}  // namespace

Remap::Remap(StepEpsilon epsilon, std::span<const PriorPlace> prior) : epsilon_(epsilon.value()) {
  for (const PriorPlace& place : prior) {
    if (!(place.weight >= 0) || !std::isfinite(place.weight))
      fail_input("a weight of the prior is not a number from 0");
    if (place.weight == 0) continue;
    if (places_.empty()) low_ = high_ = place.point;
    low_ = {std::min(low_.x, place.point.x), std::min(low_.y, place.point.y)};
    high_ = {std::max(high_.x, place.point.x), std::max(high_.y, place.point.y)};
    places_.push_back({static_cast<double>(place.point.x), static_cast<double>(place.point.y), std::log(place.weight)});
  }
  if (places_.empty()) fail_input("the prior has no place with a weight above 0");
  const double widest = std::max(static_cast<double>(high_.x) - static_cast<double>(low_.x),
                                 static_cast<double>(high_.y) - static_cast<double>(low_.y));
  if (!(widest <= 0x1p31)) fail_input("two places of the prior are further apart than 2^31 steps of the grid");
}

Remap::Posterior Remap::posterior(GridPoint found) const {
  const auto x = static_cast<double>(found.x), y = static_cast<double>(found.y);
  std::vector<double> logs;
  logs.reserve(places_.size());
  double most = -std::numeric_limits<double>::infinity();
  for (const Place& place : places_) {
    logs.push_back(place.log_weight - epsilon_ * std::hypot(place.x - x, place.y - y));
    most = std::max(most, logs.back());
  }
  Posterior posterior;
  double total = 0;
  for (std::size_t i = 0; i < places_.size(); ++i) {
    const double weight = std::exp(logs[i] - most);
    if (weight < 1e-18) continue;  // less than rounding in what the others add up to
    posterior.x.push_back(places_[i].x);
    posterior.y.push_back(places_[i].y);
    posterior.weight.push_back(weight);
    total += weight;
  }
  for (double& weight : posterior.weight) weight /= total;
  return posterior;
}

Remap::Tangent Remap::tangent(const Posterior& posterior, double x, double y) {
  Tangent sum{0, 0, 0};
  for (std::size_t i = 0; i < posterior.weight.size(); ++i) {
    const double right = x - posterior.x[i], up = y - posterior.y[i];
    const double distance = std::sqrt(right * right + up * up);
    sum.value += posterior.weight[i] * distance;
    if (distance > 0) {  // at the place itself a flat plane lies below the cone
      sum.slope_x += posterior.weight[i] * right / distance;
      sum.slope_y += posterior.weight[i] * up / distance;
    }
  }
  return sum;
}

double Remap::expected_distance(GridPoint found, GridPoint candidate) const {
  return tangent(posterior(found), static_cast<double>(candidate.x), static_cast<double>(candidate.y)).value;
}

GridPoint Remap::operator()(GridPoint found) const {
  const Posterior where = posterior(found);
  // A point outside of the places' box is further from all of them than the nearest point of the box.
  GridPoint best = {std::clamp(found.x, low_.x, high_.x), std::clamp(found.y, low_.y, high_.y)};
  double least = tangent(where, static_cast<double>(best.x), static_cast<double>(best.y)).value;
  std::priority_queue<CandidateSquare> squares;
  squares.push({low_, high_, 0});
  while (!squares.empty() && squares.top().least <= least + tie_rounding * (1 + least)) {
    const auto [low, high, bound] = squares.top();
    squares.pop();
    const GridPoint middle = {low.x + (high.x - low.x) / 2, low.y + (high.y - low.y) / 2};
    const Tangent plane = tangent(where, static_cast<double>(middle.x), static_cast<double>(middle.y));
    const double tie = tie_rounding * (1 + least);
    if (plane.value < least - tie || (plane.value <= least + tie && comes_before(middle, best))) {
      best = middle;
      least = std::min(least, plane.value);
    }
    if (low == high) continue;
    const auto add = [&, plane = plane, bound = bound](GridPoint from, GridPoint to) {
      if (from.x > to.x || from.y > to.y) return;
      const auto fall = [](double slope, std::int64_t a, std::int64_t b) {
        return std::min(slope * static_cast<double>(a), slope * static_cast<double>(b));
      };
      const double below = plane.value + fall(plane.slope_x, from.x - middle.x, to.x - middle.x) +
                           fall(plane.slope_y, from.y - middle.y, to.y - middle.y);
      squares.push({from, to, std::max(bound, below)});
    };
    add(low, middle);
    add({middle.x + 1, low.y}, {high.x, middle.y});
    add({low.x, middle.y + 1}, {middle.x, high.y});
    add({middle.x + 1, middle.y + 1}, high);
  }
  return best;
}

}  // namespace sourdine
