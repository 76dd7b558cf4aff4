// Descriptor: an open file of the operating system, closed when it goes. Internal to base/ and the file formats.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "sourdine/base/stop.h"
#include "sourdine/base/system_failure.h"

namespace sourdine {

class Descriptor {
 public:
  Descriptor() = default;
  // `is_owned` false: standard input and output stay open.
  explicit Descriptor(int number, bool is_owned = true) : number_(number), is_owned_(is_owned) {}
  ~Descriptor() { close(); }
  Descriptor(Descriptor&& other) noexcept;
  Descriptor& operator=(Descriptor&& other) noexcept;

  int number() const { return number_; }
  bool is_open() const { return number_ >= 0; }
  void close() noexcept;
  // Whether reading or writing may wait for somebody else: pipes, terminals and sockets.
  bool may_block() const noexcept;
  // Writes all bytes, whatever the number of system calls; false with errno set on failure.
  bool write_all(std::span<const std::uint8_t> bytes) const noexcept;
  // The same where may_block(): throws Error(cancelled) when stop is asked while nobody takes the bytes.
  bool write_waiting(std::span<const std::uint8_t> bytes, const StopToken& stop) const;

 private:
  int number_ = -1;
  bool is_owned_ = true;
};

// open() with O_CLOEXEC; closed, with errno set, on failure. Opening a named pipe waits for its other end: throws
// Error(cancelled) when a signal asks to stop meanwhile.
Descriptor open_checking(const std::string& path, int flags, const StopToken& stop);

}  // namespace sourdine
