#include "sourdine/survey/randomize.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>

#include "sourdine/base/atomic_file.h"
#include "sourdine/base/error.h"
#include "sourdine/base/file_lock.h"
#include "sourdine/base/text.h"
#include "sourdine/blur/memo_key.h"
#include "sourdine/protocol/report_file.h"
#include "sourdine/publish/new_directory.h"
#include "sourdine/survey/files.h"
#include "sourdine/survey/reports.h"
#include "sourdine/survey/spending.h"

namespace sourdine {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail_other_key(const SurveyGround& ground, const std::string& what) {
  fail_input(what, fmt::format("Restore '{}' as it was: another key draws everybody's permanent responses anew, and no "
                               "total that was stated would hold. Where it is lost, begin another survey, with a "
                               "'dataset' and a 'state' of its own.",
                               ground.config.privacy.memo_key));
}

RowSecret survey_secret(const SurveyGround& ground, const SurveyRandomizing& options) {
  if (options.secret) return *options.secret;
  const std::string& path = ground.config.privacy.memo_key;
  std::error_code ignored;
  const bool is_there = fs::exists(path, ignored);
  if (options.draws_key) {
    if (is_there) {
      fail_input(fmt::format("the memo's key '{}' is there already", path),
                 "Leave --new-key out: another key would draw everybody's permanent responses anew, and spend again.");
    }
    if (!keys_with_collections(ground, options.stop).empty() || find_symbol_state(ground.config.state_file())) {
      fail_other_key(ground, "there are collections of this survey under a key already");
    }
    return open_memo_key(path);
  }
  if (!is_there) {
    fail_input(
        fmt::format("the memo's key '{}' is missing", path),
        "Before the first collection give --new-key; later restore it: with another key everybody spends again.");
  }
  try {
    if (const auto secret = find_memo_key(path)) return *secret;
  } catch (const Error& error) {
    // Blurring draws a key where there is none; here that would spend everything again.
    if (std::string_view(error.what()).find("is no key of a memo") == std::string_view::npos) throw;
    const bool is_short = fs::file_size(path, ignored) < 2 * RowSecret::size;
    throw Error(error.code(), fmt::format("{}{}", error.what(), is_short ? ", and this is too short" : ""),
                "Restore the key of the earlier collections, or draw the first one by --new-key.");
  }
  fail_input(fmt::format("the memo's key '{}' cannot be read", path));
}

// Throws Error(bad_input) when the ledger has some under another key.
bool has_collections_under(const SurveyGround& ground, const RowSecret& secret, const StopToken& stop) {
  const std::set<std::string> keys = keys_with_collections(ground, stop);
  const std::string own = key_name(ground, secret);
  for (const std::string& key : keys) {
    if (key == own) continue;
    fail_other_key(ground, fmt::format("'{}' has collections of this survey under another key",
                                       shown_ledger(ground.config.ledger())));
  }
  return !keys.empty();
}

// The state of a counted survey: locked, read, brought up to date, and written back before anything is sent.
class CountedSymbols {
 public:
  CountedSymbols(const SurveyGround& ground, const RowSecret& secret, bool has_collections,
                 const SurveyRandomizing& options)
      : path_(ground.config.state_file()) {
    make_state_folder(path_);
    lock_ = std::make_unique<FileLock>(path_, FileLock::Absent::created);
    lock_->keep_for_owner();
    const SymbolStateAbout about{.dataset = ground.config.dataset,
                                 .memo = memo_name(ground),
                                 .key = key_name(ground, secret),
                                 .is_private = secret.is_private()};
    auto found = find_symbol_state(path_);
    found_ = bytes_of(found);
    if (found) {
      if (options.lost_state) {
        fail_input(fmt::format("the state '{}' is there: nothing was lost", path_), "Leave --state-lost out.");
      }
      require_same_survey(ground, found->about(), about);
      state = std::make_unique<SymbolState>(std::move(*found));
    } else {
      if (!options.lost_state && has_collections) {
        fail_input(fmt::format("'{}' has collections under this key, and the state '{}' is not there",
                               shown_ledger(ground.config.ledger()), path_),
                   "Restore it; where it is lost, give --state-lost: the cap then bounds nothing, and is stated so.");
      }
      state = std::make_unique<SymbolState>(about, options.lost_state);
    }
    state->set_cap(ground.config.privacy.cap);
  }

