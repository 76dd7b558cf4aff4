#include "sourdine/publish/head.h"

#include <fmt/format.h>

#include <filesystem>

#include "sourdine/base/error.h"
#include "sourdine/privacy/ledger/entry.h"
#include "sourdine/publish/config_section.h"
#include "sourdine/publish/words.h"

namespace sourdine {

std::string Head::ledger() const {
  if (!ledger_name.empty()) return ledger_name;
  return (std::filesystem::path(path).parent_path() / (dataset + std::string(ledger_ending))).string();
}

Spending Head::spending() const {
  Spending spending;
  spending.ledger = ledger();
  spending.budget_file = budget_file;
  spending.budget = budget;
  spending.dataset = dataset;
  return spending;
}

void Head::require(bool holds, const std::string& what, const std::string& hint) const {
  if (!holds) fail_input(fmt::format("'{}': {}", path, what), hint);
}

void read_title(ConfigSection& top, Head& head) {
  head.path = top.config().path;
  top.read({{"title", head.title}});
  top.word("language", head.language, {{"en", Language::en}, {"fr", Language::fr}});
  head.require(!head.title.empty(), "'title' is empty", "Give the page a title in words, or leave the key out.");
}

void read_head(ConfigSection& top, Head& head, const Words& title) {
  const bool has_file = top.config().has_file;
  if (has_file) head.dataset = std::filesystem::path(top.config().path).stem().string();
  head.title = title.in(Language::en);
  read_title(top, head);
  if (!top.has("title")) head.title = title.in(head.language);
  top.read({{"dataset", head.dataset}});
  read_payment_keys(top, head);
  top.require("population", head.has_population || !top.has("population"), "means nothing yet",
              "Leave it out: estimates are about those who are in the data, and about nobody else.");
  head.require(has_file || !head.dataset.empty(), "there is no 'dataset'",
               "Name the data set: what is published of it adds up under that name, in its ledger.");
  head.require(!head.dataset.empty() && head.dataset.find('/') == std::string::npos && head.dataset[0] != '.',
               "'dataset' must be a name without '/', since the ledger is named after it");
}

void read_payment_keys(ConfigSection& privacy, Head& head) {
  constexpr double most_budget = 1e6;
  privacy.source("ledger", head.ledger_name);
  privacy.budget("budget", head.budget, head.budget_file);
  head.require(!head.budget || (*head.budget > 0 && *head.budget <= most_budget),
               "'budget' must be a number greater than 0");
}

}  // namespace sourdine
