// Head: what every configuration says at its top, read by one function: what the publication is called, about which
// data set, in which language, and what pays for it. The keys stand at the top of the file; `ledger` and `budget` may
// stand in [privacy], where they used to.
#pragma once

#include <optional>
#include <string>

#include "sourdine/base/language.h"
#include "sourdine/ledger_store/spending.h"

namespace sourdine {

class ConfigSection;
class Words;

struct Head {
  std::string path = {};  // of the configuration, for messages
  std::string title = {};
  std::string dataset = {};  // the name in the ledger; default: the file's name without its ending
  Language language = Language::en;
  std::string ledger_name = {};       // a file, "sqlite:PATH" or "postgresql://…"; empty: DATASET.ledger.jsonl
  std::optional<double> budget = {};  // `budget = 3`
  std::string budget_file = {};       // `budget = "budget.toml"`; empty: the one beside the ledger, if there is one
  bool has_population = false;        // the kind has a section [population] of its own; set before read_head()

  // The one that is named, or the file beside the configuration, named after the data set: configurations of one data
  // set share it.
  std::string ledger() const;
  // What is paid by it: ledger, budget and data set filled in.
  Spending spending() const;
  // Throws Error(bad_input) naming the configuration, unless it holds.
  void require(bool holds, const std::string& what, const std::string& hint = {}) const;
};

// Title and language alone, of what pays nothing. Throws as read_head() does.
void read_title(ConfigSection& top, Head& head);
// The keys at the top. Throws Error(bad_input): an empty title, a data set that cannot name a file; where the
// configuration has no file to be named after, none at all. `title`: where none is given.
void read_head(ConfigSection& top, Head& head, const Words& title);
// Those of [privacy].
void read_payment_keys(ConfigSection& privacy, Head& head);

}  // namespace sourdine
