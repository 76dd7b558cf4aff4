#include "sourdine/random/random.h"

#include <fmt/format.h>

#include "sourdine/base/error.h"

namespace sourdine {

void Random::fail_too_many_words(std::size_t count) {
  fail_internal(fmt::format("{} random words were asked for at once: at most {} can be given", count, max_words));
}

}  // namespace sourdine
