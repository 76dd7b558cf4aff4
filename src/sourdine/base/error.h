// Errors at the boundary: one sentence that says what is wrong and where, one hint that says what to do, and a code
// that says who can act on it.
//
// A path that somebody wrote and that leads nowhere useful (it is not there, is a directory, may not be opened) is
// bad_input: another path mends it. What the machine fails at with a sound path (a full disk, a device error, a dropped
// connection, no memory left) is io: the same call may succeed later. base/system_failure.h makes that difference.
#pragma once

#include <stdexcept>
#include <string>

namespace sourdine {

enum class ErrorCode {
  usage,           // an option, or a combination of them, that has no meaning; the command line exits 2
  bad_input,       // the caller's values, files or paths; the command line exits 2
  io,              // the system could not read, write or connect; the command line exits 1
  budget_refused,  // the ledger says no; the command line exits 3
  cancelled,       // somebody asked to stop (base/stop.h); the command line exits 128 + the signal
  internal,        // a fault of ours; the command line exits 1
};

class Error : public std::runtime_error {
 public:
  Error(ErrorCode code, const std::string& message, std::string hint = {})
      : std::runtime_error(message), code_(code), hint_(std::move(hint)) {}

  ErrorCode code() const noexcept { return code_; }
  const std::string& hint() const noexcept { return hint_; }

 private:
  ErrorCode code_;
  std::string hint_;
};

[[noreturn]] inline void fail_usage(const std::string& message, std::string hint = {}) {
  throw Error(ErrorCode::usage, message, std::move(hint));
}
[[noreturn]] inline void fail_input(const std::string& message, std::string hint = {}) {
  throw Error(ErrorCode::bad_input, message, std::move(hint));
}
[[noreturn]] inline void fail_io(const std::string& message, std::string hint = {}) {
  throw Error(ErrorCode::io, message, std::move(hint));
}
[[noreturn]] inline void fail_internal(const std::string& message, std::string hint = {}) {
  throw Error(ErrorCode::internal, message, std::move(hint));
}

}  // namespace sourdine
