// InputFile: a file read from front to back, through a buffer of fixed size; "-" is standard input.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "sourdine/base/stop.h"
#include "sourdine/base/stream.h"

namespace sourdine {

class Descriptor;

// Which file a path leads to, whatever way it is written: equal for two paths to one file, be it there or not yet. "-"
// is standard input: the file it is taken from, if it is one.
std::string file_identity(const std::string& path);

class InputFile final : public Input {
 public:
  // Throws Error (bad_input or io, see base/system_failure.h) naming the path and the reason, also when reading. Every
  // reading checks the token, and a pipe that has nothing to say is waited for until stop is asked.
  explicit InputFile(const std::string& path, StopToken stop = {});
  ~InputFile() override;

  std::size_t read(std::span<std::uint8_t> into) override;
  std::optional<std::uint64_t> skip(std::size_t size) override;
  void read_at(std::uint64_t place, std::span<std::uint8_t> into) const override;

 private:
  std::size_t read_some(std::span<std::uint8_t> into);

  StopToken stop_;
  std::unique_ptr<Descriptor> descriptor_;
  bool may_block_;  // a pipe, a terminal, a socket
  std::vector<std::uint8_t> buffer_;
  std::span<const std::uint8_t> buffered_;
  std::size_t ahead_;  // how much of the buffer the next reading fills
};

}  // namespace sourdine
