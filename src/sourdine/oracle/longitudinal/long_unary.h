// l-sue, l-osue, l-oue, l-soue: unary encodings for people who report again and again.
//
// Domain and report: 0 … k−1; k bits. The permanent response is a unary encoding at ε, drawn once per client and value
//   and kept; every report randomises its bits once more. Clients that come back: MemoClient (protocol/memoised.h),
//   report_rows() (protocol/memo_rows.h); symbols are the values.
// Probabilities: first round symmetric (p1 = e^{ε/2}/(e^{ε/2}+1), q1 = 1−p1: l-sue, l-soue) or optimised (p1 = ½,
//   q1 = 1/(e^ε+1): l-osue, l-oue); second round symmetric (l-sue, l-osue) or p2 = ½ (l-oue, l-soue), the other
//   probability such that one report tells ε1 (chain.h). yes = a, no = b of both rounds.
// ε = ε∞ = ln[p1(1−q1)/((1−p1)q1)]: all reports of a client about one value, together, for ever. One report alone tells
//   ε1 = ln[a(1−b)/((1−a)b)], the parameter epsilon1 (half of ε); t of them epsilon_after(t). l-oue and l-soue have an
//   ε1 that they cannot reach: ln((2e^ε+1)/3), and ε/2 + ln((1+p1)/(2−p1)).
// Variance: n·V0 = b(1−b)/(a−b)², at frequency f that plus f(1−a−b)/(a−b). One report of l-sue is one of sue at ε1, one
//   of l-osue one of oue at ε1: 4e^ε1/(e^ε1−1)², the smallest.
// Cost: randomise O(k), tally O(k), decode O(k).
// Choose l-osue for large domains; l-sue is basic RAPPOR; l-oue and l-soue are kept to compare.
// Reference: Arcolezi, Couchot, Al Bouna, Xiao, Improving the utility of locally differentially private protocols for
//   longitudinal and multidimensional frequency estimates, Digital Communications and Networks 2022.
#pragma once

#include <memory>

#include "sourdine/oracle/oracle.h"

namespace sourdine {

// Parameter "epsilon1".
std::unique_ptr<Oracle> make_l_sue(OracleSpec spec);
std::unique_ptr<Oracle> make_l_osue(OracleSpec spec);
std::unique_ptr<Oracle> make_l_oue(OracleSpec spec);
std::unique_ptr<Oracle> make_l_soue(OracleSpec spec);

}  // namespace sourdine
