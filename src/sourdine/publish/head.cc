#include "sourdine/publish/head.h"

#include <fmt/format.h>

#include <filesystem>

#include "sourdine/base/error.h"
#include "sourdine/privacy/ledger/entry.h"
#include "sourdine/publish/config_section.h"
#include "sourdine/publish/words.h"

namespace sourdine {
namespace {

constexpr double most_budget = 1e6;

void require(bool holds, const Head& head, const std::string& what, const std::string& hint = {}) {
  if (!holds) fail_input(fmt::format("'{}': {}", head.path, what), hint);
}

}  // namespace

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

void read_title(ConfigSection& top, Head& head) {
  top.text("title", head.title);
  top.choice("language", [&](const std::string& word) {
    head.language = one_of<Language>(word, {{"en", Language::en}, {"fr", Language::fr}});
  });
  require(!head.title.empty(), head, "'title' is empty", "Give the page a title in words, or leave the key out.");
}

void read_head(ConfigSection& top, Head& head, bool is_named) {
  if (is_named) head.dataset = std::filesystem::path(head.path).stem().string();
  read_title(top, head);
  top.text("dataset", head.dataset);
  read_payment_keys(top, head);
  if (!head.has_population && top.has("population")) {
    fail_input(fmt::format("{}: 'population' means nothing yet", top.place("population")),
               "Leave it out: estimates are about those who are in the data, and about nobody else.");
  }
  require(is_named || !head.dataset.empty(), head, "there is no 'dataset'",
          "Name the data set: what is published of it adds up under that name, in its ledger.");
  require(!head.dataset.empty() && head.dataset.find('/') == std::string::npos && head.dataset[0] != '.', head,
          "'dataset' must be a name without '/', since the ledger is named after it");
}

void read_head(ConfigSection& top, Head& head, bool is_named, const Words& title) {
  head.title = title.in(Language::en);
  read_head(top, head, is_named);
  if (!top.has("title")) head.title = title.in(head.language);
}

void read_payment_keys(ConfigSection& privacy, Head& head) {
  privacy.source("ledger", head.ledger_name);
  privacy.budget("budget", head.budget, head.budget_file);
  require(!head.budget || (*head.budget > 0 && *head.budget <= most_budget), head,
          "'budget' must be a number greater than 0");
}

}  // namespace sourdine
