#pragma once

namespace sourdine {

// While it lives, a StopToken that is made from nothing on its thread is StopToken::never(): what was paid for is
// written, whichever of a kind's writers forgets to ask for that.
class NothingStops {
 public:
  NothingStops() noexcept;
  ~NothingStops();
  NothingStops(const NothingStops&) = delete;
  NothingStops& operator=(const NothingStops&) = delete;
};

}  // namespace sourdine
