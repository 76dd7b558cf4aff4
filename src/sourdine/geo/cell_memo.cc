#include "sourdine/geo/cell_memo.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "sourdine/base/error.h"
#include "sourdine/random/row_bits.h"

namespace sourdine {
namespace {

constexpr unsigned coordinate_bits = 48;

// Both coordinates in the 96 bits that the block counter leaves: different cells never share a block.
RowStart start_of_cell(GridPoint cell) {
  constexpr std::uint64_t mask = (std::uint64_t{1} << coordinate_bits) - 1;
  constexpr std::int64_t most = std::int64_t{1} << 46;
  if (cell.x > most || cell.x < -most || cell.y > most || cell.y < -most) fail_internal("a cell beyond the grid");
  const std::uint64_t x = static_cast<std::uint64_t>(cell.x) & mask, y = static_cast<std::uint64_t>(cell.y) & mask;
  return {.low = x | (y << coordinate_bits), .high = y >> (64 - coordinate_bits)};
}

std::span<const std::uint8_t> label_bytes(const std::string& label) {
  return {reinterpret_cast<const std::uint8_t*>(label.data()), label.size()};
}

}  // namespace

CellMemo::CellMemo(const PlanarLaplace& noise, const RowSecret& secret, std::string label)
    : noise_(noise),
      secret_(secret),
      label_(fmt::format("planar-laplace|{}|{}", noise.epsilon().numerator, std::move(label))) {}

void CellMemo::move(std::span<GridPoint> points) const {
  RowBits bits(secret_, label_bytes(label_));
  std::array<RowStart, RowBits::max_rows> starts;
  for (std::size_t begin = 0; begin < points.size(); begin += starts.size()) {
    const std::span<GridPoint> some = points.subspan(begin, std::min(starts.size(), points.size() - begin));
    for (std::size_t i = 0; i < some.size(); ++i) starts[i] = start_of_cell(some[i]);
    bits.set_rows(std::span(starts).first(some.size()));
    for (GridPoint& point : some) {
      bits.next_row();
      noise_.move(bits, {&point, 1});
    }
  }
}

}  // namespace sourdine
