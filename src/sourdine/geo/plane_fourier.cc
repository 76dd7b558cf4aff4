#include "sourdine/geo/plane_fourier.h"

#include <unsupported/Eigen/FFT>

namespace sourdine {

struct PlaneTransform::State {
  std::size_t width, height;
  Eigen::FFT<double> transform;
  PlaneSpectrum line;  // one row's half, or one column

  std::size_t columns() const { return width / 2 + 1; }
};

PlaneTransform::PlaneTransform(std::size_t width, std::size_t height)
    : state_(std::make_unique<State>(State{.width = width, .height = height, .transform = {}, .line = {}})) {
  state_->transform.SetFlag(Eigen::FFT<double>::HalfSpectrum);
  state_->line.resize(std::max(state_->columns(), height));
}

PlaneTransform::~PlaneTransform() = default;
PlaneTransform::PlaneTransform(PlaneTransform&&) noexcept = default;
PlaneTransform& PlaneTransform::operator=(PlaneTransform&&) noexcept = default;

std::size_t PlaneTransform::width() const { return state_->width; }
std::size_t PlaneTransform::height() const { return state_->height; }

PlaneSpectrum PlaneTransform::forward(std::span<const double> field) {
  auto& [width, height, transform, line] = *state_;
  const std::size_t columns = state_->columns();
  PlaneSpectrum spectrum(columns * height);
  for (std::size_t y = 0; y < height; ++y) {
    transform.fwd(line.data(), field.data() + y * width, static_cast<Eigen::Index>(width));
    for (std::size_t k = 0; k < columns; ++k) spectrum[k * height + y] = line[k];
  }
  for (std::size_t k = 0; k < columns; ++k) {
    transform.fwd(line.data(), spectrum.data() + k * height, static_cast<Eigen::Index>(height));
    std::copy_n(line.data(), height, spectrum.data() + k * height);
  }
  return spectrum;
}

PlaneField PlaneTransform::inverse(PlaneSpectrum spectrum) {
  auto& [width, height, transform, line] = *state_;
  const std::size_t columns = state_->columns();
  for (std::size_t k = 0; k < columns; ++k) {
    transform.inv(line.data(), spectrum.data() + k * height, static_cast<Eigen::Index>(height));
    std::copy_n(line.data(), height, spectrum.data() + k * height);
  }
  PlaneField field(width * height);
  for (std::size_t y = 0; y < height; ++y) {
    for (std::size_t k = 0; k < columns; ++k) line[k] = spectrum[k * height + y];
    transform.inv(field.data() + y * width, line.data(), static_cast<Eigen::Index>(width));
  }
  return field;
}

PlaneField PlaneTransform::convolve(std::span<const double> field, const PlaneSpectrum& kernel) {
  PlaneSpectrum spectrum = forward(field);
  for (std::size_t i = 0; i < spectrum.size(); ++i) spectrum[i] *= kernel[i];
  return inverse(std::move(spectrum));
}

PlaneField PlaneTransform::undo(std::span<const double> field, const PlaneSpectrum& kernel) {
  PlaneSpectrum spectrum = forward(field);
  for (std::size_t i = 0; i < spectrum.size(); ++i) spectrum[i] /= kernel[i];
  return inverse(std::move(spectrum));
}

}  // namespace sourdine
