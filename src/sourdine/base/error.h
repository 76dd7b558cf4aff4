// Errors at the boundary: one sentence that says what is wrong and where, one hint that says what to do.
#pragma once

#include <stdexcept>
#include <string>

namespace sourdine {

enum class ErrorCode {
  bad_input,       // the caller's values, files or paths; the command line exits 2
  budget_refused,  // the ledger says no; the command line exits 3
  internal,        // anything else; the command line exits 1
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

[[noreturn]] inline void fail_input(const std::string& message, std::string hint = {}) {
  throw Error(ErrorCode::bad_input, message, std::move(hint));
}

}  // namespace sourdine
