#include "sourdine/kinds/table.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "sourdine/anonymize/publication.h"
#include "sourdine/base/error.h"
#include "sourdine/blur/publication.h"
#include "sourdine/kinds/rows.h"
#include "sourdine/ranges/answers_publication.h"
#include "sourdine/ranges/publication.h"
#include "sourdine/release/publication.h"
#include "sourdine/survey/publication.h"
#include "sourdine/survey/reports_publication.h"

namespace sourdine {
namespace {

constexpr std::array<std::string_view, 3> counts_verbs = {"forecast", "page", "verify"};
constexpr std::array<std::string_view, 2> directory_verbs = {"page", "verify"};
constexpr std::array<std::string_view, 5> reports_verbs = {"aggregate", "estimate", "survey aggregate",
                                                           "survey estimate", "survey randomize"};
constexpr std::array<std::string_view, 5> tally_verbs = {"estimate", "aggregate", "survey aggregate", "survey estimate",
                                                         "range query"};
constexpr std::array<std::string_view, 4> ranges_verbs = {"range query", "page", "verify", "range build"};
constexpr std::array<std::string_view, 3> stream_verbs = {"range stream total", "range stream append", "range query"};

// Those that are made and kept by code of their own.
constexpr Kind tally_kind{.name = "tally",
                          .verb = "aggregate",
                          .title = Words("tally of reports", "cumul de rapports"),
                          .form = Form::file,
                          .page_bundle = ""};
constexpr Kind stream_kind{.name = "stream",
                           .verb = "range stream new",
                           .title = Words("stream of counts", "flux de comptes"),
                           .form = Form::kept,
                           .page_bundle = ""};

}  // namespace

bool KindRow::is_taken_by(std::string_view verb) const {
  return verb == "inspect" || std::find(taken_by.begin(), taken_by.end(), verb) != taken_by.end();
}

std::span<const KindRow> kinds() {
  static const std::array<KindRow, 10> rows = {{
      {counts_kind(), "a release, what a third party receives", counts_verbs, read_counts},
      {blur_kind, "blurred places, what a third party receives", directory_verbs, read_blur, upgrade_blur_page},
      {survey_kind, "a survey, what a third party receives", directory_verbs, read_survey, upgrade_survey_page},
      {tables_kind, "a generalised table, what a third party receives", directory_verbs, read_tables,
       upgrade_tables_page},
      {reports_kind, "reports (.srep), randomised values one by one", reports_verbs, read_reports},
      {tally_kind, "a tally (.stly) of reports added up", tally_verbs, read_tally},
      {ranges_kind, "a structure that answers ranges (.srng)", ranges_verbs, read_ranges, nullptr, page_of_range_file},
      {grids_kind, "a grid that answers ranges of places (.srng)", ranges_verbs, read_ranges, nullptr,
       page_of_range_file},
      {answers_kind, "answers to ranges, what a third party receives", directory_verbs, read_answers},
      {stream_kind, "a stream (.srng) that is kept like the data, and never published", stream_verbs, read_stream},
  }};
  return rows;
}

const KindRow& find_kind(std::string_view name) {
  for (const KindRow& row : kinds()) {
    if (row.kind.name == name) return row;
  }
  fail_internal(fmt::format("a kind '{}' that is not in the table", name));
}

}  // namespace sourdine
