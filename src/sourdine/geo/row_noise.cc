#include "sourdine/geo/row_noise.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <vector>

#include "sourdine/random/row_macs.h"

namespace sourdine {
namespace {

constexpr std::size_t cell_words = 4;  // 32 bits each

// The purpose ends with a zero byte, so labels differ when purpose or label do.
std::vector<std::uint8_t> row_noise_label(std::string_view purpose, const std::string& label) {
  std::vector<std::uint8_t> bytes(purpose.begin(), purpose.end());
  bytes.push_back(0);
  bytes.insert(bytes.end(), label.begin(), label.end());
  return bytes;
}

void put_cell(GridPoint cell, std::span<std::uint32_t, cell_words> words) {
  const auto x = static_cast<std::uint64_t>(cell.x), y = static_cast<std::uint64_t>(cell.y);
  words[0] = static_cast<std::uint32_t>(x);
  words[1] = static_cast<std::uint32_t>(x >> 32);
  words[2] = static_cast<std::uint32_t>(y);
  words[3] = static_cast<std::uint32_t>(y >> 32);
}

// `put_ids(macs, first, words)` begins the messages of the rows from `first` on, whose cells are these words.
template <class PutIds>
void move_keyed(const PlanarLaplace& noise, std::span<GridPoint> points, RowBits bits, RowMacs macs,
                const PutIds& put_ids) {
  std::array<RowStart, RowBits::max_rows> starts;
  std::array<std::uint32_t, cell_words * RowBits::max_rows> words;
  for (std::size_t first = 0; first < points.size(); first += starts.size()) {
    const std::span<GridPoint> some = points.subspan(first, std::min(starts.size(), points.size() - first));
    for (std::size_t i = 0; i < some.size(); ++i) {
      put_cell(some[i], std::span<std::uint32_t, cell_words>(words.data() + cell_words * i, cell_words));
    }
    put_ids(macs, first, std::span<const std::uint32_t>(words).first(cell_words * some.size()));
    for (std::size_t i = 0; i < some.size(); ++i) starts[i] = macs[i];
    bits.set_rows(std::span(starts).first(some.size()));
    for (GridPoint& point : some) {
      bits.next_row();
      noise.move(bits, {&point, 1});
    }
  }
}

}  // namespace

RowNoise::RowNoise(const PlanarLaplace& noise, const RowSecret& secret, std::string label)
    : noise_(noise),
      secret_(secret),
      label_(fmt::format("planar-laplace|{}|{}", noise.epsilon().numerator, std::move(label))) {}

void RowNoise::move(std::span<GridPoint> points, std::span<const std::uint64_t> ids) const {
  require_row_ids(ids.size(), points.size());
  move_keyed(noise_, points, RowBits(secret_, row_noise_label("sourdine words of moved rows with numbers", label_)),
             RowMacs(secret_, row_noise_label("sourdine starts of moved rows with numbers", label_)),
             [&](RowMacs& macs, std::size_t first, std::span<const std::uint32_t> words) {
               macs.begin(ids.subspan(first, words.size() / cell_words), words, cell_words);
             });
}

void RowNoise::move(std::span<GridPoint> points, ByteIds<std::int64_t> ids) const {
  require_row_ids(ids, points.size());
  move_keyed(noise_, points, RowBits(secret_, row_noise_label("sourdine words of moved rows with bytes", label_)),
             RowMacs(secret_, row_noise_label("sourdine starts of moved rows with bytes", label_)),
             [&](RowMacs& macs, std::size_t first, std::span<const std::uint32_t> words) {
               const std::size_t rows = words.size() / cell_words;
               std::array<std::uint64_t, RowMacs::max_rows> sizes;
               std::array<std::span<const std::uint8_t>, RowMacs::max_rows> some;
               for (std::size_t i = 0; i < rows; ++i) {
                 some[i] = ids[first + i];
                 sizes[i] = some[i].size();
               }
               macs.begin(std::span(sizes).first(rows), words, cell_words);
               macs.add_bytes(std::span(some).first(rows));
             });
}

}  // namespace sourdine
