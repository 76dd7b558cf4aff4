// AtomicFile: a file that is there whole or not at all.
//
// Bytes go to a file without a name in the target's directory (or, where the file system knows none, to a temporary
// one); commit() flushes it to the disk, renames it over the target and flushes the directory. Any failure, destruction
// without commit(), or the death of the process removes it; an older file of the target's name is then untouched. What
// cannot be renamed over (a pipe, /dev/stdout, /dev/full; "-" is standard output) is written directly.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "sourdine/base/stop.h"
#include "sourdine/base/stream.h"

namespace sourdine {

class Descriptor;

class AtomicFile final : public Output {
 public:
  // Whether commit() replaces an older file of that name, or refuses because it appeared meanwhile.
  enum class Existing { replaced, refused };

  // Throws Error (bad_input or io, see base/system_failure.h) at once when the target cannot be written: no work is
  // done in vain. append() and the beginning of commit() check the token; a pipe that takes nothing is waited for until
  // stop is asked.
  explicit AtomicFile(const std::string& path, StopToken stop = {}, Existing existing = Existing::replaced);
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

  std::string name_;    // for messages
  std::string target_;  // the path with symbolic links followed
  StopToken stop_;
  Existing existing_;
  bool is_renamed_ = false;  // false: written directly
  bool may_block_ = false;   // written directly, to a pipe, a terminal or a socket
  std::string temporary_;    // empty: nameless, written directly, or already gone
  std::unique_ptr<Descriptor> descriptor_;
  std::vector<std::uint8_t> buffer_;
};

}  // namespace sourdine
