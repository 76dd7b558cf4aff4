// Answers to ranges as a publication: a range file, a stream, a tally or published ranges → a directory of
//   answers.csv  range, estimate, std_error, lower, upper, in the order of the questions; of a grid with the place
// with statement, page and sums. It costs nothing anew: what it is computed from was paid for, and it says by what it
// can be told: the fingerprint of published ranges, the SHA-256 of a file, the ledger's entry. Of a stream the file is
// no more than an entry may tell: a sum of it would let whoever sees later answers try what was in it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sourdine/publish/publish.h"
#include "sourdine/ranges/open_range.h"
#include "sourdine/ranges/statement.h"

namespace sourdine {

inline constexpr Kind answers_kind{.name = "answers",
                                   .verb = "range query",
                                   .title = Words("answers to ranges", "réponses à des plages"),
                                   .form = Form::directory,
                                   .page_bundle = "range"};

struct AnswersConfig {
  Head head = {};           // its ledger is where the source was paid for; may be empty
  std::string source = {};  // as OpenRange::load() takes it
  AskedRanges asked = {};
  // Of a stream, in place of what is asked: how many so far, after the last step or after each.
  enum class Totals { none, last, each } totals = Totals::none;
  double confidence = 0.95;
};

class AnswersPublication final : public Ground {
 public:
  explicit AnswersPublication(AnswersConfig config) : config_(std::move(config)), confidence_(config_.confidence) {}

  const Kind& kind() const override { return answers_kind; }
  const Head& head() const override { return config_.head; }
  // Throws as OpenRange does; Error(bad_input) when the ledger has no entry of the source.
  void read(const Reading& reading) override;
  std::vector<Spending> spendings(const Drawing&) const override { return {}; }
  // Draws nothing.
  Drawn draw(const Drawing& drawing) override;
  Outlook outlook(const Drawing& drawing) override;

  const OpenRange& range() const { return *range_; }  // after read()
  const std::vector<RangeAnswer>& answers() const { return answers_; }

 private:
  void find_payment(const StopToken& stop);

  AnswersConfig config_;
  Confidence confidence_;
  std::optional<OpenRange> range_;
  std::vector<RangeAnswer> answers_;
  nlohmann::ordered_json source_;
  std::optional<nlohmann::ordered_json> spending_;  // of the page, where the ledger is known
};

}  // namespace sourdine
