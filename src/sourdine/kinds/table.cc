#include "sourdine/kinds/table.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "sourdine/anonymize/publication.h"
#include "sourdine/base/error.h"
#include "sourdine/blur/publication.h"
#include "sourdine/kinds/earlier_pages.h"
#include "sourdine/kinds/read_files.h"
#include "sourdine/kinds/read_manifests.h"
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
  static const std::array rows = {KindRow{.kind = counts_kind(),
                                          .what = "a release, what a third party receives",
                                          .taken_by = counts_verbs,
                                          .read = read_counts,
                                          .page_data = current_counts_page},
                                  KindRow{.kind = blur_kind,
                                          .what = "blurred places, what a third party receives",
                                          .taken_by = directory_verbs,
                                          .read = read_blur,
                                          .page_data = current_blur_page},
                                  KindRow{.kind = survey_kind,
                                          .what = "a survey, what a third party receives",
                                          .taken_by = directory_verbs,
                                          .read = read_survey,
                                          .page_data = current_survey_page},
                                  KindRow{.kind = tables_kind,
                                          .what = "a generalised table, what a third party receives",
                                          .taken_by = directory_verbs,
                                          .read = read_tables,
                                          .page_data = current_tables_page},
                                  KindRow{.kind = reports_kind,
                                          .what = "reports (.srep), randomised values one by one",
                                          .taken_by = reports_verbs,
                                          .read = read_reports,
                                          .page_data = nullptr},
                                  KindRow{.kind = tally_kind,
                                          .what = "a tally (.stly) of reports added up",
                                          .taken_by = tally_verbs,
                                          .read = read_tally,
                                          .page_data = nullptr},
                                  KindRow{.kind = ranges_kind(),
                                          .what = "a structure that answers ranges (.srng)",
                                          .taken_by = ranges_verbs,
                                          .read = read_ranges,
                                          .page_data = current_page,
                                          .file_page = page_of_range_file},
                                  KindRow{.kind = grids_kind(),
                                          .what = "a grid that answers ranges of places (.srng)",
                                          .taken_by = ranges_verbs,
                                          .read = read_ranges,
                                          .page_data = current_page,
                                          .file_page = page_of_range_file},
                                  KindRow{.kind = answers_kind(),
                                          .what = "answers to ranges, what a third party receives",
                                          .taken_by = directory_verbs,
                                          .read = read_answers,
                                          .page_data = current_page},
                                  KindRow{.kind = stream_kind,
                                          .what = "a stream (.srng) that is kept like the data, and never published",
                                          .taken_by = stream_verbs,
                                          .read = read_stream,
                                          .page_data = nullptr}};
  return rows;
}

const KindRow& find_kind(std::string_view name) {
  for (const KindRow& row : kinds()) {
    if (row.kind.name == name) return row;
  }
  fail_internal(fmt::format("a kind '{}' that is not in the table", name));
}

}  // namespace sourdine
