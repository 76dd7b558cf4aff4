// open_publication(): which kind of ours something is. The one way of recognising it, for all verbs: a directory by its
// manifest (or by the report files in it), a file by how it begins. Bounded, and never trusted: no more is read than
// that.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "sourdine/kinds/table.h"

namespace sourdine {

struct OpenedKind {
  const KindRow* row;
  std::string path;
  Form form;                             // of this one: survey reports are a file or a directory of them
  nlohmann::ordered_json manifest = {};  // of a directory
};

// Throws Error(bad_input) when there is nothing, when it is none of ours, and when it is a later version's.
OpenedKind open_publication(const std::string& path);

// The same for a verb ("page"). Throws Error(bad_input) also when it is not for that verb, naming one that it is for.
OpenedKind open_for(std::string_view verb, const std::string& path);

// For verbs that read files in their own way: throws what open_for() does when something of ours is there that is not
// for this verb, and leaves everything else to the verb.
void refuse_other_kind(std::string_view verb, const std::string& path);

}  // namespace sourdine
