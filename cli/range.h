// The verbs of `sourdine range`, one file each, and what they share.
#pragma once

#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "app.h"
#include "publishing.h"
#include "sourdine/ranges/answers_publication.h"

namespace sourdine::cli {

void add_range_build(Command& range, Context& context);
void add_range_query(Command& range, Context& context);
void add_range_stream(Command& range, Context& context);
void add_range_plan(Command& range, Context& context);

// What pays for ranges; without a ledger nothing does.
struct RangeLedgerOptions {
  std::string ledger, budget_file;
  std::optional<double> budget;

  void add(Command& command);
  void apply(Head& head) const;
};

// Answers, which can be published in a directory.
struct AnswersOptions : PublishingOptions {
  std::string file;  // that is asked
  std::string title, language = "en";
  double confidence = 0.95;

  // --publish and what belongs to it; `what` is published ("answers").
  void add_publishing(Command& command);
  void add_confidence(Command& command);
  bool is_publishing() const { return !out.empty() || is_check; }
  // Error(usage) for options of a publication where there is none.
  void require_publishing() const;
  Head head() const;
};
// Shows them and publishes them in a directory, or checks what would come of it.
void publish_answers(const AnswersOptions& options, AnswersConfig config, Context& context);

void print_answers(std::ostream& out, const OpenRange& range, const std::vector<RangeAnswer>& answers,
                   double confidence, bool has_nodes);

}  // namespace sourdine::cli
