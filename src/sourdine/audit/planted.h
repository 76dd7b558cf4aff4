// The zoo of planted violations: mechanisms broken on purpose, most of them after a defect that was published, each
// with a healthy twin. An audit that misses one, or flags a twin, is itself broken; so every run audits them all.
//
// planted_violations() is in the target sourdine::planted: what ships to people does not carry broken mechanisms unless
// it audits.
//
// Each is written once against Chance, so the same code is enumerated (exact audit) and sampled (empirical audit).
#pragma once

#include <span>
#include <string_view>

#include "sourdine/audit/channel.h"
#include "sourdine/audit/divergence.h"
#include "sourdine/audit/empirical.h"

namespace sourdine {

struct AuditedMechanism {
  Mechanism enumerate;  // empty where `weigh` is given
  Sampler sample;
  WeighedMechanism weigh = {};  // for probabilities that are powers of e, and for claims with a δ
};

struct Planted {
  std::string_view name;
  std::string_view broken;     // what is wrong
  std::string_view published;  // where it was seen
  double claimed_epsilon;
  double claimed_delta = 0;
  Value k;
  bool seen_by_sampling;  // large enough for the empirical audit; the exact audit must catch every one
  double prune_bits;      // where unbounded noise is cut in the enumeration
  AuditedMechanism violation;
  AuditedMechanism twin;
};

// The violation or its twin as a case of the audit of (ε, δ): all inputs are neighbours. `weigh` is given.
MechanismCase planted_case(const Planted& planted, const AuditedMechanism& mechanism);

std::span<const Planted> planted_violations();

}  // namespace sourdine
