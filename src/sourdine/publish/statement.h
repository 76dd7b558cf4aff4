// Statement: what a publication promises and what it does not, in plain words of one language. Page, PRIVACY.md,
// manifest, terminal and API say these sentences and word none of their own.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "sourdine/privacy/guarantee.h"
#include "sourdine/publish/shared_words.h"
#include "sourdine/publish/speaker.h"

namespace sourdine {

struct Statement {
  std::string promise = {};             // one sentence
  std::vector<std::string> holds = {};  // what follows from it
  std::vector<std::string> not_protected = {};
  std::vector<std::string> not_private_because = {};  // empty: the promise holds
  std::vector<std::string> beside = {};               // what the numbers leave out
  bool is_differential = true;  // false: it is a weaker promise, which says so itself and holds as it stands
};

// Sentences in the order they are said.
class Sentences {
 public:
  explicit Sentences(const Speaker& speaker) : speaker_(speaker) {}
  Sentences& say(const Words& words, Words::Filled filled = {}) { return say_if(true, words, filled); }
  Sentences& say_if(bool is_so, const Words& words, Words::Filled filled = {}) {
    if (is_so) list_.push_back(speaker_.say(words, filled));
    return *this;
  }
  Sentences& add(std::vector<std::string> sentences) {
    for (std::string& sentence : sentences) list_.push_back(std::move(sentence));
    return *this;
  }
  const std::vector<std::string>& list() const { return list_; }

 private:
  Speaker speaker_;
  std::vector<std::string> list_;
};

// The change that a promise of differential privacy is about: as its sentence begins ("Had any one event …"), and what
// it is called in a table.
struct Change {
  Words had, unit, neighbours;
};

// What a guarantee promises against this change, and why it does not if so. What it holds and leaves open is the kind's
// to say, with these beside it.
Statement promising_statement(const Guarantee& guarantee, const Change& change, bool is_seeded, const Speaker& speaker);
// What follows from every such promise: how well one can guess at best, and against whom it holds.
std::vector<std::string> what_always_follows(const Guarantee& guarantee, const Speaker& speaker);
// Model, ε, δ, unit and neighbours.
std::vector<std::pair<std::string, std::string>> claim_numbers(const Guarantee& guarantee, const Change& change,
                                                               const Speaker& speaker);

// Above it what should be protected can often be guessed, which a statement says.
inline constexpr double weak_epsilon = 4;

// What PRIVACY.md says beside the statement, in the publication's language.
struct StatementSection {
  Words heading;
  std::string text;
};
struct StatementDetails {
  std::string coverage = {};  // what it is about: stands below the promise
  std::vector<StatementSection> sections = {};
  std::vector<std::pair<std::string, std::string>> numbers = {};  // label and value
};

// PRIVACY.md.
std::string statement_document(const std::string& title, const Statement& statement, const StatementDetails& details,
                               Language language);

// "- …\n" each.
std::string bullet_list(const std::vector<std::string>& items);

}  // namespace sourdine
