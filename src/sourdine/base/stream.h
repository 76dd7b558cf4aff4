// Bytes in, bytes out: what the file formats are written against, so that a file, a pipe and a piece of memory are
// read by the same code.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace sourdine {

inline std::span<const std::uint8_t> as_bytes(std::string_view text) {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

class Input {
 public:
  virtual ~Input() = default;
  Input(const Input&) = delete;
  Input& operator=(const Input&) = delete;

  // Fills `into` and returns its size; returns less only when the input ends there. Throws Error (bad_input or io,
  // see base/system_failure.h) naming the input and the system's reason, or Error(cancelled).
  virtual std::size_t read(std::span<std::uint8_t> into) = 0;
  // Passes over the next `size` bytes and returns their place, from which read_at() gives them later. Nothing, and
  // nothing is passed over, when they cannot be read later (a pipe), are not all there, or are quicker read at once.
  virtual std::optional<std::uint64_t> skip(std::size_t size);
  // Fills `into` from what skip() passed over. Any thread may call it, also while another reads on. Throws as read()
  // does, and Error(bad_input) when the bytes are no longer there.
  virtual void read_at(std::uint64_t place, std::span<std::uint8_t> into) const;
  // For messages: 'path' in quotes, or "standard input".
  const std::string& name() const { return name_; }

 protected:
  explicit Input(std::string name) : name_(std::move(name)) {}

 private:
  std::string name_;
};

class Output {
 public:
  virtual ~Output() = default;
  Output() = default;
  Output(const Output&) = delete;
  Output& operator=(const Output&) = delete;

  // Throws Error (bad_input or io, see base/system_failure.h) naming the output and the system's reason, or
  // Error(cancelled).
  virtual void append(std::span<const std::uint8_t> bytes) = 0;
  void append(std::string_view text) { append(as_bytes(text)); }
  // Everything appended is there to stay. An output destroyed without commit() undoes what it can.
  virtual void commit() = 0;
};

// Reads bytes that outlive it.
class InputBytes final : public Input {
 public:
  InputBytes(std::string name, std::span<const std::uint8_t> bytes) : Input(std::move(name)), left_(bytes) {}
  InputBytes(std::string name, std::string_view text) : InputBytes(std::move(name), as_bytes(text)) {}
  std::size_t read(std::span<std::uint8_t> into) override;

 private:
  std::span<const std::uint8_t> left_;
};

// Appends to a string that outlives it.
class OutputBytes final : public Output {
 public:
  explicit OutputBytes(std::string& into) : into_(into) {}
  using Output::append;
  void append(std::span<const std::uint8_t> bytes) override {
    into_.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  }
  void commit() override {}

 private:
  std::string& into_;
};

}  // namespace sourdine
