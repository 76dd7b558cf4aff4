#include "sourdine/oracle/rappor/bloom.h"

#include <algorithm>
#include <span>
#include <vector>

#include "sourdine/base/wide.h"
#include "sourdine/random/aes_stream.h"

namespace sourdine {
namespace {

std::uint64_t split_mix(std::uint64_t start, std::uint64_t number) {
  std::uint64_t z = start + (number + 1) * 0x9e3779b97f4a7c15U;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
  return z ^ (z >> 31);
}

}  // namespace

std::uint64_t Bloom::digest(std::string_view text) const {
  constexpr std::string_view purpose = "sourdine bloom";
  std::vector<std::uint8_t> parent(purpose.begin(), purpose.end());
  for (unsigned shift = 0; shift < 64; shift += 8) parent.push_back(static_cast<std::uint8_t>(seed >> shift));
  const auto bytes = detail::derive_key(parent, {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
  std::uint64_t word = 0;
  for (unsigned i = 0; i < 8; ++i) word |= std::uint64_t{bytes[i]} << (8 * i);
  return word;
}

Bloom::Filter Bloom::filter(std::uint64_t digest, std::uint64_t cohort) const {
  Filter filter;
  for (std::size_t i = 0; i < hashes; ++i) {
    const Wide scaled = static_cast<Wide>(split_mix(digest, cohort * hashes + i)) * bits;
    filter.positions[i] = static_cast<std::uint16_t>(scaled >> 64);
  }
  const auto first = filter.positions.begin();
  const auto last = first + static_cast<std::ptrdiff_t>(hashes);
  std::sort(first, last);
  filter.size = static_cast<std::size_t>(std::unique(first, last) - first);
  return filter;
}

std::size_t bits_only_in(const Bloom::Filter& a, const Bloom::Filter& b) {
  return static_cast<std::size_t>(std::count_if(
      a.begin(), a.end(), [&b](std::uint16_t bit) { return !std::binary_search(b.begin(), b.end(), bit); }));
}

}  // namespace sourdine
