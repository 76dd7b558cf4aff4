#include "standard_output.h"

#include <unistd.h>

#include "sourdine/base/error.h"
#include "sourdine/base/stream.h"

namespace sourdine::cli {

StandardOutput::StandardOutput() : std::ostream(nullptr) { rdbuf(&buffer_); }
StandardOutput::~StandardOutput() { flush(); }

StandardOutput::Buffer::Buffer() : descriptor_(STDOUT_FILENO, false), may_block_(descriptor_.may_block()) {
  setp(room_.data(), room_.data() + room_.size());
}

StandardOutput::Buffer::int_type StandardOutput::Buffer::overflow(int_type next) {
  if (!write_out()) return traits_type::eof();
  if (!traits_type::eq_int_type(next, traits_type::eof())) sputc(traits_type::to_char_type(next));
  return traits_type::not_eof(next);
}

int StandardOutput::Buffer::sync() { return write_out() ? 0 : -1; }

bool StandardOutput::Buffer::write_out() {
  const auto bytes = as_bytes({pbase(), static_cast<std::size_t>(pptr() - pbase())});
  setp(room_.data(), room_.data() + room_.size());
  try {
    return may_block_ ? descriptor_.write_waiting(bytes, StopToken()) : descriptor_.write_all(bytes);
  } catch (const Error&) {
    return false;  // run() finds out why
  }
}

}  // namespace sourdine::cli
