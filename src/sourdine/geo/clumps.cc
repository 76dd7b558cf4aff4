#include "sourdine/geo/clumps.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "sourdine/privacy/distribution/fourier.h"

namespace sourdine {
namespace {

constexpr double around = 6;            // of 1/ε: points so far away are of the same kind
constexpr double fewest_points = 1e-6;  // by cell: what rounding leaves where there are none

// A function of ω², in 1/ε, where PlaneTransform keeps it.
template <class Profile>
PlaneSpectrum round_spectrum(const PlaneTransform& transform, double scale, Profile profile) {
  const std::size_t width = transform.width(), height = transform.height();
  const auto squared = [scale](std::size_t k, std::size_t size) {
    const double omega =
        2 * std::numbers::pi * scale * static_cast<double>(std::min(k, size - k)) / static_cast<double>(size);
    return omega * omega;
  };
  PlaneSpectrum spectrum((width / 2 + 1) * height);
  for (std::size_t i = 0; i < spectrum.size(); ++i) {
    spectrum[i] = profile(squared(i / height, width) + squared(i % height, height));
  }
  return spectrum;
}

void square(PlaneField& field) {
  for (double& value : field) value *= value;
}

}  // namespace

PlaneField clump_sizes(const CellCounts& counts, double scale, const CellDisplacement& displacement) {
  const CellGrid& grid = counts.grid;
  const std::size_t beyond = displacement.reach();
  PlaneTransform transform(cyclic_length(grid.width + beyond), cyclic_length(grid.height + beyond));
  const std::size_t width = transform.width(), height = transform.height();
  const auto padded = [&](const PlaneField& field) {
    PlaneField wide(width * height, 0);
    for (std::size_t y = 0; y < grid.height; ++y) {
      std::copy_n(field.data() + y * grid.width, grid.width, wide.data() + y * width);
    }
    return wide;
  };
  const PlaneSpectrum contrast =
      round_spectrum(transform, scale, [](double square) { return square * square * square * std::exp(-square / 2); });
  const PlaneSpectrum smooth =
      round_spectrum(transform, scale, [](double square) { return std::exp(-around * around * square / 2); });

  double one = 0;  // what a clump of one point leaves in the squared contrast
  for (const double value : transform.convolve(displacement.wrapped(width, height), contrast)) one += value * value;
  PlaneField pairs = transform.convolve(padded(counts.points), contrast);
  square(pairs);
  PlaneField by_itself = transform.inverse(contrast);
  square(by_itself);
  const PlaneField draws = padded(counts.squares);
  const PlaneField singles = transform.convolve(draws, transform.forward(by_itself));
  for (std::size_t i = 0; i < pairs.size(); ++i) pairs[i] = (pairs[i] - singles[i]) / one;
  const PlaneField clumps = transform.convolve(pairs, smooth), together = transform.convolve(draws, smooth),
                   points = transform.convolve(padded(counts.points), smooth);

  PlaneField sizes(grid.size());
  for (std::size_t i = 0; i < grid.size(); ++i) {
    const std::size_t at = i / grid.width * width + i % grid.width;
    sizes[i] = points[at] > fewest_points ? (std::max(0.0, clumps[at]) + together[at]) / points[at] : 1;
  }
  return sizes;
}

}  // namespace sourdine
