// page.json as this version's bundles show it: KindRow::page_data of each kind that has a page. Data of earlier
// versions become that of this one. Internal to kinds/.
#pragma once

#include "sourdine/kinds/open.h"

namespace sourdine {

// Of a kind whose pages have always had this shape.
nlohmann::ordered_json current_page(const OpenedKind& opened, nlohmann::ordered_json data);
nlohmann::ordered_json current_counts_page(const OpenedKind& opened, nlohmann::ordered_json data);
// Until 0.2 (schema 1) the page of blurred places worded the promise itself. Its sentence is then the manifest's, which
// is in English, and that of PRIVACY.md in the publication's language: a sentence that was not published is not made
// up.
nlohmann::ordered_json current_blur_page(const OpenedKind& opened, nlohmann::ordered_json data);
nlohmann::ordered_json current_survey_page(const OpenedKind& opened, nlohmann::ordered_json data);
nlohmann::ordered_json current_tables_page(const OpenedKind& opened, nlohmann::ordered_json data);

}  // namespace sourdine
