// ClassCheck: whether some rows may be a class. Internal to anonymity/; presence, which needs the population, is not
// looked at.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "sourdine/anonymity/table.h"

namespace sourdine {

class ClassCheck {
 public:
  // The problem must outlive it.
  explicit ClassCheck(const AnonymityProblem& problem);

  bool holds(std::span<const std::uint32_t> rows);

 private:
  const AnonymityProblem& problem_;
  std::vector<std::vector<std::uint32_t>> tables_;  // of each sensitive attribute
  std::vector<std::uint32_t> histogram_;
  std::vector<ClassHistograms::Count> counts_;
};

}  // namespace sourdine
