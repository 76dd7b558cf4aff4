// The minimum of a function of a few variables by the downhill simplex of Nelder and Mead (1965): no derivatives, and
// the flat edges of a likelihood (a variance that wants to be zero) do not lead it astray.
#pragma once

#include <functional>
#include <span>
#include <vector>

namespace sourdine {

struct MinimumOptions {
  double step = 1;            // first simplex: start, and start + step along each axis
  double tolerance = 0.02;    // stops when the values at all corners agree to this, and
  double size = 0.05;         // the corners lie this near to each other
  int max_evaluations = 100;  // or after as many
};

struct Minimum {
  std::vector<double> at;
  double value;
};

// At least one variable.
Minimum minimise(const std::function<double(std::span<const double>)>& function, std::span<const double> start,
                 const MinimumOptions& options);

}  // namespace sourdine
