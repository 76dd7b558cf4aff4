// fold_name: one key for the ways a place's name is written.
#pragma once

#include <string>
#include <string_view>

namespace sourdine {

// Latin letters lose case and accents, composed or not (É, E + U+0301 → e; ç → c), ligatures are taken apart (œ → oe,
// æ → ae, ß → ss). Spaces, hyphens, apostrophes, full stops and underscores, in any number, are one space; none at
// the ends. The words st and ste are saint and sainte. Other characters stay as they are. Bytes that are not UTF-8
// count as Windows-1252, which old spreadsheets write.
std::string fold_name(std::string_view name);

}  // namespace sourdine
