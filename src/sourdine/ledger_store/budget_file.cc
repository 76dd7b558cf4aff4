#include "sourdine/ledger_store/budget_file.h"

#include <fmt/format.h>

#include <cmath>
#include <filesystem>
#include <span>
#define TOML_EXCEPTIONS 1
#include <toml++/toml.h>

#include "sourdine/base/error.h"
#include "sourdine/base/input_file.h"
#include "sourdine/base/text.h"
#include "sourdine/ledger_store/open_ledger.h"

namespace sourdine {
namespace {

constexpr std::size_t max_budget_bytes = std::size_t{1} << 20;

// One table of the file: its keys must be among those that are known.
class BudgetTable {
 public:
  BudgetTable(const toml::table& table, const std::string& path, std::span<const std::string_view> keys)
      : table_(table), path_(path) {
    for (const auto& [key, node] : table) {
      if (std::find(keys.begin(), keys.end(), key.str()) != keys.end()) continue;
      fail_input(
          fmt::format("line {} of '{}': '{}' is no key of a budget", node.source().begin.line, path, shown(key.str())),
          suggestion(key.str(), keys) + "docs/ledger.md has them all.");
    }
  }

  std::string text(const char* key, const std::string& otherwise) const {
    const toml::node* node = table_.get(key);
    if (node == nullptr) return otherwise;
    const auto value = node->value_exact<std::string>();
    if (!value) fail(*node, key, "must be a text");
    return *value;
  }
  std::optional<double> number(const char* key) const {
    const toml::node* node = table_.get(key);
    if (node == nullptr) return std::nullopt;
    const auto value = node->value<double>();
    if (!node->is_number() || !value || !std::isfinite(*value)) fail(*node, key, "must be a number");
    return value;
  }
  std::optional<std::uint64_t> whole(const char* key) const {
    const toml::node* node = table_.get(key);
    if (node == nullptr) return std::nullopt;
    const auto value = node->value_exact<std::int64_t>();
    if (!value || *value < 1) fail(*node, key, "must be a whole number of at least 1");
    return static_cast<std::uint64_t>(*value);
  }
  const toml::table* table(const char* key) const {
    const toml::node* node = table_.get(key);
    if (node == nullptr) return nullptr;
    if (!node->is_table()) fail(*node, key, fmt::format("must be a table: write [{}]", key));
    return node->as_table();
  }
  // What parsing a word of ours throws, with its place.
  template <class Parse>
  auto word(const char* key, const std::string& otherwise, const Parse& parse) const {
    try {
      return parse(text(key, otherwise));
    } catch (const Error& error) {
      const toml::node* node = table_.get(key);
      fail_input(fmt::format("line {} of '{}': {}: {}", node == nullptr ? 1 : node->source().begin.line, path_, key,
                             error.what()),
                 error.hint());
    }
  }

  [[noreturn]] void fail(const char* key, const std::string& what) const {
    const toml::node* node = table_.get(key);
    fail(node == nullptr ? table_ : *node, key, what);
  }

 private:
  [[noreturn]] void fail(const toml::node& node, const char* key, const std::string& what) const {
    fail_input(fmt::format("line {} of '{}': '{}' {}", node.source().begin.line, path_, key, what));
  }

  const toml::table& table_;
  const std::string& path_;
};

BudgetLimit limit_from(const BudgetTable& table) {
  BudgetLimit limit;
  const auto epsilon = table.number("epsilon");
  if (!epsilon) table.fail("epsilon", "is missing: how much may be spent");
  if (!(*epsilon >= 1e-9 && *epsilon <= 1e6)) table.fail("epsilon", "must be a number from 10^-9 to 10^6");
  limit.epsilon = ExactEpsilon::spendable(*epsilon);
  if (const auto delta = table.number("delta")) {
    if (!(*delta >= 0 && *delta < 1)) table.fail("delta", "must be a number of at least 0 and below 1, like 1e-6");
    limit.delta = ExactDecimal::spendable(*delta);
  }
  return limit;
}

}  // namespace

BudgetPolicy parse_budget(const std::string& text, const std::string& path) {
  toml::table file;
  try {
    file = toml::parse(text, path);
  } catch (const toml::parse_error& error) {
    fail_input(fmt::format("line {} of '{}' is not TOML: {}", error.source().begin.line, path, error.description()),
               "docs/ledger.md has an example.");
  }
  static constexpr std::string_view keys[] = {"dataset", "unit", "neighbours", "within", "total", "month", "person"};
  static constexpr std::string_view limit_keys[] = {"epsilon", "delta"};
  static constexpr std::string_view person_keys[] = {"epsilon", "delta", "max_events"};
  const BudgetTable top(file, path, keys);
  BudgetPolicy policy{.source = path, .dataset = top.text("dataset", "")};
  policy.neighbours = top.word("neighbours", "replace", [](const std::string& word) { return neighbours_from(word); });
  const bool is_nearby = policy.neighbours == Neighbours::nearby;
  policy.unit =
      top.word("unit", is_nearby ? "place" : "event", [](const std::string& word) { return unit_from(word); });
  policy.within = top.number("within");
  if (is_nearby != policy.within.has_value()) {
    top.fail(is_nearby ? "neighbours" : "within",
             is_nearby ? "is \"nearby\": how near, in metres, is said by 'within', like within = 200"
                       : "is for neighbours = \"nearby\"");
  }
  if (policy.within && !(*policy.within > 0 && *policy.within <= 1e7)) {
    top.fail("within", "must be a distance in metres, like 200");
  }
  if (const auto* total = top.table("total")) policy.total = limit_from(BudgetTable(*total, path, limit_keys));
  if (const auto* month = top.table("month")) policy.month = limit_from(BudgetTable(*month, path, limit_keys));
  if (const auto* person = top.table("person")) {
    const BudgetTable table(*person, path, person_keys);
    policy.max_units = table.whole("max_events");
    // A bound on a person's events alone says how to count for the other limits.
    if (table.number("epsilon") || policy.unit != Unit::person) policy.person = limit_from(table);
  }
  if (!policy.total && !policy.month && !policy.person) {
    fail_input(fmt::format("'{}' has no limit: neither [total] nor [month] nor [person]", path),
               "Give one of them an epsilon.");
  }
  return policy;
}

BudgetPolicy read_budget(const std::string& path) {
  InputFile file(path);
  std::string text(max_budget_bytes, '\0');
  std::size_t have = 0;
  while (have < text.size()) {
    const std::size_t got = file.read({reinterpret_cast<std::uint8_t*>(text.data()) + have, text.size() - have});
    if (got == 0) break;
    have += got;
  }
  if (have == max_budget_bytes) fail_input(fmt::format("'{}' is too long for a budget", path));
  text.resize(have);
  return parse_budget(text, path);
}

std::optional<std::string> budget_beside(const std::string& ledger) {
  constexpr std::string_view sqlite = "sqlite:";
  const bool is_sqlite = ledger.starts_with(sqlite);
  if (is_database(ledger) && !is_sqlite) return std::nullopt;  // a server's has no folder
  std::error_code ignored;
  std::filesystem::path file = is_sqlite ? ledger.substr(sqlite.size()) : ledger;
  // As the head does, it lies beside the file that a symbolic link leads to.
  if (std::filesystem::is_symlink(file, ignored)) file = std::filesystem::weakly_canonical(file, ignored);
  const auto path = file.parent_path() / "budget.toml";
  if (!std::filesystem::exists(path, ignored)) return std::nullopt;
  return path.string();
}

}  // namespace sourdine
