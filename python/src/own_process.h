// OwnProcess: what has threads belongs to the process that made it. A forked child has the object and none of its
// threads: it can neither use it nor wait for its end, and leaves it alone.
#pragma once

#include <unistd.h>

#include <memory>
#include <string>

#include "sourdine/base/error.h"

namespace sourdine::python {

// With Python's lock, all of it.
template <class Thing>
class OwnProcess {
 public:
  // Throws Error(bad_input) when it is closed, and in a child. Whoever holds it may be the one who ends it.
  std::shared_ptr<Thing> get(const std::string& name, const std::string& hint = {}) const {
    if (!thing_) fail_input("the " + name + " is closed", hint);
    if (!is_own()) fail_input("the " + name + " is another process's", "Make one of its own after the fork.");
    return thing_;
  }
  void set(std::shared_ptr<Thing> thing) { thing_ = std::move(thing); }
  // Closed from now on; to be ended by the caller. Nothing when there is nothing to end.
  std::shared_ptr<Thing> take() {
    if (is_own()) return std::move(thing_);
    if (thing_) static_cast<void>(new std::shared_ptr<Thing>(std::move(thing_)));
    return nullptr;
  }

 private:
  bool is_own() const { return getpid() == process_; }

  std::shared_ptr<Thing> thing_;
  pid_t process_ = getpid();
};

}  // namespace sourdine::python
