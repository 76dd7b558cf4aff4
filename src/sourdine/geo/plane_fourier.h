// Sums over a grid that wraps around, by the fast Fourier transform: convolutions with a kernel, and what undoes them.
#pragma once

#include <complex>
#include <cstddef>
#include <memory>
#include <span>
#include <vector>

namespace sourdine {

// Numbers of a grid, row by row from the lowest: at(x, y) is [y·width + x].
using PlaneField = std::vector<double>;
// Of a field, one half (the other is conjugate), column by column.
using PlaneSpectrum = std::vector<std::complex<double>>;

// Transforms of one size. One thread at a time may use it.
class PlaneTransform {
 public:
  PlaneTransform(std::size_t width, std::size_t height);
  ~PlaneTransform();
  PlaneTransform(PlaneTransform&&) noexcept;
  PlaneTransform& operator=(PlaneTransform&&) noexcept;

  std::size_t width() const;
  std::size_t height() const;

  PlaneSpectrum forward(std::span<const double> field);
  PlaneField inverse(PlaneSpectrum spectrum);
  // Σ_d kernel(d)·field(x − d), the kernel given by its spectrum.
  PlaneField convolve(std::span<const double> field, const PlaneSpectrum& kernel);
  // The field whose convolution with the kernel is this one. Where the kernel passes next to nothing, rounding grows:
  // the field asked for must have next to nothing there.
  PlaneField undo(std::span<const double> field, const PlaneSpectrum& kernel);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace sourdine
