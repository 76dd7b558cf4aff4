// AtomicFile: a file that is there whole or not at all.
//
// Bytes go to a temporary file in the target's directory; commit() flushes it to the disk, renames it over the target
// and flushes the directory. Any failure, or destruction without commit(), removes the temporary; an older file of
// that name is then untouched. What cannot be renamed over (a pipe, /dev/stdout, /dev/full; "-" is standard output) is
// written directly.
#pragma once

#include <memory>
#include <vector>

#include "sourdine/base/stream.h"

namespace sourdine {

class Descriptor;

class AtomicFile final : public Output {
 public:
  // Throws Error(bad_input) at once when the target cannot be written: no work is done in vain.
  explicit AtomicFile(const std::string& path);
  ~AtomicFile() override;

  using Output::append;
  void append(std::span<const std::uint8_t> bytes) override;
  void commit() override;

 private:
  void create_temporary();
  void write_out(std::span<const std::uint8_t> bytes);
  void discard() noexcept;
  [[noreturn]] void fail(int error_number);

  std::string name_;       // for messages
  std::string target_;     // the path with symbolic links followed
  std::string temporary_;  // empty: written directly, or already gone
  std::unique_ptr<Descriptor> descriptor_;
  std::vector<std::uint8_t> buffer_;
};

}  // namespace sourdine
