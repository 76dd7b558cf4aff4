// SurveyMemory: what a survey of people who report again goes on with: the key of the memo, and which symbols people
// have used. Locked and checked when it is read, brought up to date while reports are drawn, kept before any is sent.
// Internal to survey/.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "sourdine/base/atomic_file.h"
#include "sourdine/base/file_lock.h"
#include "sourdine/publish/kind.h"
#include "sourdine/survey/survey.h"
#include "sourdine/survey/symbol_state.h"

namespace sourdine {

// What whoever runs the survey says of its memory.
struct MemoryWishes {
  bool draws_key = false;   // the memo's key, which must not be there yet
  bool lost_state = false;  // begin again after the state was lost: the cap then bounds nothing
};

class SurveyMemory final : public KeptState {
 public:
  // In a check nothing is locked or made. Throws Error(bad_input): a key that is missing, too short, readable by
  // others, or not that of the collections in state and ledger; a state of another survey, or one that is not there
  // although it was kept.
  SurveyMemory(const PreparedSurvey& survey, const MemoryWishes& wishes, const Reading& reading);

  const RowSecret& secret() const { return *secret_; }
  SymbolState* symbols() { return symbols_ ? &*symbols_ : nullptr; }  // nullptr: nobody counts
  SymbolCap cap() const { return cap_; }

  void prepare() override;
  void keep() override;
  bool is_unchanged() const override;

 private:
  void open_symbols(const PreparedSurvey& survey, bool is_lost, bool has_collections);

  std::string key_path_;  // of a key that is to be kept; empty: it is there, or none is needed
  std::optional<RowSecret> secret_;
  SymbolCap cap_;
  std::string path_;  // of the symbols
  std::unique_ptr<FileLock> lock_;
  std::string found_;  // the bytes of the symbols, from prepare() on never empty
  std::optional<SymbolState> symbols_;
  std::unique_ptr<AtomicFile> file_;
};

}  // namespace sourdine
