// ADP: the better of grr and oue for this domain and ε. The choice depends on public numbers only.
//
// grr when k ≤ 3e^ε + 2, where its n·V0 = (e^ε+k−2)/(e^ε−1)² is at most oue's 4e^ε/(e^ε−1)²; oue otherwise.
// The oracle made is the chosen one and its spec says so: files name what their reports are, and merge with files
// that were made with grr or oue directly.
// Everything else (report, probabilities, ε, variance, cost): grr.h, unary.h.
// Choose it when k varies and one rule shall serve all attributes.
// Reference: Wang, Blocki, Li, Jha, Locally differentially private protocols for frequency estimation, USENIX Security
//   2017, section 4.4.
#pragma once

#include <memory>

#include "sourdine/oracle/oracle.h"

namespace sourdine {

std::unique_ptr<Oracle> make_adp(OracleSpec spec);

}  // namespace sourdine
