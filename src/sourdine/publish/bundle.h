#pragma once

#include <string>
#include <string_view>

namespace sourdine {

/// Of page.json.
inline constexpr int page_schema = 2;

/// The page of a release: the bundled web page (web/) with `data_json` in its data element. The result is one HTML file
/// that needs no other file and no network. `data_json` must be a JSON text; what it holds cannot end the data element
/// or start a script, whatever names and titles it carries.
std::string release_page(std::string_view data_json);
/// The page of range answers likewise (report/range_page.h).
std::string range_page(std::string_view data_json);
/// The page of blurred places likewise (blur/publication.h).
std::string blur_page(std::string_view data_json);
/// The page of a survey likewise (survey/publication.h), whose data say that they are of this kind.
inline constexpr const char* survey_page_kind = "survey";
std::string survey_page(std::string_view data_json);

/// The page of a bundle by its name ("release", "blur"), with its data. Throws Error(internal) for another name.
std::string page_of_bundle(std::string_view name, std::string_view data_json);

/// The same for the page of a study (a published one beside ours): StudyData in web/src/study-types.ts.
std::string study_page(std::string_view data_json);

/// The collector's dashboard, as it is served: it holds no data, but asks the server that it came from. Its content
/// security policy is in it and allows no other server; in a build without the web part it is a page without a script.
std::string_view collector_page();

}  // namespace sourdine
