// Reports of smp, fast: a byte that names the attribute, and what its oracle made. Internal to tuple/.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "sourdine/oracle/oracle.h"

namespace sourdine {

// Which reports are possible, where what follows the attribute is at most two bytes: a look at a table for each.
class PossibleSamples {
 public:
  static constexpr std::size_t max_body = 2;

  // At least one has a report of one byte, none of more than max_body.
  explicit PossibleSamples(const std::vector<std::shared_ptr<const Oracle>>& oracles);

  bool has_all(ReportsView reports) const { return body_bytes_ == 1 ? has_all_pairs(reports) : has_all_bits(reports); }

 private:
  void add(std::size_t attribute, std::size_t body);
  bool has_all_pairs(ReportsView reports) const;
  bool has_all_bits(ReportsView reports) const;

  std::size_t body_bytes_ = 1;
  std::size_t attributes_;
  std::vector<std::uint8_t> pairs_;  // by the two bytes of a report
  std::vector<std::uint64_t> bits_;  // by the attribute and its two bytes
};

// What the oracles are to add up: the bodies of possible reports, those of an attribute one behind the other.
class SampledBodies {
 public:
  explicit SampledBodies(const std::vector<std::shared_ptr<const Oracle>>& oracles);

  void fill(ReportsView reports);
  // Valid until the next fill().
  ReportsView operator[](std::size_t attribute) const {
    return {{bytes_.data() + first_[attribute], drawn_[attribute] * sizes_[attribute]},
            sizes_[attribute],
            drawn_[attribute]};
  }

 private:
  static constexpr std::size_t spare = 8;  // bytes behind the bodies of each attribute
  static constexpr std::size_t ways = 4;   // numbers that are counted side by side: none waits for the one before it

  void count(ReportsView reports);
  template <std::size_t at_once>
  void place(ReportsView reports);

  std::vector<std::size_t> drawn_;  // reports of every attribute, in front of the other ways' numbers
  std::vector<std::size_t> sizes_, first_;
  std::vector<std::uint8_t*> next_;
  std::vector<std::uint8_t> bytes_;
  std::size_t longest_ = 0;
};

}  // namespace sourdine