  // A second file of a collection would be added to the first.
  void refuse_again(const std::string& collection) const {
    const std::vector<std::string>& all = state->collections();
    if (std::find(all.begin(), all.end(), collection) == all.end()) return;
    fail_input(fmt::format("collection '{}' was reported already", shown(collection)),
               "--force makes its reports again, and counts one collection more: throw the first ones away.");
  }

  // What cannot be written fails here, when nothing was spent.
  void prepare() {
    file_ = std::make_unique<AtomicFile>(path_);
    file_->append(state->to_bytes());
  }
  void keep() { file_->commit(); }
  // Whether the state is as it was found. A keep() that failed may have put the new one there all the same: what that
  // counts has to stay spent.
  bool is_unchanged() const {
    try {
      return bytes_of(find_symbol_state(path_)) == found_;
    } catch (const Error&) {
      return false;
    }
  }

  std::unique_ptr<SymbolState> state;

 private:
  static std::string bytes_of(const std::optional<SymbolState>& state) { return state ? state->to_bytes() : ""; }
  void require_same_survey(const SurveyGround& ground, const SymbolStateAbout& found,
                           const SymbolStateAbout& about) const {
    if (found.is_private != about.is_private) {
      fail_input(fmt::format("the state '{}' is that of {} collections", path_, found.is_private ? "real" : "seeded"),
                 "Give seeded collections a state of their own.");
    }
    if (found.dataset != about.dataset || found.memo != about.memo) {
      fail_input(
          fmt::format("the state '{}' belongs to another survey: data set, solution, attributes, labels, oracles "
                      "and epsilon must stay as they are, and epsilon1 where it chooses the oracle or its g",
                      path_),
          "A changed survey is a new one: give it a data set and a state of its own.");
    }
    if (!(found == about)) {
      fail_other_key(ground,
                     fmt::format("the state '{}' was kept under another {}", path_, about.is_private ? "key" : "seed"));
    }
  }

  std::string path_;
  std::unique_ptr<FileLock> lock_;
  std::string found_;  // the bytes of the state; empty: there was none
  std::unique_ptr<AtomicFile> file_;
};

void refuse_made_reports(const SurveyRandomizing& options, bool is_directory) {
  std::error_code ignored;
  if (!fs::exists(options.out, ignored)) return;
  if (!options.replaces) {
    fail_input(fmt::format("'{}' is there already, and may hold reports that were spent for", options.out),
               "Choose another name, or give --force: what was spent stays spent.");
  }
  if (fs::is_directory(options.out, ignored) != is_directory) {
    fail_input(fmt::format("'{}' is {}, and these reports are {}", options.out, is_directory ? "a file" : "a directory",
                           is_directory ? "of several collections: a directory" : "of one collection: a file"));
  }
  is_directory ? refuse_other_files(options.out, "report file", ".srep") : require_report_file(options.out);
}

// Reservations that are all there or none is.
class Reservations {
 public:
  void add(const Spending& spending, const StopToken& stop) {
    try {
      all_.push_back(reserve_for(spending, stop));
    } catch (...) {
      cancel();
      throw;
    }
  }
  void cancel() {
    for (Reservation& one : all_) one.cancel();
    all_.clear();
  }
  void commit() {
    for (Reservation& one : all_) one.commit();
  }
  const LedgerTotal& total() const { return all_.back().total(); }

 private:
  std::vector<Reservation> all_;
};

// Where each collection goes: one file, or a directory of them.
class SurveyOutput {
 public:
  SurveyOutput(const SurveyRandomizing& options, std::size_t collections) : out_(options.out) {
    refuse_made_reports(options, collections > 1);
    if (collections > 1) directory_ = std::make_unique<NewDirectory>(out_, options.replaces);
  }
  std::string path(const std::string& collection) const {
    return directory_ ? directory_->file((collection + ".srep").c_str()) : out_;
  }
  std::string shown_path(const std::string& collection) const {
    return directory_ ? (fs::path(out_) / (collection + ".srep")).string() : out_;
  }
  void appear() {
    if (directory_) directory_->appear();
  }

 private:
  std::string out_;
  std::unique_ptr<NewDirectory> directory_;
};

PersonTotal person_total(const SurveyGround& ground, const SymbolState* state, SymbolCap cap) {
  PersonTotal person{.cap = cap, .lifetime = ground.lifetime_total(cap)};
  person.total = person.lifetime;
  if (state == nullptr) return person;
  person.collections = state->collections().size();
  person.most_symbols = state->most_symbols();
  person.repeats = state->repeats();
  if (!state->is_lost()) person.total = ground.total(state->possible(), cap);
  return person;
}

}  // namespace

