// Range files: any bytes are read without harm or unbounded memory; what is accepted answers, and is the same after it
// was written and read again.
#include <algorithm>
#include <cmath>

#include "check.h"
#include "reseal.h"
#include "sourdine/base/error.h"
#include "sourdine/range/range_file.h"

namespace {

using sourdine::RangeStructure;
using sourdine::fuzz::check;

std::unique_ptr<RangeStructure> read(std::string_view bytes) {
  sourdine::InputBytes input("fuzz", bytes);
  return sourdine::read_range(input);
}

std::string written(const RangeStructure& structure) {
  std::string bytes;
  sourdine::OutputBytes output(bytes);
  structure.write(output);
  return bytes;
}

void check_answers(const RangeStructure& structure) {
  const std::uint64_t size = structure.size();
  if (size == 0) return;  // a stream that has not begun
  for (const sourdine::Range range :
       {sourdine::Range{0, size - 1}, {0, 0}, {size / 3, size - 1}, {size / 3, size / 2}}) {
    const sourdine::Estimate answer = structure.answer(range);
    check(std::isfinite(answer.value) && std::isfinite(answer.lower) && std::isfinite(answer.upper), "finite answers");
    check(answer.std_error >= 0 && answer.lower <= answer.upper, "intervals are intervals");
    check(!structure.nodes(range).empty(), "an answer is made of nodes");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  std::unique_ptr<RangeStructure> structure;
  try {
    structure = read(bytes);
  } catch (const sourdine::Error&) {
    return 0;
  }
  check_answers(*structure);
  check(written(*structure) == bytes, "a file has one form");
  check(written(*read(bytes)) == bytes, "what is written is read back");
  (void)structure->guarantee();
  return 0;
}

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t max_size,
                                               unsigned seed) {
  return sourdine::fuzz::mutate_resealed(data, size, max_size, seed, [](auto& file, auto) {
    file.pass_all_but(4);
    file.seal();
  });
}
