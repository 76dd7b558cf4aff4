// Descriptor: an open file of the operating system, closed when it goes. Internal to base/ and the file formats.
#pragma once

#include <cstdint>
#include <span>
#include <string>

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
  // Writes all bytes, whatever the number of system calls; false with errno set on failure.
  bool write_all(std::span<const std::uint8_t> bytes) const noexcept;

 private:
  int number_ = -1;
  bool is_owned_ = true;
};

// Throw Error(bad_input): cannot read (write) 'path': the reason `error_number` stands for.
[[noreturn]] void fail_read(const std::string& name, int error_number);
[[noreturn]] void fail_write(const std::string& name, int error_number);

}  // namespace sourdine
