// The functions of COIN-OR Clp that are used, loaded at the first call. Internal to mobility/ (third-party types).
#pragma once

#include <Clp_C_Interface.h>

#include "sourdine/base/shared_library.h"

namespace sourdine {

struct Clp {
  SharedLibrary library{"libClp.so.1", "solving contradictions among statistics", "coinor-libclp1"};

  decltype(&::Clp_newModel) new_model = library["Clp_newModel"];
  decltype(&::Clp_deleteModel) delete_model = library["Clp_deleteModel"];
  decltype(&::Clp_setLogLevel) set_log_level = library["Clp_setLogLevel"];
  decltype(&::Clp_loadProblem) load_problem = library["Clp_loadProblem"];
  decltype(&::Clp_setPrimalTolerance) set_primal_tolerance = library["Clp_setPrimalTolerance"];
  decltype(&::Clp_initialSolve) initial_solve = library["Clp_initialSolve"];
  decltype(&::Clp_status) status = library["Clp_status"];
  decltype(&::Clp_objectiveValue) objective_value = library["Clp_objectiveValue"];
  decltype(&::Clp_primalColumnSolution) column_solution = library["Clp_primalColumnSolution"];
};

const Clp& clp();

}  // namespace sourdine
