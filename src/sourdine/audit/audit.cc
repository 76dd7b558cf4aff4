#include "sourdine/audit/audit.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include "sourdine/mechanism/table.h"
#include "sourdine/oracle/table.h"
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
  if (!audit.within(row.claimed_epsilon)) return "it claims less than it spends";
  if (row.claimed_epsilon - row.exact_epsilon > claim_tolerance) return "it claims more than it spends";
  if (row.exact_epsilon < share_to_spend * row.epsilon && !may_spend_less) {
    return "it spends less than 99.9 % of what was asked";
  }
  return {};
}

// What cutting the enumeration may leave unproved of a δ.
constexpr double unproved_delta = 1e-6;

std::string divergence_fault(const MechanismAuditRow& row, bool may_spend_less) {
  const DivergenceAudit& audit = row.audit;
  if (!audit.sums_to_one) return "the probabilities of the outputs do not add up to 1";
  if (audit.violates(row.delta)) {
    return fmt::format("the exact delta exceeds the stated one: input {} against input {}", audit.likely,
                       audit.unlikely);
  }
  if (audit.delta_upper > row.delta + unproved_delta) return "too much of the noise was cut to prove the loss";
  const bool is_spent = row.delta > 0 ? audit.delta_lower >= share_to_spend * row.delta
                                      : audit.epsilon_lower >= share_to_spend * row.epsilon;
  return is_spent || may_spend_less ? "" : "it spends less than 99.9 % of what is stated";
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
std::string remark(const Protocol& protocol, const Asked& asked) {
  const auto* const oracle = dynamic_cast<const Oracle*>(&protocol);
  if (oracle != nullptr && oracle->k() > 1 && oracle->name() != asked.name) {
    return fmt::format("chose {}", oracle->name());
  }
  return std::string(asked.spends_less);
}

std::string_view why_less(const Oracle& oracle) {
  if (oracle.k() == 1) return "a domain of one value has nothing to hide";
  const std::string_view why = find_oracle(oracle.name()).spends_less;
  if (why.empty() && oracle.oracle_spec().epsilon > 40) return "64-bit thresholds cannot spend so large an epsilon";
  return why;
}

ExactRow judged(const Protocol& protocol, double claimed, const ChannelAudit& audit, const Asked& asked) {
  ExactRow row{.kind = std::string(protocol.spec()->kind()),
               .name = std::string(asked.name),
               .k = audit.values,
               .epsilon = asked.epsilon,
               .claimed_epsilon = claimed,
               .exact_epsilon = audit.exact_epsilon,
               .outputs = audit.outputs,
               .public_words = audit.public_words};
  const std::string fault = exact_fault(row, audit, !asked.spends_less.empty());
  row.passed = fault.empty();
  row.note = fault.empty() ? remark(protocol, asked) : fault;
  return row;
}

// Of each kind and name the largest channel at the ε nearest to the asked one: one to sample.
std::vector<const AuditCase*> sampled_cases(const std::vector<AuditCase>& cases, double epsilon) {
  std::vector<const AuditCase*> sampled;
  for (const AuditCase& one : cases) {
    const auto same = std::find_if(sampled.begin(), sampled.end(), [&](const AuditCase* other) {
      return other->name == one.name && other->protocol->spec()->kind() == one.protocol->spec()->kind();
    });
    const auto rank = [epsilon](const AuditCase& ranked) {
      return std::make_pair(-std::abs(ranked.epsilon - epsilon), ranked.records.size());
    };
    if (same == sampled.end()) {
      sampled.push_back(&one);
    } else if (rank(one) > rank(**same)) {
      *same = &one;
    }
  }
  return sampled;
}

// Two random stages take the square of the paths of one: of every name and ε, the smallest domain must do.
bool is_smallest(const AuditCase& one, const std::vector<AuditCase>& cases) {
  return std::none_of(cases.begin(), cases.end(), [&](const AuditCase& other) {
    return other.name == one.name && other.epsilon == one.epsilon && other.records.size() < one.records.size() &&
           other.protocol->spec()->kind() == one.protocol->spec()->kind();
  });
}

}  // namespace