RandomizedSurvey randomize_survey(SurveyGround given, const RandomSource& random, const SurveyRandomizing& options) {
  RandomizedSurvey made{.ground = std::move(given), .collections = {}, .person = {}, .spent = {}};
  const SurveyGround& ground = made.ground;
  const bool is_repeated = ground.config.is_repeated;
  if (is_repeated && ground.config.people.collection.empty() && options.people.collection.empty()) {
    fail_input(fmt::format("which collection this is, '{}' does not say, and neither does the command line",
                           ground.config.path),
               "Give --collection 2026-01, or name the column: [people] collection = \"month\".");
  }
  options.progress("reading the people");
  const std::vector<SurveyCollection> people = read_people(ground, options.people);
  if (people.size() > 1) {
    for (const SurveyCollection& one : people) require_file_name(one.name);
  }
  SurveyOutput output(options, people.size());
  std::optional<RowSecret> secret;
  std::unique_ptr<CountedSymbols> counted;
  made.is_private = random.is_private();
  if (is_repeated) {
    secret = survey_secret(ground, options);
    made.is_private = made.is_private && secret->is_private();
    const bool has_collections = secret->is_private() && has_collections_under(ground, *secret, options.stop);
    if (!ground.config.privacy.state.empty()) {
      counted = std::make_unique<CountedSymbols>(ground, *secret, has_collections, options);
    } else if (options.lost_state) {
      fail_input(fmt::format("'{}' names no 'state', so none is lost", ground.config.path));
    }
  }
  if (counted && !options.replaces) {
    for (const SurveyCollection& one : people) counted->refuse_again(one.name);
  }
  SymbolState* const state = counted ? counted->state.get() : nullptr;
  SymbolCap cap = ground.promised_cap();
  if (state != nullptr && state->is_lost()) cap = SymbolCap::lost;
  const auto spending_of_collection = [&](const SurveyCollection& one, std::uint64_t symbols) {
    const std::string purpose = one.name.empty() ? options.out : fmt::format("{} ({})", options.out, one.name);
    if (!is_repeated) return once_spending(ground, purpose, !made.is_private);
    return repeated_spending(ground, *secret,
                             {.purpose = purpose, .is_seeded = !made.is_private, .cap = cap, .symbols = symbols});
  };
  const std::uint64_t limit = is_repeated ? ground.largest_limit(cap) : 0;
  // Before anything is drawn.
  ask_for(spending_of_collection(people.front(), state != nullptr ? state->possible_next(limit) : 0), options.stop);
  std::vector<std::uint64_t> symbols;  // after each collection
  std::vector<Reports> reports;
  for (const SurveyCollection& one : people) {
    options.progress(one.name.empty() ? "randomising" : fmt::format("randomising '{}'", escaped(one.name)));
    reports.push_back(is_repeated ? memo_reports(ground, one, *secret, random, state, options.stop)
                                  : fresh_reports(ground, one, random, options.stop));
    if (state != nullptr) state->add_collection(one.name, limit);
    symbols.push_back(state != nullptr ? state->possible() : 0);
  }
  const auto writer_of = [&](const SurveyCollection& one) {
    return ReportWriter::create(output.path(one.name), *ground.protocol, one.name, made.is_private);
  };
  std::optional<ReportWriter> writer = writer_of(people.front());  // what cannot be written costs nothing
  if (counted) counted->prepare();
  Reservations reservations;
  for (std::size_t i = 0; i < people.size(); ++i) {
    reservations.add(spending_of_collection(people[i], symbols[i]), options.stop);
  }
  made.spent = reservations.total();
  try {
    if (counted) counted->keep();
  } catch (...) {
    if (counted->is_unchanged()) reservations.cancel();  // nothing was sent
    throw;
  }
  for (std::size_t i = 0; i < people.size(); ++i) {
    const std::string& name = people[i].name;
    if (!writer) writer = writer_of(people[i]);
    writer->write(reports[i]);
    writer->close();
    writer.reset();
    made.collections.push_back({name, people[i].people, output.shown_path(name)});
  }
  output.appear();
  reservations.commit();
  if (is_repeated) made.person = person_total(ground, state, cap);
  return made;
}

}  // namespace sourdine
