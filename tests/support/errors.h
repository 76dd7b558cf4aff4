// What an error says, for tests of messages.
#pragma once

#include <optional>
#include <string>

#include "sourdine/base/error.h"

namespace sourdine::testing {

// The code of the Error that `body` throws; nothing when it throws none.
template <class Body>
std::optional<ErrorCode> error_code(Body&& body) {
  try {
    body();
  } catch (const Error& error) {
    return error.code();
  }
  return std::nullopt;
}

// The message of the Error of that code that `body` throws; what else happened when it throws none.
template <class Body>
std::string error_message(ErrorCode code, Body&& body) {
  try {
    body();
  } catch (const Error& error) {
    return error.code() == code ? error.what() : std::string("wrong code: ") + error.what();
  }
  return "no error";
}
template <class Body>
std::string input_error(Body&& body) {
  return error_message(ErrorCode::bad_input, body);
}
template <class Body>
std::string io_error(Body&& body) {
  return error_message(ErrorCode::io, body);
}

}  // namespace sourdine::testing
