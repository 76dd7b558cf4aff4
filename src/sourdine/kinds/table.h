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
  // Facts into an Inspection that has kind and title; of a file also promise and guarantee, which of a
  // directory its manifest has said. Throws Error(bad_input) or nlohmann::json::exception for what is damaged.
  void (*read)(const OpenedKind& opened, Inspection& into);
  // Data of its page.json, those of earlier versions as this one's bundle shows them; nullptr where these have always
  // had this shape. Throws likewise.
  nlohmann::ordered_json (*upgrade_page)(const OpenedKind& opened, nlohmann::ordered_json data) = nullptr;
  // The page of one that is a file alone, where it can be made from that.
  std::string (*file_page)(const std::string& path, const std::string& title, Language language) = nullptr;

  bool is_taken_by(std::string_view verb) const;
};

std::span<const KindRow> kinds();
// Throws Error(internal) for a name that no row has.
const KindRow& find_kind(std::string_view name);

}  // namespace sourdine
