// Domain: the k labels a value can take, in order; fixed before collection. Without labels, the values are the numbers
// 0 … k−1. Copies share the labels: a domain is as cheap to pass on as a pointer.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace sourdine {

using Value = std::uint32_t;

class Domain {
 public:
  static constexpr std::uint64_t max_size = std::uint64_t{1} << 26;

  Domain() = default;
  // Throw Error(bad_input) for k = 0, k > max_size, or a label that is empty, given twice or not UTF-8 text.
  explicit Domain(std::uint64_t size);
  explicit Domain(std::vector<std::string> labels);

  Value size() const { return size_; }
  const std::vector<std::string>& labels() const;  // none, or as many as values
  std::string label(Value value) const;

  friend bool operator==(const Domain& a, const Domain& b) {
    return a.size_ == b.size_ && (a.labels_ == b.labels_ || a.labels() == b.labels());
  }

 private:
  Value size_ = 1;
  std::shared_ptr<const std::vector<std::string>> labels_;
};

}  // namespace sourdine
