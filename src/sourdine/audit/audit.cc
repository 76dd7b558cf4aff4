#include "sourdine/audit/audit.h"

#include <fmt/format.h>

#include <algorithm>

#include "sourdine/random/secure_bits.h"

namespace sourdine {
namespace {

constexpr double claim_tolerance = 1e-12;
constexpr double share_to_spend = 0.999;

// What is wrong with the channel, in a sentence; empty when nothing is.
std::string exact_fault(const ExactRow& row, const ChannelAudit& audit, bool may_spend_less) {
  if (!audit.rows_sum_to_one) return "the probabilities of the outputs do not add up to 1";
  if (!audit.within(row.epsilon)) {
    return fmt::format("the exact epsilon exceeds the asked one: output for value {} against value {}", audit.likely,
                       audit.unlikely);
  }
  if (audit.is_lower_bound) return "the channel is unbounded: enumeration proves a lower bound only";
  if (!audit.within(row.claimed_epsilon)) return "the oracle claims less than it spends";
  if (row.claimed_epsilon - row.exact_epsilon > claim_tolerance) return "the oracle claims more than it spends";
  if (row.exact_epsilon < share_to_spend * row.epsilon && !may_spend_less) {
    return "the oracle spends less than 99.9 % of what was asked";
  }
  return {};
}

std::string empirical_fault(const EmpiricalAudit& audit) {
  switch (audit.verdict()) {
    case EmpiricalVerdict::violates:
      return fmt::format("sampling proves more than the claimed epsilon: value {} against value {}", audit.v1,
                         audit.v2);
    case EmpiricalVerdict::over_noised:
      return "the batch path adds more noise than the oracle's likelihoods say";
    case EmpiricalVerdict::agrees:
    case EmpiricalVerdict::undecided:
      return {};
  }
  return {};
}

// What a reader of a row without fault should know.
std::string remark(const Oracle& oracle, const Asked& asked) {
  if (oracle.k() > 1 && oracle.spec().oracle != asked.oracle) return fmt::format("chose {}", oracle.spec().oracle);
  return std::string(asked.spends_less);
}

std::string_view why_less(const Oracle& oracle) {
  if (oracle.k() == 1) return "a domain of one value has nothing to hide";
  const std::string_view why = find_oracle(oracle.spec().oracle).spends_less;
  if (why.empty() && oracle.spec().epsilon > 40) return "64-bit thresholds cannot spend so large an epsilon";
  return why;
}

void audit_oracle(const OracleRow& row, Random& random, const AuditOptions& options, const EmpiricalOptions& empirical,
                  AuditReport& report) {
  for (const Value k : options.domain_sizes) {
    for (const double epsilon : options.epsilons) {
      const auto oracle = make_oracle(table_spec(row, Domain(k), epsilon, true));
      report.oracles.push_back(exact_row(*oracle, audit_exact(*oracle), {row.name, epsilon, row.spends_less}));
      // Two random stages take the square of the paths of one: the smallest domain must do.
      if (oracle->report_epsilon() < oracle->epsilon() && k == options.domain_sizes.front()) {
        report.single_reports.push_back(single_report_row(*oracle, {row.name, epsilon, "one report alone"}));
      }
    }
  }
  const auto oracle = make_oracle(table_spec(row, Domain(options.sampled_k), options.sampled_epsilon, true));
  report.empirical.push_back(empirical_row(*oracle, audit_empirical(*oracle, random, empirical),
                                           {row.name, options.sampled_epsilon, row.spends_less}));
}

}  // namespace

namespace {

ExactRow row_of(const Oracle& oracle, double claimed, const ChannelAudit& audit, const Asked& asked) {
  ExactRow row{.name = std::string(asked.oracle),
               .k = oracle.k(),
               .epsilon = asked.epsilon,
               .claimed_epsilon = claimed,
               .exact_epsilon = audit.exact_epsilon,
               .outputs = audit.outputs,
               .public_words = audit.public_words};
  const std::string fault = exact_fault(row, audit, !asked.spends_less.empty());
  row.passed = fault.empty();
  row.note = fault.empty() ? remark(oracle, asked) : fault;
  return row;
}

}  // namespace

ExactRow exact_row(const Oracle& oracle, const ChannelAudit& audit, const Asked& asked) {
  return row_of(oracle, oracle.epsilon(), audit, asked);
}

ExactRow single_report_row(const Oracle& oracle, const Asked& asked) {
  ExactOptions options;
  options.max_decisions = std::uint64_t{1} << 25;
  return row_of(oracle, oracle.report_epsilon(), exact_channel(report_mechanism_of(oracle), oracle.k(), options),
                asked);
}

EmpiricalRow empirical_row(const Oracle& oracle, const EmpiricalAudit& audit, const Asked& asked) {
  EmpiricalRow row{.name = std::string(asked.oracle), .k = oracle.k(), .epsilon = asked.epsilon, .audit = audit};
  const std::string fault = empirical_fault(audit);
  row.passed = fault.empty();
  row.note = fault.empty() ? remark(oracle, asked) : fault;
  if (audit.verdict() == EmpiricalVerdict::undecided) {
    row.note = "undecided: too few trials, or one report shows less than the claim covers";
  }
  return row;
}

PlantedRow audit_planted(const Planted& planted, Random& random, const EmpiricalOptions& options) {
  PlantedRow row{.name = std::string(planted.name),
                 .broken = std::string(planted.broken),
                 .published = std::string(planted.published),
                 .k = planted.k,
                 .claimed_epsilon = planted.claimed_epsilon};
  ExactOptions exact;
  exact.branches.prune_bits = planted.prune_bits;
  const ChannelAudit violation = exact_channel(planted.violation.enumerate, planted.k, exact);
  const ChannelAudit twin = exact_channel(planted.twin.enumerate, planted.k, exact);
  row.exact_epsilon = violation.exact_epsilon;
  row.caught = violation.rows_sum_to_one && !violation.within(planted.claimed_epsilon);
  row.twin_passed = twin.rows_sum_to_one && twin.within(planted.claimed_epsilon);

  const auto sampled = [&](const AuditedMechanism& mechanism) {
    return audit_empirical(mechanism.sample, planted.k, planted.claimed_epsilon, random, options);
  };
  if (planted.seen_by_sampling) {
    const EmpiricalAudit audit = sampled(planted.violation);
    row.epsilon_lower = audit.epsilon_lower;
    row.caught = row.caught && audit.verdict() == EmpiricalVerdict::violates;
  }
  row.twin_passed = row.twin_passed && sampled(planted.twin).verdict() != EmpiricalVerdict::violates;
  return row;
}

AuditReport audit_all(Random& random, const AuditOptions& options) {
  AuditReport report;
  const auto oracles = oracle_table();
  const auto planted = planted_violations();
  // A planted violation and its twin are two audits.
  const double alpha = options.alpha / static_cast<double>(oracles.size() + 2 * planted.size());
  for (const OracleRow& row : oracles) {
    audit_oracle(row, random, options, {.trials = options.trials, .alpha = alpha}, report);
  }
  for (const Planted& one : planted) {
    report.planted.push_back(audit_planted(one, random, {.trials = options.planted_trials, .alpha = alpha}));
  }
  return report;
}

AuditReport audit_all(const AuditOptions& options) { return audit_all(SecureBits::this_thread(), options); }

bool AuditReport::passed() const {
  const auto all_passed = [](const auto& rows) {
    return !rows.empty() && std::all_of(rows.begin(), rows.end(), [](const auto& row) { return row.passed; });
  };
  return all_passed(oracles) && all_passed(single_reports) && all_passed(empirical) && !planted.empty() &&
         std::all_of(planted.begin(), planted.end(),
                     [](const PlantedRow& row) { return row.caught && row.twin_passed; });
}

SingleAudit audit_one(const OracleSpec& spec, Random& random, const EmpiricalOptions& options) {
  const auto oracle = make_oracle(spec);
  // Where the parameters decide ε, the oracle's spec has it.
  const Asked asked{spec.oracle, oracle->spec().epsilon, why_less(*oracle)};
  SingleAudit result;
  if (const auto channel = try_exact_channel(mechanism_of(*oracle), oracle->k())) {
    result.exact = exact_row(*oracle, *channel, asked);
  }
  result.empirical = empirical_row(*oracle, audit_empirical(*oracle, random, options), asked);
  return result;
}

SingleAudit audit_one(const OracleSpec& spec, std::uint64_t trials) {
  return audit_one(spec, SecureBits::this_thread(), {.trials = trials});
}

}  // namespace sourdine
