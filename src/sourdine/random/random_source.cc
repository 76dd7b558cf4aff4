#include "sourdine/random/random_source.h"

#include "sourdine/random/secure_bits.h"

namespace sourdine {

void SecureSource::with_stream(std::uint64_t, const std::function<void(Random&)>& use) const {
  use(SecureBits::this_thread());
}

}  // namespace sourdine
