// The audit of everything: every oracle of the table by enumeration and by sampling, and every planted violation.
//
// Exact rows (every oracle × ε × k, small channels). An oracle passes when
// - the worst ratio of its channel is ≤ e^ε of the asked ε, decided on integers;
// - the ε it claims is the ε it has: never less, and to 10^−12 not more;
// - it spends at least 99.9 % of what was asked (so nothing is lost to rounding).
// The last is waived for oracles whose table row says why they spend less.
// Single reports (memoised oracles, smallest k): one report alone, against the smaller ε claimed for it.
// Empirical rows (every oracle once). The batch path neither refutes the claim nor is provably noisier than the
// oracle's likelihoods. Planted rows. The violation is caught, its healthy twin is not.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sourdine/audit/channel.h"
#include "sourdine/audit/empirical.h"
#include "sourdine/audit/planted.h"
#include "sourdine/oracle/table.h"

namespace sourdine {

struct ExactRow {
  std::string name;
  Value k = 0;
  double epsilon = 0;  // asked
  double claimed_epsilon = 0;
  double exact_epsilon = 0;
  std::size_t outputs = 0;
  std::uint64_t public_words = 0;  // hash seeds tried; 0 when none are published
  bool passed = false;
  std::string note = {};  // what failed, or why less than asked is spent
};

struct EmpiricalRow {
  std::string name;
  Value k = 0;
  double epsilon = 0;  // asked
  EmpiricalAudit audit = {};
  bool passed = false;
  std::string note = {};
};

struct PlantedRow {
  std::string name;
  std::string broken;
  std::string published;
  Value k = 0;
  double claimed_epsilon = 0;
  double exact_epsilon = 0;                  // what it really has
  std::optional<double> epsilon_lower = {};  // what sampling proves; nothing when only enumeration can see it
  bool caught = false;                       // by every audit that can see it
  bool twin_passed = false;
};

struct AuditReport {
  std::vector<ExactRow> oracles;
  std::vector<ExactRow> single_reports;  // of memoised oracles: one report against report_epsilon()
  std::vector<EmpiricalRow> empirical;
  std::vector<PlantedRow> planted;

  bool passed() const;  // every row; false when there are none
};

struct AuditOptions {
  std::vector<double> epsilons = {0.1, 0.5, 1, 2, 4};
  std::vector<Value> domain_sizes = {2, 3, 5};
  double sampled_epsilon = 1;
  Value sampled_k = 5;
  std::uint64_t trials = 200'000;
  std::uint64_t planted_trials = 50'000;
  double alpha = 1e-6;  // false-alarm rate of a whole run: shared among all empirical audits
};

AuditReport audit_all(Random& random, const AuditOptions& options = {});
// With SecureBits, as reports are made.
AuditReport audit_all(const AuditOptions& options = {});

// One oracle as the caller wants to use it; `exact` is missing when its channel is too large to enumerate.
struct SingleAudit {
  std::optional<ExactRow> exact;
  EmpiricalRow empirical;

  bool passed() const { return (!exact || exact->passed) && empirical.passed; }
};
SingleAudit audit_one(const OracleSpec& spec, Random& random, const EmpiricalOptions& options = {});
SingleAudit audit_one(const OracleSpec& spec, std::uint64_t trials);

// What an oracle's rows are judged by. The name may differ from the oracle's own: adp becomes grr or oue.
struct Asked {
  std::string_view oracle;
  double epsilon;
  std::string_view spends_less;  // as in the table's row; empty: it must spend what was asked
};
ExactRow exact_row(const Oracle& oracle, const ChannelAudit& audit, const Asked& asked);
EmpiricalRow empirical_row(const Oracle& oracle, const EmpiricalAudit& audit, const Asked& asked);
// Enumerates one report alone, both stages of a memoised oracle, against report_epsilon().
ExactRow single_report_row(const Oracle& oracle, const Asked& asked);
PlantedRow audit_planted(const Planted& planted, Random& random, const EmpiricalOptions& options = {});

}  // namespace sourdine
