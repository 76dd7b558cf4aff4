#include "sourdine/survey/memory.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <cerrno>
#include <filesystem>

#include "sourdine/base/error.h"
#include "sourdine/base/system_failure.h"
#include "sourdine/random/memo_key.h"
#include "sourdine/survey/reports.h"
#include "sourdine/survey/spending.h"

namespace sourdine {
namespace {

[[noreturn]] void fail_other_key(const PreparedSurvey& survey, const std::string& what) {
  fail_input(
      what, fmt::format(
                "Restore '{}' as it was: another key draws everybody's permanent responses anew, and no total that was "
                "stated would hold. Where it is lost, begin another survey, with a 'dataset' and a 'state' of its own.",
                survey.config.privacy.memo_key));
}

// Blurring draws a key where there is none; here that would spend everything again.
RowSecret earlier_secret(const std::string& path) {
  const FoundMemoKey found = look_for_memo_key(path);
  if (found.secret) return *found.secret;
  if (found.what == FoundMemoKey::What::nothing) {
    fail_input(
        fmt::format("the memo's key '{}' is missing", path),
        "Before the first collection give --new-key; later restore it: with another key everybody spends again.");
  }
  fail_input(fmt::format("'{}' is no key of a memo: 64 hexadecimal digits{}", path,
                         found.is_short ? ", and this is too short" : ""),
             "Restore the key of the earlier collections, or draw the first one by --new-key.");
}

RowSecret first_secret(const PreparedSurvey& survey, const StopToken& stop) {
  const std::string& path = survey.config.privacy.memo_key;
  if (look_for_memo_key(path).what != FoundMemoKey::What::nothing) {
    fail_input(fmt::format("the memo's key '{}' is there already", path),
               "Leave --new-key out: another key would draw everybody's permanent responses anew, and spend again.");
  }
  if (!keys_with_collections(survey, stop).empty() || find_symbol_state(survey.config.state_file())) {
    fail_other_key(survey, "there are collections of this survey under a key already");
  }
  return RowSecret::draw();
}

// Throws Error(bad_input) when the ledger has some under another key.
bool has_collections_under(const PreparedSurvey& survey, const RowSecret& secret, const StopToken& stop) {
  std::set<std::string> keys = keys_with_collections(survey, stop);
  const bool has_this_key = keys.erase(key_name(survey, secret)) > 0;
  if (!keys.empty()) {
    fail_other_key(survey, fmt::format("'{}' has collections of this survey under another key",
                                       shown_ledger(survey.config.head.ledger())));
  }
  return has_this_key;
}

void require_same_survey(const PreparedSurvey& survey, const SymbolStateAbout& found, const SymbolStateAbout& about) {
  const std::string path = survey.config.state_file();
  if (found.is_private != about.is_private) {
    fail_input(fmt::format("the state '{}' is that of {} collections", path, found.is_private ? "real" : "seeded"),
               "Give seeded collections a state of their own.");
  }
  if (found.dataset != about.dataset || found.memo != about.memo) {
    fail_input(fmt::format("the state '{}' belongs to another survey: data set, solution, attributes, labels, oracles "
                           "and epsilon must stay as they are, and epsilon1 where it chooses the oracle or its g",
                           path),
               "A changed survey is a new one: give it a data set and a state of its own.");
  }
  if (!(found == about)) {
    fail_other_key(survey,
                   fmt::format("the state '{}' was kept under another {}", path, about.is_private ? "key" : "seed"));
  }
}

// The folder of the file, for its owner alone, where there is none.
void make_state_folder(const std::string& path) {
  const std::string folder = std::filesystem::path(path).parent_path().string();
  if (folder.empty() || ::mkdir(folder.c_str(), S_IRWXU) == 0 || errno == EEXIST) return;
  fail_system(fmt::format("cannot make the folder '{}'", folder), errno, "The folder above it must be there.");
}

std::string bytes_of(const std::optional<SymbolState>& state) { return state ? state->to_bytes() : ""; }

}  // namespace

SurveyMemory::SurveyMemory(const PreparedSurvey& survey, const MemoryWishes& wishes, const Reading& reading)
    : cap_(survey.promised_cap()) {
  const SurveyPrivacyConfig& privacy = survey.config.privacy;
  if (reading.secret) {
    secret_ = reading.secret;
  } else if (wishes.draws_key) {
    secret_ = first_secret(survey, reading.stop);
    key_path_ = privacy.memo_key;
  } else {
    secret_ = earlier_secret(privacy.memo_key);
  }
  const bool has_collections = secret_->is_private() && has_collections_under(survey, *secret_, reading.stop);
  if (!privacy.state.empty()) {
    path_ = survey.config.state_file();
    if (!reading.is_check) {
      make_state_folder(path_);
      lock_ = std::make_unique<FileLock>(path_, FileLock::Absent::created);
      lock_->keep_for_owner();
    }
    open_symbols(survey, wishes.lost_state, has_collections);
  } else if (wishes.lost_state) {
    fail_input(fmt::format("'{}' names no 'state', so none is lost", survey.config.head.path));
  }
}

void SurveyMemory::open_symbols(const PreparedSurvey& survey, bool is_lost, bool has_collections) {
  const SymbolStateAbout about{.dataset = survey.config.head.dataset,
                               .memo = memo_name(survey),
                               .key = key_name(survey, *secret_),
                               .is_private = secret_->is_private()};
  symbols_ = find_symbol_state(path_);
  found_ = bytes_of(symbols_);
  if (symbols_) {
    if (is_lost) fail_input(fmt::format("the state '{}' is there: nothing was lost", path_), "Leave --state-lost out.");
    require_same_survey(survey, symbols_->about(), about);
  } else {
    if (!is_lost && has_collections) {
      fail_input(fmt::format("'{}' has collections under this key, and the state '{}' is not there",
                             shown_ledger(survey.config.head.ledger()), path_),
                 "Restore it; where it is lost, give --state-lost: the cap then bounds nothing, and is stated so.");
    }
    symbols_.emplace(about, is_lost);
  }
  symbols_->set_cap(survey.config.privacy.cap);
  if (symbols_->is_lost()) cap_ = SymbolCap::lost;
}

// A key, and a state in which nobody has used a symbol, are kept before anything is reserved under the key's name: a
// crash in between leaves what nobody has used, and not a ledger that asks for a key and for symbols that nobody has.
void SurveyMemory::prepare() {
  if (!key_path_.empty() && !keep_memo_key(key_path_, *secret_)) {
    fail_input(fmt::format("the memo's key '{}' is there by now", key_path_), "Another process has drawn it.");
  }
  if (!symbols_) return;
  const auto write = [this](const std::string& bytes) {
    file_ = std::make_unique<AtomicFile>(path_, StopToken::never());
    file_->append(bytes);
  };
  if (found_.empty()) {
    found_ = SymbolState(symbols_->about(), symbols_->is_lost()).to_bytes();
    write(found_);
    file_->commit();
  }
  write(symbols_->to_bytes());
}

void SurveyMemory::keep() {
  if (file_) file_->commit();
}

// A keep() that failed may have put the new state there all the same: what that counts has to stay spent.
bool SurveyMemory::is_unchanged() const {
  if (!symbols_) return true;
  try {
    return bytes_of(find_symbol_state(path_)) == found_;
  } catch (const Error&) {
    return false;
  }
}

}  // namespace sourdine
