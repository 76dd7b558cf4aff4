// A RowSecret from a seed, for tests and simulations that must come out the same again. NOT PRIVATE: whoever knows the
// seed can undo every report; is_private() says so. Part of the target sourdine::seeded.
#pragma once

#include <cstdint>

#include "sourdine/random/row_secret.h"

namespace sourdine {

RowSecret seeded_row_secret(std::uint64_t seed);

}  // namespace sourdine
