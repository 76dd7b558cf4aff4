// PreparedSurvey: what a configuration says, made ready: the protocol of its reports, and what these reports promise.
//
// Asked once, the reports are those of the tuple protocol. Asked again and again, every attribute has a memoised oracle
// (oracle/longitudinal/): smp and allomfree ask each person about one attribute for life, spl about all of them, each
// with its share of ε and ε1. Everything below is computed from the integer thresholds in use.
//
// The total of a person. Each further symbol of an attribute spends that attribute's ε again, so after c collections a
// person has spent at most
//   spl   Σ_j min(c, limit_j)·ε_j        smp   max_j min(c, limit_j)·ε_j
// where limit_j is the number of symbols there are, or the cap if that is smaller and somebody counts. The number does
// not depend on what people answered: it can be published and charged. It holds against other histories in
// which, attribute by attribute, the same collections have equal symbols (longitudinal/leakage.h).
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "sourdine/longitudinal/leakage.h"
#include "sourdine/survey/config.h"
#include "sourdine/tuple/tuple_protocol.h"

namespace sourdine {

struct PreparedSurvey {
  SurveyConfig config;
  std::shared_ptr<const TupleProtocol> protocol;

  std::size_t width() const { return protocol->width(); }
  bool is_split() const { return protocol->tuple_spec().solution == TupleSolution::spl; }
  // The attribute's oracle as Memoised; repeated collections only.
  const Memoised& memoised(std::size_t attribute) const;

  // ε of the first report alone: of all attributes, of one.
  TuplePrivacy first_report() const;
  // How many symbols of the attribute a person can have: all there are, or the cap where it is enforced.
  std::uint64_t limit(std::size_t attribute, SymbolCap cap) const;
  std::uint64_t largest_limit(SymbolCap cap) const;
  // The total above; without a memo, that of a fresh report in every collection.
  double total(std::uint64_t collections, SymbolCap cap) const;
  // What the collection of this number (≥ 1) adds to it, rounded up.
  double step(std::uint64_t collection, SymbolCap cap) const;
  double lifetime_total(SymbolCap cap) const { return total(largest_limit(cap), cap); }
  // What the configuration promises as long as nothing is lost.
  SymbolCap promised_cap() const { return config.privacy.cap ? SymbolCap::enforced : SymbolCap::none; }
};

// Names of the intervals between the edges; the values of an attribute have English ones, whatever language is read.
std::vector<std::string> bin_labels(const std::vector<double>& edges, Language language);
// The values of an attribute, reading the file of labels where there is one. Throws Error(bad_input).
Domain survey_domain(const SurveyAttributeConfig& attribute);
// Throws Error(bad_input): domains, ε, ε1, oracles or priors that cannot be; an oracle without a memo where people
// report again, and one with a memo where they do not.
PreparedSurvey prepare_survey(SurveyConfig config);

// After how many reports of one person the curve of what they tell is shown.
std::vector<std::uint64_t> usual_report_counts();

}  // namespace sourdine
