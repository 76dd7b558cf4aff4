#include "sourdine/oracle/sketch/sketch_hash.h"

#include <string_view>

#include "sourdine/base/wide.h"
#include "sourdine/random/aes_stream.h"

namespace sourdine {
namespace {

constexpr std::uint64_t prime = (std::uint64_t{1} << 61) - 1;

// x·y + z mod P for x, y, z < P. The product is below 2^122, so two folds of 61 bits and one subtraction suffice.
std::uint64_t multiply_add(std::uint64_t x, std::uint64_t y, std::uint64_t z) {
  const Wide product = static_cast<Wide>(x) * y + z;
  std::uint64_t folded = static_cast<std::uint64_t>(product & prime) + static_cast<std::uint64_t>(product >> 61);
  folded = (folded & prime) + (folded >> 61);
  return folded >= prime ? folded - prime : folded;
}

void append_label_number(std::vector<std::uint8_t>& bytes, std::uint64_t number) {
  for (unsigned shift = 0; shift < 64; shift += 8) bytes.push_back(static_cast<std::uint8_t>(number >> shift));
}

std::vector<std::uint8_t> hash_seed_bytes(std::uint64_t seed) {
  constexpr std::string_view purpose = "sourdine sketch hash";
  std::vector<std::uint8_t> bytes(purpose.begin(), purpose.end());
  append_label_number(bytes, seed);
  return bytes;
}

// Uniform on 0 … P−1: 61 bits of a digest, the one value too many rejected.
std::uint64_t coefficient(const std::vector<std::uint8_t>& parent, std::uint64_t row, std::uint64_t power) {
  for (std::uint64_t attempt = 0;; ++attempt) {
    std::vector<std::uint8_t> label;
    for (const std::uint64_t number : {row, power, attempt}) append_label_number(label, number);
    const auto digest = detail::derive_key(parent, label);
    std::uint64_t word = 0;
    for (unsigned i = 0; i < 8; ++i) word |= std::uint64_t{digest[i]} << (8 * i);
    if ((word & prime) != prime) return word & prime;
  }
}

}  // namespace

SketchHash::SketchHash(std::uint64_t seed, std::size_t rows, std::uint64_t width) : coefficients_(rows), width_(width) {
  const std::vector<std::uint8_t> parent = hash_seed_bytes(seed);
  for (std::size_t row = 0; row < rows; ++row) {
    for (std::size_t power = 0; power < 3; ++power) coefficients_[row][power] = coefficient(parent, row, power);
  }
}

std::uint64_t SketchHash::bucket(std::size_t row, Value value) const {
  const auto& [constant, linear, square] = coefficients_[row];
  return multiply_add(multiply_add(square, value, linear), value, constant) % width_;
}

bool SketchHash::separates(Value k) const {
  for (std::size_t row = 0; row < rows(); ++row) {
    const std::uint64_t first = bucket(row, 0);
    for (Value value = 1; value < k; ++value) {
      if (bucket(row, value) != first) return true;
    }
  }
  return false;
}

}  // namespace sourdine
