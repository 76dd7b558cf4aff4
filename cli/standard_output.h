// The standard output as a stream that can be stopped: std::cout would wait for ever for a pager that reads no further.
#pragma once

#include <array>
#include <ostream>
#include <streambuf>

#include "sourdine/base/descriptor.h"

namespace sourdine::cli {

// Goes bad when nothing can be written, or when the process is asked to stop while nobody takes what is written.
class StandardOutput final : public std::ostream {
 public:
  StandardOutput();
  ~StandardOutput() override;

 private:
  class Buffer final : public std::streambuf {
   public:
    Buffer();

   private:
    int_type overflow(int_type next) override;
    int sync() override;
    bool write_out();

    Descriptor descriptor_;
    bool may_block_;
    std::array<char, std::size_t{1} << 16> room_;
  };

  Buffer buffer_;
};

}  // namespace sourdine::cli
