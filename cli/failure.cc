#include "failure.h"

#include <csignal>
#include <new>

#include "print.h"
#include "signals.h"
#include "sourdine/base/error.h"
#include "sourdine/base/text.h"

namespace sourdine::cli {
namespace {

constexpr int failed = 1;
constexpr int usage_error = 2;
constexpr int budget_refused = 3;
constexpr int stopped = 128;  // plus the signal, as shells have it

int exit_code(ErrorCode code) {
  switch (code) {
    case ErrorCode::usage:
    case ErrorCode::bad_input:
      return usage_error;
    case ErrorCode::budget_refused:
      return budget_refused;
    case ErrorCode::cancelled:
      return stopped + (stopping_signal() != 0 ? stopping_signal() : SIGINT);
    case ErrorCode::io:
    case ErrorCode::internal:
      return failed;
  }
  return failed;
}

}  // namespace

int exit_code_of(const std::function<int()>& work, std::ostream& err) {
  try {
    return work();
  } catch (const Error& error) {
    fmt::print(err, "sourdine: {}\n", escaped(error.what()));
    if (!error.hint().empty()) fmt::print(err, "{}\n", escaped_lines(error.hint()));
    return exit_code(error.code());
  } catch (const std::bad_alloc&) {
    fmt::print(err, "sourdine: there is not enough memory for this\n");
    return failed;
  } catch (const std::exception& error) {
    fmt::print(err, "sourdine: something failed inside: {}\n", escaped(error.what()));
    return failed;
  }
}

}  // namespace sourdine::cli
