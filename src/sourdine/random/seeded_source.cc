#include "sourdine/random/seeded_source.h"

namespace sourdine {

void SeededSource::with_stream(std::uint64_t number, const std::function<void(Random&)>& use) const {
  SeededBits stream = parent_.split(number);
  use(stream);
}

}  // namespace sourdine
