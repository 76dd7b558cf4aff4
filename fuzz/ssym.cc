// Which symbols people have used: any bytes are read without harm, and what is accepted has one form.
#include <string>

#include "check.h"
#include "reseal.h"
#include "sourdine/base/error.h"
#include "sourdine/survey/symbol_state.h"

using sourdine::SymbolState;
using sourdine::fuzz::check;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    SymbolState state = SymbolState::from_bytes("fuzz", {data, size});
    check(state.to_bytes() == std::string(reinterpret_cast<const char*>(data), size), "a state has one form");
    state.admit("new", 0, 1, 7);
    check(state.most_symbols() >= 1, "something is admitted");
  } catch (const sourdine::Error&) {
  }
  return 0;
}

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t max_size,
                                               unsigned seed) {
  return sourdine::fuzz::mutate_resealed(data, size, max_size, seed, [](auto& file, auto) {
    file.pass_all_but(4);
    file.seal();
  });
}
