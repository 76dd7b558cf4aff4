// The table of kinds: what Sourdine publishes or keeps, one row each. `inspect`, `verify`, `page`, `forecast` and
// whoever else opens what somebody received go by it, and tests/kinds runs every verb on every row: a new kind is a
// row, and a file or directory of it among the fixtures of tests/publish/old.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "sourdine/kinds/inspection.h"
#include "sourdine/publish/kind.h"

namespace sourdine {

struct OpenedKind;

struct KindRow {
  Kind kind;
  std::string_view what;  // for `inspect`: "a release, what a third party receives"
  // The verbs that take it, the most useful first; `inspect` takes everything.
  std::span<const std::string_view> taken_by;
  // Facts, promise and guarantee into an Inspection that has kind, title and version. Throws Error(bad_input) or
  // nlohmann::json::exception for what is damaged.
  void (*read)(const OpenedKind& opened, Inspection& into);
  // The data of its page.json as the bundle of this version shows them; the data of earlier versions become that.
  // Nullptr exactly where it has no page. Throws likewise.
  nlohmann::ordered_json (*page_data)(const OpenedKind& opened, nlohmann::ordered_json data);
  // The page of one that is a file alone, where it can be made from that.
  std::string (*file_page)(const std::string& path, const std::string& title, Language language) = nullptr;

  bool is_taken_by(std::string_view verb) const;
};

std::span<const KindRow> kinds();
// Throws Error(internal) for a name that no row has.
const KindRow& find_kind(std::string_view name);

}  // namespace sourdine
