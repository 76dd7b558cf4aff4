// Reports: a growing array of reports, for whoever has no memory of their own for them. Every report of a protocol has
// the same number of bytes, so its length tells nothing.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "sourdine/protocol/view.h"

namespace sourdine {

class Reports {
 public:
  explicit Reports(std::size_t report_bytes) : report_bytes_(report_bytes) {}

  std::size_t size() const { return count_; }
  std::size_t report_bytes() const { return report_bytes_; }
  std::span<const std::uint8_t> bytes() const { return bytes_; }
  ReportsView view() const { return {bytes_, report_bytes_, count_}; }
  operator ReportsView() const { return view(); }
  std::span<const std::uint8_t> operator[](std::size_t i) const { return view()[i]; }

  // Room for `count` more reports, all zero bytes; the span stays valid until the next call that changes the size.
  std::span<std::uint8_t> append(std::size_t count) {
    const std::size_t old = bytes_.size();
    bytes_.resize(old + count * report_bytes_);
    count_ += count;
    return std::span(bytes_).subspan(old);
  }
  // Makes it `count` reports for the caller to write over: their bytes are what happens to be there.
  std::span<std::uint8_t> reset(std::size_t count) {
    bytes_.resize(count * report_bytes_);
    count_ = count;
    return bytes_;
  }
  // Drops what is beyond the first `count`.
  void shrink(std::size_t count) {
    count_ = std::min(count_, count);
    bytes_.resize(count_ * report_bytes_);
  }
  void clear() {
    count_ = 0;
    bytes_.clear();
  }

 private:
  std::size_t report_bytes_;
  std::size_t count_ = 0;  // kept apart: a domain of one value has reports of zero bytes
  std::vector<std::uint8_t> bytes_;
};

}  // namespace sourdine
