#include "sourdine/kinds/table.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <optional>

#include "sourdine/anonymize/publication.h"
#include "sourdine/base/error.h"
#include "sourdine/base/input_file.h"
#include "sourdine/base/text.h"
#include "sourdine/blur/publication.h"
#include "sourdine/kinds/rows.h"
#include "sourdine/privacy/ledger/entry.h"
#include "sourdine/protocol/file_header.h"
#include "sourdine/publish/manifest.h"
#include "sourdine/publish/received.h"
#include "sourdine/range/grid.h"
#include "sourdine/range/range_file.h"
#include "sourdine/range/stream_counter.h"
#include "sourdine/ranges/answers_publication.h"
#include "sourdine/ranges/publication.h"
#include "sourdine/release/publication.h"
#include "sourdine/survey/publication.h"
#include "sourdine/survey/reports_publication.h"

namespace sourdine {
namespace {

namespace fs = std::filesystem;

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

// As every line of a ledger begins, but for those of its oldest form.
constexpr std::string_view ledger_line_start = "{\"before";

// The first bytes of a file, or what there is.
std::string magic_of(const std::string& path) {
  std::array<std::uint8_t, 8> bytes = {};
  InputFile file(path);
  const std::size_t got = file.read(bytes);
  return {bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(got)};
}

std::string_view kind_of_range_file(const std::string& path) {
  InputFile file(path);
  const std::string kind = read_range_kind(file);
  if (kind == StreamCounter::file_kind) return "stream";
  return kind == Grid::file_kind ? "grids" : "ranges";
}

OpenedKind open_file(const std::string& path) {
  const std::string magic = magic_of(path);
  const std::string_view name = magic == report_format.file.magic  ? "reports"
                                : magic == tally_format.file.magic ? "tally"
                                : magic == range_magic             ? kind_of_range_file(path)
                                                                   : "";
  if (!name.empty()) {
    const KindRow& row = find_kind(name);
    return {.row = &row, .path = path, .form = row.kind.form == Form::kept ? Form::kept : Form::file};
  }
  if (path.ends_with(ledger_ending) || magic == ledger_line_start) {
    fail_input(fmt::format("'{}' is a ledger: what was spent", path),
               fmt::format("'sourdine ledger show {}' shows it.", path));
  }
  fail_input(fmt::format("'{}' is neither reports (.srep), nor a tally (.stly), nor a structure for ranges (.srng), "
                         "nor the directory of a release",
                         path),
             "'sourdine init' looks at events.");
}

bool holds_reports(const std::string& directory) {
  std::error_code ignored;
  for (const fs::directory_entry& entry : fs::directory_iterator(directory, ignored)) {
    const bool is_named_so = entry.path().extension() == ".srep" && entry.is_regular_file(ignored);
    if (is_named_so && magic_of(entry.path().string()) == report_format.file.magic) return true;
  }
  return false;
}

const KindRow* row_called(std::string_view manifest_name) {
  for (const KindRow& row : kinds()) {
    if (row.kind.form == Form::directory && row.kind.is_called(manifest_name)) return &row;
  }
  return nullptr;
}

OpenedKind open_directory(const std::string& directory) {
  const fs::path manifest = fs::path(directory) / manifest_name;
  std::error_code ignored;
  if (!fs::exists(manifest, ignored)) {
    if (holds_reports(directory)) {
      return {.row = &find_kind("reports"), .path = directory, .form = Form::directory};
    }
    fail_input(fmt::format("the directory '{}' is no release: it has no manifest.json", directory),
               "Give the directory that a verb of Sourdine published.");
  }
  auto received = find_received(directory);
  if (!received) fail_input(fmt::format("'{}' is damaged, or not one that Sourdine wrote", manifest.string()));
  const nlohmann::ordered_json& schema = received->manifest["schema"];
  const bool is_number = schema.is_number_unsigned() && schema.get<std::uint64_t>() > 0;
  const KindRow* const row = row_called(received->kind);
  if (!is_number || row == nullptr || schema.get<std::uint64_t>() > manifest_schema) {
    fail_input(fmt::format("'{}' is of a kind or schema that this version does not know", manifest.string()),
               "A later version of Sourdine may have made it.");
  }
  return {.row = row, .path = directory, .form = Form::directory, .manifest = std::move(received->manifest)};
}

// A directory of files that are publications one by one: surveys have them.
bool is_directory_of_files(const OpenedKind& opened) {
  return opened.form == Form::directory && opened.row->kind.form != Form::directory;
}

// `verify` compares with sums; what has none is checked by reading all of it.
std::string_view verb_for(const OpenedKind& opened, std::string_view wrong) {
  if (wrong == "verify") return "inspect";
  return is_directory_of_files(opened) ? "survey aggregate" : opened.row->taken_by.front();
}

void require_taken(std::string_view verb, const OpenedKind& opened) {
  const bool is_for_one_file = is_directory_of_files(opened) && verb != "inspect" && !verb.starts_with("survey ");
  const bool has_no_seal = verb == "verify" && opened.form != Form::directory;
  if (opened.row->is_taken_by(verb) && !is_for_one_file && !has_no_seal) return;
  fail_input(fmt::format("'{}' ({}) is for 'sourdine {}', not for 'sourdine {}'", shown(opened.path),
                         opened.row->kind.title.in(Language::en), verb_for(opened, verb), verb),
             opened.form == Form::kept
                 ? "Its file is kept like the data and never published: its answers are, by --publish."
                 : "");
}

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

OpenedKind open_publication(const std::string& path) {
  std::error_code error;
  return fs::is_directory(path, error) ? open_directory(path) : open_file(path);
}

OpenedKind open_for(std::string_view verb, const std::string& path) {
  OpenedKind opened = open_publication(path);
  require_taken(verb, opened);
  return opened;
}

void refuse_other_kind(std::string_view verb, const std::string& path) {
  std::error_code error;
  if (!fs::is_directory(path, error) && !fs::is_regular_file(path, error)) return;
  std::optional<OpenedKind> opened;
  try {
    opened = open_publication(path);
  } catch (const Error&) {
    return;  // the verb says what is wrong with it
  }
  require_taken(verb, *opened);
}

}  // namespace sourdine
