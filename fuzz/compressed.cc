// Compressed inputs: any bytes are decompressed without harm, to the same text whatever the pieces it is read in, or to
// an error. The first byte says which magic number to put before the others, so that most inputs get past it.
#include <string>

#include "check.h"
#include "sourdine/base/error.h"
#include "sourdine/events/compressed_input.h"

namespace {

using namespace sourdine;
using fuzz::check;

constexpr std::size_t enough = std::size_t{1} << 22;

// The text before an error, or `enough` of it.
std::string unpack(std::string_view packed, std::size_t piece, bool& is_whole) {
  std::string text, part(piece, '\0');
  is_whole = false;
  try {
    const auto input = decompressed(std::make_unique<InputBytes>("fuzz", packed));
    while (text.size() < enough) {
      const std::size_t got = input->read({reinterpret_cast<std::uint8_t*>(part.data()), part.size()});
      check(got <= piece, "no more is read than there is room for");
      text.append(part, 0, got);
      if (got == piece) continue;
      is_whole = true;
      break;
    }
  } catch (const Error& error) {
    check(error.code() == ErrorCode::bad_input, "what is wrong is the input");
  }
  return text;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  std::string packed(reinterpret_cast<const char*>(data) + 1, size - 1);
  if (data[0] % 3 == 1) packed.insert(0, std::string("\x1F\x8B\x08\x00", 4));
  if (data[0] % 3 == 2) packed.insert(0, std::string("\x28\xB5\x2F\xFD", 4));
  bool is_whole = false, is_whole_in_pieces = false;
  const std::string at_once = unpack(packed, enough, is_whole);
  const std::string in_pieces = unpack(packed, 1000, is_whole_in_pieces);
  if (is_whole && is_whole_in_pieces) check(at_once == in_pieces, "pieces add up to the same text");
  if (is_whole && at_once.size() < enough) check(is_whole_in_pieces, "pieces find no error of their own");
  return 0;
}
