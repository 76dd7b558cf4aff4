// LongWork: what runs while it lives runs without Python's lock, and Ctrl-C ends it.
//
// Python's own handler of SIGINT only takes a note, which is read when C++ returns. On the main thread, and as long as
// Python handles SIGINT, ours asks process_stop() and then calls Python's. A call on another thread changes no
// handlers; it is stopped with the main thread's, whose Ctrl-C it was.
#pragma once

#include <optional>

#include "binding.h"

namespace sourdine::python {

class LongWork {
 public:
  // Brief work, of a fraction of a second, ends before a person could want it to: no handler is set, which would be
  // most of what a short call costs.
  explicit LongWork(bool is_brief = false);
  ~LongWork();
  LongWork(const LongWork&) = delete;
  LongWork& operator=(const LongWork&) = delete;

  // The work has ended: takes the lock and gives the handler back. Throws what Python's handlers raise for signals that
  // came meanwhile. Only after it, the result of the work may be returned.
  void end();

 private:
  void finish();

  bool has_handler_ = false;
  std::optional<nb::gil_scoped_release> release_;
};

// The result of work() as LongWork.
template <class Work>
auto without_lock(Work work, bool is_brief = false) {
  LongWork running(is_brief);
  if constexpr (std::is_void_v<decltype(work())>) {
    work();
    running.end();
  } else {
    auto result = work();
    running.end();
    return result;
  }
}

}  // namespace sourdine::python
