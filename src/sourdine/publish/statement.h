// Statement: what a publication promises and what it does not, in plain words of one language. Page, PRIVACY.md,
// manifest, terminal and API say these sentences and word none of their own.
#pragma once

#include <string>
#include <utility>
#include <vector>

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

// Words that every kind says alike.
namespace shared_words {
inline constexpr Words seeded{
    "The randomness comes from a seed, for tests: whoever knows the seed can undo it. Do not publish this.",
    "Le hasard vient d'une graine, pour des essais : qui la connaît peut le défaire. Ne publiez pas ceci."};
inline constexpr Words weak{"epsilon {epsilon} is so large that nothing is protected",
                            "epsilon {epsilon} est si grand que rien n'est protégé"};
inline constexpr Words unit{"unit", "unité protégée"};
inline constexpr Words neighbours{"neighbours", "voisins"};
inline constexpr Words made{"made", "fait"};
inline constexpr Words made_by{"{date}, by {software}", "le {date}, par {software}"};
}  // namespace shared_words

}  // namespace sourdine
