#include "sourdine/estimate/smooth_minimum.h"

#include <algorithm>
#include <cmath>

namespace sourdine {
namespace {

using Coordinates = std::vector<double>;

// a + factor·(b − a)
Coordinates along(const Coordinates& a, const Coordinates& b, double factor) {
  Coordinates result(a.size());
  for (std::size_t i = 0; i < a.size(); ++i) result[i] = a[i] + factor * (b[i] - a[i]);
  return result;
}

class Simplex {
 public:
  Simplex(const std::function<double(std::span<const double>)>& function, std::span<const double> start, double step)
      : function_(function) {
    corners_.push_back(evaluate({start.begin(), start.end()}));
    for (std::size_t i = 0; i < start.size(); ++i) {
      Coordinates moved(start.begin(), start.end());
      moved[i] += step;
      corners_.push_back(evaluate(std::move(moved)));
    }
    sort();
  }

  const Minimum& best() const { return corners_.front(); }
  int evaluations() const { return evaluations_; }

  bool is_within(double tolerance, double size) const {
    if (corners_.back().value - best().value > tolerance) return false;
    return std::all_of(corners_.begin() + 1, corners_.end(), [&](const Minimum& corner) {
      for (std::size_t i = 0; i < corner.at.size(); ++i) {
        if (std::abs(corner.at[i] - best().at[i]) > size) return false;
      }
      return true;
    });
  }

  void improve() {
    const Coordinates centre = centre_of_all_but_worst();
    Minimum& worst = corners_.back();
    const double second_worst = corners_[corners_.size() - 2].value;
    Minimum reflected = evaluate(along(centre, worst.at, -1));
    if (reflected.value < best().value) {
      Minimum expanded = evaluate(along(centre, worst.at, -2));
      worst = expanded.value < reflected.value ? std::move(expanded) : std::move(reflected);
    } else if (reflected.value < second_worst) {
      worst = std::move(reflected);
    } else {
      const bool is_outside = reflected.value < worst.value;
      Minimum contracted = evaluate(along(centre, worst.at, is_outside ? -0.5 : 0.5));
      if (contracted.value < std::min(reflected.value, worst.value)) {
        worst = std::move(contracted);
      } else {
        shrink();
      }
    }
    sort();
  }

 private:
  Minimum evaluate(Coordinates at) {
    ++evaluations_;
    const double value = function_(at);
    return {std::move(at), value};
  }

  void shrink() {
    for (std::size_t i = 1; i < corners_.size(); ++i) corners_[i] = evaluate(along(best().at, corners_[i].at, 0.5));
  }

  void sort() {
    std::stable_sort(corners_.begin(), corners_.end(),
                     [](const Minimum& a, const Minimum& b) { return a.value < b.value; });
  }

  Coordinates centre_of_all_but_worst() const {
    Coordinates centre(best().at.size());
    for (std::size_t c = 0; c + 1 < corners_.size(); ++c) {
      for (std::size_t i = 0; i < centre.size(); ++i) centre[i] += corners_[c].at[i];
    }
    for (double& x : centre) x /= static_cast<double>(corners_.size() - 1);
    return centre;
  }

  const std::function<double(std::span<const double>)>& function_;
  std::vector<Minimum> corners_;
  int evaluations_ = 0;
};

}  // namespace

Minimum minimise(const std::function<double(std::span<const double>)>& function, std::span<const double> start,
                 const MinimumOptions& options) {
  Simplex simplex(function, start, options.step);
  while (simplex.evaluations() < options.max_evaluations && !simplex.is_within(options.tolerance, options.size)) {
    simplex.improve();
  }
  return simplex.best();
}

}  // namespace sourdine
