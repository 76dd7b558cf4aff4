// The audit of everything: every protocol of the table by enumeration and by sampling, and every planted violation.
//
// Exact rows (the audit cases of every kind of protocol: small channels). A protocol passes when
// - the worst ratio of its channel is ≤ e^ε of the asked ε, decided on integers;
// - the ε it claims is the ε it has: never less, and to 10^−12 not more;
// - it spends at least 99.9 % of what was asked (so nothing is lost to rounding).
// The last is waived for those whose row says why they spend less.
// Single reports (memoised protocols, smallest domain): one report alone, against the smaller ε claimed for it.
// Empirical rows (every name once). The batch path does not refute the claim, nor is it provably noisier than an
// oracle's likelihoods say. Planted rows (they ship in a target of their own, audit/planted.h). The violation is
// caught, its healthy twin is not.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sourdine/audit/channel.h"
#include "sourdine/audit/divergence.h"
#include "sourdine/audit/empirical.h"
#include "sourdine/audit/planted.h"
#include "sourdine/oracle/spec.h"
#include "sourdine/protocol/table.h"

namespace sourdine {

struct ExactRow {
  std::string kind;  // of the protocol
  std::string name;
  Value k = 0;         // records: for an oracle the values of its domain
  double epsilon = 0;  // asked
  double claimed_epsilon = 0;
  double exact_epsilon = 0;
  std::size_t outputs = 0;
  std::uint64_t public_words = 0;  // hash seeds tried; 0 when none are published
  bool passed = false;
  std::string note = {};  // what failed, or why less than asked is spent
};

struct EmpiricalRow {
  std::string kind;
  std::string name;
  Value k = 0;
  double epsilon = 0;  // asked
  EmpiricalAudit audit = {};
  bool passed = false;
  std::string note = {};
};

struct MechanismAuditRow {
  std::string name;
  std::string title;   // of the case
  double epsilon = 0;  // stated
  double delta = 0;
  DivergenceAudit audit = {};
  bool passed = false;
  std::string note = {};
};

struct PlantedRow {
  std::string name;
  std::string broken;
  std::string published;
  Value k = 0;
  double claimed_epsilon = 0;
  double claimed_delta = 0;
  double exact_epsilon = 0;                  // what it really has
  double exact_delta = 0;                    // at the claimed ε, where probabilities are powers of e: a lower bound
  std::optional<double> epsilon_lower = {};  // what sampling proves; nothing when only enumeration can see it
  bool caught = false;                       // by every audit that can see it
  bool twin_passed = false;
};

struct AuditReport {
  std::vector<ExactRow> exact;
  std::vector<ExactRow> single_reports;  // of memoised protocols: one report against report_epsilon()
  std::vector<EmpiricalRow> empirical;
  std::vector<MechanismAuditRow> mechanisms;
  std::vector<PlantedRow> planted;

  bool passed() const;  // every row; false when there are none
};

struct AuditOptions {
  double sampled_epsilon = 1;  // of each name, the largest channel at this ε is sampled
  std::uint64_t trials = 200'000;
  std::uint64_t planted_trials = 50'000;
  double alpha = 1e-6;  // false-alarm rate of a whole run: shared among all empirical audits
};

// `planted` are the violations that the audit must catch (planted_violations() in audit/planted.h); none: it has not
// been audited itself, and does not pass.
AuditReport audit_all(std::span<const Planted> planted, Random& random, const AuditOptions& options = {},
                      const ProtocolTable& protocols = protocol_table(),
                      std::span<const MechanismRow> mechanisms = mechanism_table());
// With SecureBits, as reports are made.
AuditReport audit_all(std::span<const Planted> planted, const AuditOptions& options = {});

// One oracle as the caller wants to use it; `exact` is missing when its channel is too large to enumerate.
struct SingleAudit {
  std::optional<ExactRow> exact;
  EmpiricalRow empirical;

  bool passed() const { return (!exact || exact->passed) && empirical.passed; }
};
SingleAudit audit_one(const OracleSpec& spec, Random& random, const EmpiricalOptions& options = {});
SingleAudit audit_one(const OracleSpec& spec, std::uint64_t trials);

// What a protocol's rows are judged by. The name may differ from an oracle's own: adp becomes grr or oue.
struct Asked {
  std::string_view name;
  double epsilon;
  std::string_view spends_less;  // as in the table's row; empty: it must spend what was asked
};
ExactRow exact_row(const Protocol& protocol, const ChannelAudit& audit, const Asked& asked);
EmpiricalRow empirical_row(const Protocol& protocol, const EmpiricalAudit& audit, const Asked& asked);
// Enumerates one report alone, both stages of a memoised protocol, against report_epsilon().
ExactRow single_report_row(const Protocol& protocol, const Memoised& memoised, const Asked& asked);
MechanismAuditRow mechanism_row(std::string_view name, const MechanismCase& one);
PlantedRow audit_planted(const Planted& planted, Random& random, const EmpiricalOptions& options = {});

}  // namespace sourdine