ExactRow exact_row(const Protocol& protocol, const ChannelAudit& audit, const Asked& asked) {
  return judged(protocol, protocol.epsilon(), audit, asked);
}

ExactRow single_report_row(const Protocol& protocol, const Memoised& memoised, const Asked& asked) {
  ExactOptions options;
  options.max_decisions = std::uint64_t{1} << 25;
  const ChannelAudit audit = exact_channel(report_mechanism_of(memoised), protocol.domain_size(0), options);
  return judged(protocol, memoised.report_epsilon(), audit, asked);
}

EmpiricalRow empirical_row(const Protocol& protocol, const EmpiricalAudit& audit, const Asked& asked) {
  EmpiricalRow row{.kind = std::string(protocol.spec()->kind()),
                   .name = std::string(asked.name),
                   .k = audit.values,
                   .epsilon = asked.epsilon,
                   .audit = audit};
  const std::string fault = empirical_fault(audit);
  row.passed = fault.empty();
  row.note = fault.empty() ? remark(protocol, asked) : fault;
  if (audit.verdict() == EmpiricalVerdict::undecided) {
    row.note = "undecided: too few trials, or one report shows less than the claim covers";
  }
  return row;
}

MechanismAuditRow mechanism_row(std::string_view name, const MechanismCase& one) {
  MechanismAuditRow row{.name = std::string(name),
                        .title = one.title,
                        .epsilon = one.epsilon,
                        .delta = one.delta,
                        .audit = audit_divergence(one)};
  const std::string fault = divergence_fault(row, !one.spends_less.empty());
  row.passed = fault.empty();
  row.note = fault.empty() ? std::string(one.spends_less) : fault;
  return row;
}

MechanismCase planted_case(const Planted& planted, const AuditedMechanism& mechanism) {
  MechanismCase one{.title = std::string(planted.name),
                    .epsilon = planted.claimed_epsilon,
                    .delta = planted.claimed_delta,
                    .inputs = planted.k,
                    .neighbours = {},
                    .run = mechanism.weigh,
                    .prune_bits = planted.prune_bits,
                    .spends_less = "a claim, not a statement"};
  for (Value i = 0; i < planted.k; ++i) {
    for (Value j = i + 1; j < planted.k; ++j) one.neighbours.emplace_back(i, j);
  }
  return one;
}

PlantedRow audit_planted(const Planted& planted, Random& random, const EmpiricalOptions& options) {
  PlantedRow row{.name = std::string(planted.name),
                 .broken = std::string(planted.broken),
                 .published = std::string(planted.published),
                 .k = planted.k,
                 .claimed_epsilon = planted.claimed_epsilon,
                 .claimed_delta = planted.claimed_delta};
  if (planted.violation.weigh) {
    const MechanismAuditRow violation = mechanism_row(planted.name, planted_case(planted, planted.violation));
    row.exact_epsilon = violation.audit.epsilon_lower;
    row.exact_delta = violation.audit.delta_lower;
    row.caught = violation.audit.sums_to_one && violation.audit.violates(planted.claimed_delta);
    row.twin_passed = mechanism_row(planted.name, planted_case(planted, planted.twin)).passed;
  } else {
    ExactOptions exact;
    exact.branches.prune_bits = planted.prune_bits;
    const ChannelAudit violation = exact_channel(planted.violation.enumerate, planted.k, exact);
    const ChannelAudit twin = exact_channel(planted.twin.enumerate, planted.k, exact);
    row.exact_epsilon = violation.exact_epsilon;
    row.caught = violation.rows_sum_to_one && !violation.within(planted.claimed_epsilon);
    row.twin_passed = twin.rows_sum_to_one && twin.within(planted.claimed_epsilon);
  }

  const auto sampled = [&](const AuditedMechanism& mechanism) {
    return audit_empirical(mechanism.sample, planted.k, planted.claimed_epsilon, random, options);
  };
  if (planted.seen_by_sampling) {
    const EmpiricalAudit audit = sampled(planted.violation);
    row.epsilon_lower = audit.epsilon_lower;
    row.caught = row.caught && audit.verdict() == EmpiricalVerdict::violates;
  }
  if (planted.claimed_delta > 0) return row;  // sampling bounds the ratio of two probabilities: it cannot see a δ
  row.twin_passed = row.twin_passed && sampled(planted.twin).verdict() != EmpiricalVerdict::violates;
  return row;
}

