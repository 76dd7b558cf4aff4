// Range files of every kind: any bytes are read without harm or unbounded memory; what is accepted answers, and is the
// same after it was written and read again. A stream also goes on.
#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>

#include "check.h"
#include "reseal.h"
#include "sourdine/base/error.h"
#include "sourdine/random/seeded_bits.h"
#include "sourdine/range/grid.h"
#include "sourdine/range/range_file.h"
#include "sourdine/range/stream_counter.h"

namespace {

using sourdine::RangeStructure;
using sourdine::fuzz::check;

template <class Structure>
std::string written(const Structure& structure) {
  std::string bytes;
  sourdine::OutputBytes output(bytes);
  structure.write(output);
  return bytes;
}

void check_estimate(const sourdine::Estimate& answer) {
  check(std::isfinite(answer.value) && std::isfinite(answer.lower) && std::isfinite(answer.upper), "finite answers");
  check(answer.std_error >= 0 && answer.lower <= answer.upper, "intervals are intervals");
}

void check_answers(const RangeStructure& structure) {
  const std::uint64_t size = structure.size();
  if (size == 0) return;  // a stream that has not begun
  for (const sourdine::Range range :
       {sourdine::Range{0, size - 1}, {0, 0}, {size / 3, size - 1}, {size / 3, size / 2}}) {
    check_estimate(structure.answer(range));
    check(!structure.nodes(range).empty(), "an answer is made of nodes");
  }
}

// A stream that was read goes on, and answers about the past as before.
void check_goes_on(sourdine::StreamCounter& stream) {
  const std::uint64_t steps = stream.size();
  if (steps == 0 || steps == stream.spec().horizon.value_or(sourdine::StreamCounter::max_steps)) return;
  const double past = stream.total().value;
  sourdine::SeededBits random(1);
  stream.push(1, random);
  check(stream.answer({0, steps - 1}).value == past, "answers about the past do not change");
  check_estimate(stream.total());
}

void check_grid(const sourdine::Grid& grid) {
  const std::uint64_t rows = grid.spec().rows, columns = grid.spec().columns;
  for (const sourdine::Rectangle& cells :
       {sourdine::Rectangle{{0, rows - 1}, {0, columns - 1}}, {{rows / 2, rows - 1}, {columns / 3, columns / 2}}}) {
    check_estimate(grid.answer(cells));
  }
  const sourdine::Range ends[] = {{0, 0}, {rows - 1, rows - 1}};
  if (rows > 1) check_estimate(grid.answer(ends, {0, columns - 1}));
  (void)grid.guarantee();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  std::optional<sourdine::Grid> grid;
  std::unique_ptr<RangeStructure> structure;
  try {
    sourdine::InputBytes input("fuzz", bytes);
    sourdine::RangeRecord record = sourdine::read_range_record(input);
    if (record.kind == sourdine::Grid::file_kind) {
      grid = sourdine::Grid::from_record(std::move(record), "fuzz");
    } else {
      structure = sourdine::make_range(std::move(record), "fuzz");
    }
  } catch (const sourdine::Error&) {
    return 0;
  }
  if (grid) {
    check(written(*grid) == bytes, "a grid has one form");
    check_grid(*grid);
    return 0;
  }
  check(written(*structure) == bytes, "a file has one form");
  sourdine::InputBytes again("fuzz", bytes);
  check(written(*sourdine::read_range(again)) == bytes, "what is written is read back");
  check_answers(*structure);
  (void)structure->guarantee();
  if (auto* const stream = dynamic_cast<sourdine::StreamCounter*>(structure.get())) check_goes_on(*stream);
  return 0;
}

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t max_size,
                                               unsigned seed) {
  return sourdine::fuzz::mutate_resealed(data, size, max_size, seed, [](auto& file, auto) {
    file.pass_all_but(4);
    file.seal();
  });
}
