// AtomicFile: a file that is there whole or not at all.
//
// Bytes go to a file without a name in the target's directory (or, where the file system knows none, to a temporary
// one); commit() flushes it to the disk, renames it over the target and flushes the directory. Any failure, destruction
// without commit(), or the death of the process removes it; an older file of the target's name is then untouched. What
// cannot be renamed over (a pipe, /dev/stdout, /dev/full; "-" is standard output) is written directly.
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
  void name_temporary();
  void write_out(std::span<const std::uint8_t> bytes);
  void discard() noexcept;
  [[noreturn]] void fail(int error_number);

  std::string name_;         // for messages
  std::string target_;       // the path with symbolic links followed
  bool is_renamed_ = false;  // false: written directly
  std::string temporary_;    // empty: nameless, written directly, or already gone
  std::unique_ptr<Descriptor> descriptor_;
  std::vector<std::uint8_t> buffer_;
};

}  // namespace sourdine
