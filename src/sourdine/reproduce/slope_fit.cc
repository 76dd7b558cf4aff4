#include "sourdine/reproduce/slope_fit.h"

#include <cmath>
#include <map>
#include <numeric>

namespace sourdine {

Slope fit_exponent(std::span<const PowerPoint> points) {
  struct Mean {
    double x = 0, y = 0, n = 0;
  };
  std::map<std::size_t, Mean> means;
  for (const PowerPoint& p : points) {
    Mean& mean = means[p.group];
    mean.x += std::log(p.x);
    mean.y += std::log(p.y);
    mean.n += 1;
  }
  const auto centred = [&](const PowerPoint& p) {
    const Mean& mean = means[p.group];
    return std::pair{std::log(p.x) - mean.x / mean.n, std::log(p.y) - mean.y / mean.n};
  };
  double xx = 0, xy = 0;
  for (const PowerPoint& p : points) {
    const auto [x, y] = centred(p);
    xx += x * x;
    xy += x * y;
  }
  const double slope = xy / xx;
  std::map<std::size_t, double> by_cluster;
  for (const PowerPoint& p : points) {
    const auto [x, y] = centred(p);
    by_cluster[p.cluster] += x * (y - slope * x);
  }
  double squares = 0;
  for (const auto& [cluster, score] : by_cluster) squares += score * score;
  return {slope, std::sqrt(squares) / xx};
}

double line_r_squared(std::span<const double> x, std::span<const double> y) {
  const auto n = static_cast<double>(x.size());
  const double mean_x = std::accumulate(x.begin(), x.end(), 0.0) / n;
  const double mean_y = std::accumulate(y.begin(), y.end(), 0.0) / n;
  double xx = 0, xy = 0, yy = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    xx += (x[i] - mean_x) * (x[i] - mean_x);
    xy += (x[i] - mean_x) * (y[i] - mean_y);
    yy += (y[i] - mean_y) * (y[i] - mean_y);
  }
  return xy * xy / (xx * yy);
}

}  // namespace sourdine
