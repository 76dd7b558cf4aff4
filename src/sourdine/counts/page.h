// What the page of a release shows beside head and promise; the shape is PageData in web/src/types.ts, and numbers are
// rounded to what a page can show. Not installed: it shows a type of a library behind us.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "sourdine/counts/release.h"
#include "sourdine/publish/kind.h"

namespace sourdine {

const Kind& counts_kind();

// `with_truth` is for demonstrations on invented events, whose page then shows the true counts and says so.
nlohmann::ordered_json counts_page(const Release& release, bool with_truth = false);
// The whole data of the page, as text.
std::string page_data(const Release& release, bool with_truth = false);
// page_text() (publish/manifest.h) the other way. Throws Error(bad_input) when the text is no page's data of this
// version.
nlohmann::ordered_json parse_page_data(const std::string& text);

}  // namespace sourdine
