#include "sourdine/oracle/adaptive.h"

#include "sourdine/oracle/grr.h"
#include "sourdine/oracle/keep.h"
#include "sourdine/oracle/unary.h"
#include "sourdine/random/exact.h"

namespace sourdine {

std::unique_ptr<Oracle> make_adp(OracleSpec spec) {
  require_epsilon(spec.epsilon);
  const bool is_small = spec.k() <= 3 * capped_exp(spec.epsilon) + 2;
  spec.oracle = is_small ? "grr" : "oue";
  return is_small ? make_grr(std::move(spec)) : make_oue(std::move(spec));
}

}  // namespace sourdine
