// Memo budgets: any bytes are read without harm; what is accepted has one form, and admits no more symbols than its
// cap.
#include <string>

#include "check.h"
#include "reseal.h"
#include "sourdine/base/error.h"
#include "sourdine/longitudinal/memo_budget.h"

using sourdine::MemoBudget;
using sourdine::fuzz::check;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    MemoBudget budget = MemoBudget::from_bytes("fuzz", {data, size});
    const std::string bytes = budget.to_bytes();
    check(bytes == std::string(reinterpret_cast<const char*>(data), size), "a budget has one form");
    for (const char* symbol : {"0", "new", "0", "newer"}) check(!budget.admit(symbol).empty(), "something is admitted");
    check(budget.used() <= budget.cap(), "no more symbols than the cap");
  } catch (const sourdine::Error&) {
  }
  return 0;
}

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t max_size,
                                               unsigned seed) {
  return sourdine::fuzz::mutate_resealed(data, size, max_size, seed, [](auto&, auto) {});
}
