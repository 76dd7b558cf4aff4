// The audit and bench cases of every row of the table of mechanisms. Internal to the folder.
#pragma once

#include <vector>

#include "sourdine/mechanism/table.h"

namespace sourdine::mechanism_cases {

// In audit_cases.cc.
std::vector<MechanismCase> audit_laplace();
std::vector<MechanismCase> audit_gaussian();
std::vector<MechanismCase> audit_bounded();
std::vector<MechanismCase> audit_flip();
std::vector<MechanismCase> audit_sparse();
std::vector<MechanismCase> audit_partitions();
std::vector<MechanismCase> audit_quantile();
std::vector<MechanismCase> audit_planar();

// In bench_cases.cc.
std::vector<MechanismBench> bench_laplace();
std::vector<MechanismBench> bench_gaussian();
std::vector<MechanismBench> bench_bounded();
std::vector<MechanismBench> bench_flip();
std::vector<MechanismBench> bench_sparse();
std::vector<MechanismBench> bench_partitions();
std::vector<MechanismBench> bench_quantile();
std::vector<MechanismBench> bench_planar();

}  // namespace sourdine::mechanism_cases
