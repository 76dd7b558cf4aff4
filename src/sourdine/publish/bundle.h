#pragma once

#include <string>
#include <string_view>

namespace sourdine {

/// Of page.json.
inline constexpr int page_schema = 2;

/// The page of a bundle (web/) by its name, with `data_json` in its data element: "release", "range", "anonymity",
/// "blur" and "survey" of publications, "study" of a published study beside ours (StudyData in
/// web/src/study-types.ts). The result is one HTML file that needs no other file and no network. `data_json` must be a
/// JSON text; what it holds cannot end the data element or start a script, whatever names and titles it carries.
/// Throws Error(internal) for another name.
std::string page_of_bundle(std::string_view name, std::string_view data_json);

/// The collector's dashboard, as it is served: it holds no data, but asks the server that it came from. Its content
/// security policy is in it and allows no other server; in a build without the web part it is a page without a script.
std::string_view collector_page();

}  // namespace sourdine
