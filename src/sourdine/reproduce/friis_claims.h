// What the thesis of Friis (2021) concludes from its experiments, each conclusion beside what correct structures show.
#pragma once

#include <string>
#include <vector>

#include "sourdine/reproduce/friis_break_even.h"
#include "sourdine/reproduce/friis_study.h"
#include "sourdine/reproduce/study_chart.h"

namespace sourdine {

struct FriisClaim {
  std::string section;  // of the thesis
  std::string claim;
  bool holds;
  std::string finding;  // with our figures
  Chart chart;
};

// In the order of the thesis. The study must have N = 512 and 2048 and ε = 1.
std::vector<FriisClaim> friis_claims(const FriisStudy& study, const std::vector<FriisBreakEven>& break_evens);

// ε that the oracle of the thesis has in truth when `epsilon` is asked for over g values: it lies uniformly over all of
// them, the true one included, with probability 1 − e^ε/(e^ε + g − 1) only. ln(1 + g·e^ε/(g−1)).
double friis_oracle_epsilon(double epsilon, double g);

}  // namespace sourdine
