// What the rows of the table call (KindRow in kinds/table.h). Internal to kinds/.
#pragma once

#include <string>

#include "sourdine/kinds/table.h"

namespace sourdine {

// KindRow::read: what `inspect` says of a directory beside what all manifests have; of a file, or of a directory of
// report files, which are read whole.
void read_counts(const OpenedKind& opened, Inspection& into);
void read_blur(const OpenedKind& opened, Inspection& into);
void read_survey(const OpenedKind& opened, Inspection& into);
void read_answers(const OpenedKind& opened, Inspection& into);
void read_tables(const OpenedKind& opened, Inspection& into);
void read_reports(const OpenedKind& opened, Inspection& into);
void read_tally(const OpenedKind& opened, Inspection& into);
void read_ranges(const OpenedKind& opened, Inspection& into);
void read_stream(const OpenedKind& opened, Inspection& into);

// The data of page.json as this version's bundle shows them; data of earlier versions become that. Throws
// Error(bad_input) or nlohmann::json::exception for what is none of the kind.
nlohmann::ordered_json current_page(const OpenedKind& opened, nlohmann::ordered_json data);

// KindRow::upgrade_page.
// Until 0.2 (schema 1) the page of blurred places worded the promise itself. Its sentence is then the manifest's, which
// is in English, and that of PRIVACY.md in the publication's language: a sentence that was not published is not made
// up.
nlohmann::ordered_json upgrade_blur_page(const OpenedKind& opened, nlohmann::ordered_json data);
nlohmann::ordered_json upgrade_survey_page(const OpenedKind& opened, nlohmann::ordered_json data);
nlohmann::ordered_json upgrade_tables_page(const OpenedKind& opened, nlohmann::ordered_json data);

// KindRow::file_page of ranges and grids.
std::string page_of_range_file(const std::string& path, const std::string& title, Language language);

}  // namespace sourdine