AuditReport audit_all(std::span<const Planted> planted, Random& random, const AuditOptions& options,
                      const ProtocolTable& protocols, std::span<const MechanismRow> mechanisms) {
  AuditReport report;
  std::vector<AuditCase> cases;
  for (const ProtocolKind& kind : protocols.rows()) {
    std::vector<AuditCase> found = kind.audit_cases();
    if (found.empty()) {
      report.exact.push_back({.kind = std::string(kind.kind),
                              .name = std::string(kind.kind),
                              .note = "there is nothing to audit: the table has no case for it"});
    }
    std::ranges::move(found, std::back_inserter(cases));
  }
  for (const AuditCase& one : cases) {
    const Protocol& protocol = *one.protocol;
    report.exact.push_back(
        exact_row(protocol, audit_exact(protocol, one.records), {one.name, one.epsilon, one.spends_less}));
    const auto* const memoised = dynamic_cast<const Memoised*>(&protocol);
    if (memoised != nullptr && is_smallest(one, cases)) {
      report.single_reports.push_back(
          single_report_row(protocol, *memoised, {one.name, one.epsilon, "one report alone"}));
    }
  }
  const auto sampled = sampled_cases(cases, options.sampled_epsilon);
  // A planted violation and its twin are two audits.
  const double alpha = options.alpha / static_cast<double>(sampled.size() + 2 * planted.size());
  for (const AuditCase* const one : sampled) {
    const EmpiricalAudit audit =
        audit_empirical(*one->protocol, one->records, random, {.trials = options.trials, .alpha = alpha});
    report.empirical.push_back(empirical_row(*one->protocol, audit, {one->name, one->epsilon, one->spends_less}));
  }
  for (const MechanismRow& row : mechanisms) {
    const std::vector<MechanismCase> found = row.audit_cases();
    if (found.empty()) {
      report.mechanisms.push_back({.name = std::string(row.name),
                                   .title = std::string(row.title),
                                   .note = "there is nothing to audit: the table has no case for it"});
    }
    for (const MechanismCase& one : found) report.mechanisms.push_back(mechanism_row(row.name, one));
  }
  for (const Planted& one : planted) {
    report.planted.push_back(audit_planted(one, random, {.trials = options.planted_trials, .alpha = alpha}));
  }
  return report;
}

AuditReport audit_all(std::span<const Planted> planted, const AuditOptions& options) {
  return audit_all(planted, SecureBits::this_thread(), options);
}

bool AuditReport::passed() const {
  const auto all_passed = [](const auto& rows) {
    return !rows.empty() && std::all_of(rows.begin(), rows.end(), [](const auto& row) { return row.passed; });
  };
  return all_passed(exact) && all_passed(single_reports) && all_passed(empirical) && all_passed(mechanisms) &&
         !planted.empty() && std::all_of(planted.begin(), planted.end(), [](const PlantedRow& row) {
           return row.caught && row.twin_passed;
         });
}

SingleAudit audit_one(const OracleSpec& spec, Random& random, const EmpiricalOptions& options) {
  const auto oracle = make_oracle(spec);
  // Where the parameters decide ε, the oracle's spec has it.
  const Asked asked{spec.oracle, oracle->oracle_spec().epsilon, why_less(*oracle)};
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
