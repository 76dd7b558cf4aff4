// The table of kinds: what Sourdine publishes or keeps, one row each. `inspect`, `verify`, `page`, `forecast` and
// whoever else opens what somebody received go by it, and tests/kinds runs every verb on every row: a new kind is a
// row, and a file or directory of it among the fixtures of tests/publish/old.
#pragma once

#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <string_view>

#include "sourdine/kinds/inspection.h"
#include "sourdine/publish/kind.h"

namespace sourdine {

struct KindRow;

// What open_publication() recognised.
struct OpenedKind {
  const KindRow* row;
  std::string path;
  Form form;                             // of this one: survey reports are a file or a directory of them
  nlohmann::ordered_json manifest = {};  // of a directory
};

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

// Which kind of ours something is. The one way of recognising it, for all verbs: a directory by its manifest (or by the
// report files in it), a file by how it begins. Bounded, and never trusted: no more is read than that.
// Throws Error(bad_input) when there is nothing, when it is none of ours, and when it is a later version's.
OpenedKind open_publication(const std::string& path);

// The same for a verb ("page"). Throws Error(bad_input) also when it is not for that verb, naming one that it is for.
OpenedKind open_for(std::string_view verb, const std::string& path);

// For verbs that read files in their own way: throws what open_for() does when something of ours is there that is not
// for this verb, and leaves everything else to the verb.
void refuse_other_kind(std::string_view verb, const std::string& path);

}  // namespace sourdine
