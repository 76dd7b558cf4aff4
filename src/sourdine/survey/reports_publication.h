// The reports of a survey: a table of people → report files (.srep), paid for before. One file per collection; where
// the table has several collections, a directory of them that appears whole or not at all. All collections are paid for
// together, or none is.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sourdine/publish/publish.h"
#include "sourdine/survey/memory.h"
#include "sourdine/survey/people.h"
#include "sourdine/survey/told.h"

namespace sourdine {

inline constexpr Kind reports_kind{.name = "reports",
                                   .verb = "survey randomize",
                                   .title = Words("reports", "rapports"),
                                   .form = Form::file,
                                   .page_bundle = ""};

struct ReportsWishes {
  std::string collection = {};  // only this one; where no column says it, the name of all rows' collection
  MemoryWishes memory = {};
};

class ReportsPublication final : public Ground {
 public:
  ReportsPublication(PreparedSurvey survey, ReportsWishes wishes)
      : survey_(std::move(survey)), wishes_(std::move(wishes)) {}

  const Kind& kind() const override { return reports_kind; }
  const Head& head() const override { return survey_.config.head; }
  Form form() const override { return people_.size() > 1 ? Form::files : Form::file; }
  void require_replaceable(const std::string& out) const override;
  // Throws what read_people() and SurveyMemory do, and Error(bad_input) for a collection without a name, or one that
  // was reported already.
  void read(const Reading& reading) override;
  // Of every collection, in order: what people answered does not change it.
  std::vector<Spending> spendings(const Drawing& drawing) const override;
  Outlook outlook(const Drawing& drawing) override;
  Drawn draw(const Drawing& drawing) override;
  KeptState* state() override { return memory_.get(); }

  const PreparedSurvey& prepared() const { return survey_; }
  // When so many collections more are counted: after draw(), none.
  std::optional<PersonTotal> person(std::uint64_t collections = 0) const;

 private:
  bool is_private(const Drawing& drawing) const;

  PreparedSurvey survey_;
  ReportsWishes wishes_;
  std::vector<SurveyCollection> people_ = {};
  std::unique_ptr<SurveyMemory> memory_ = {};  // nothing: people report once
};

}  // namespace sourdine
