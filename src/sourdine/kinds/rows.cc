#include "sourdine/kinds/rows.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "sourdine/base/error.h"
#include "sourdine/base/input_file.h"
#include "sourdine/base/line_reader.h"
#include "sourdine/base/stop.h"
#include "sourdine/protocol/report_file.h"
#include "sourdine/protocol/tally_file.h"
#include "sourdine/publish/bundle.h"
#include "sourdine/publish/sums.h"
#include "sourdine/range/stream_file.h"
#include "sourdine/ranges/page.h"
#include "sourdine/ranges/statement.h"

namespace sourdine {
namespace {

namespace fs = std::filesystem;
using KindJson = nlohmann::ordered_json;

std::uint64_t whole(const KindJson& json) { return json.get_ref<const KindJson::number_unsigned_t&>(); }
std::uint64_t length(const KindJson& json) { return std::uint64_t{json.get_ref<const KindJson::array_t&>().size()}; }

std::string joined(const KindJson& texts) {
  return fmt::format("{}", fmt::join(texts.get<std::vector<std::string>>(), ", "));
}

void add_text(const KindJson& manifest, const char* key, const char* label, Inspection& into) {
  if (manifest.contains(key)) into.add(key, label, manifest.at(key).get<std::string>());
}

void add_protocol(const Protocol& protocol, const CollectionHeader& header, Inspection& into) {
  into.add("protocol", "protocol", protocol.title());
  if (protocol.width() == 1) {
    into.add("domain_size", "different values", std::uint64_t{protocol.domain_size(0)});
  } else {
    std::vector<std::uint64_t> sizes;
    for (std::size_t i = 0; i < protocol.width(); ++i) sizes.push_back(protocol.domain_size(i));
    into.add("attributes", "attributes", std::uint64_t{protocol.width()});
    into.add("domain_sizes", "different values", fmt::format("{}", fmt::join(sizes, ", ")));
  }
  if (!header.collection.empty()) into.add("collection", "collection", header.collection);
  into.add("report_bytes", "bytes of a report", std::uint64_t{protocol.report_bytes()});
  into.guarantee = protocol.guarantee();
  into.is_private = header.is_private;
}

void add_bytes(const OpenedKind& opened, Inspection& into) {
  into.add("bytes", "bytes in all", std::uint64_t{fs::file_size(opened.path)});
}

void add_promise(const RangeTerms& terms, Inspection& into) {
  const Promise promise = range_promise(terms);
  into.guarantee = promise.stated;
  into.promise = promise.english.promise;
  into.is_private = promise.is_private();
  into.not_private_because = promise.english.not_private_because;
}

// To its end, damage included.
std::unique_ptr<ReportReader> read_to_end(const std::string& path) {
  auto reader = std::make_unique<ReportReader>(path);
  Reports block(reader->protocol()->report_bytes());
  const StopToken stop;
  while (reader->next(block)) {
    stop.check();
    const ReportsView view = block.view();
    for (std::size_t i = 0; i < view.size(); ++i) {
      if (reader->protocol()->is_possible(view[i])) continue;
      fail_input(fmt::format("{} is damaged: block {} has a report that its protocol cannot make", reader->name(),
                             reader->blocks()));
    }
  }
  return reader;
}

void read_report_file(const OpenedKind& opened, Inspection& into) {
  const auto reader = read_to_end(opened.path);
  into.add("reports", "reports", reader->reports());
  into.add("blocks", "blocks", reader->blocks());
  add_protocol(*reader->protocol(), reader->header(), into);
  add_bytes(opened, into);
}

void read_report_directory(const OpenedKind& opened, Inspection& into) {
  into.title = "a directory of reports (.srep), randomised values one by one";
  std::unique_ptr<ReportReader> first;
  std::uint64_t files = 0, reports = 0;
  bool is_private = true;
  for (const std::string& name : names_of_files(opened.path)) {
    if (!name.ends_with(".srep")) continue;
    auto reader = read_to_end((fs::path(opened.path) / name).string());
    ++files;
    reports += reader->reports();
    is_private = is_private && reader->header().is_private;
    into.add("reports of " + name, "reports of " + name, reader->reports());
    if (!first) {
      first = std::move(reader);
    } else if (!is_same(first->header().spec, reader->header().spec)) {
      fail_input(fmt::format("the report files in '{}' are of different protocols", opened.path),
                 "Inspect them one by one.");
    }
  }
  into.facts.insert(into.facts.begin(), {{"files", "files", files}, {"reports", "reports", reports}});
  CollectionHeader header = first->header();
  header.collection.clear();
  header.is_private = is_private;
  add_protocol(*first->protocol(), header, into);
}

[[noreturn]] void fail_earlier_page(const OpenedKind& opened, const char* hint) {
  fail_input(fmt::format("the page in '{}' is of an earlier version, which kept less than this one shows", opened.path),
             hint);
}

// What PRIVACY.md promises: the last bold line before its first heading, and the list below that.
struct ToldPromise {
  std::string sentence;
  std::vector<std::string> holds;
};

ToldPromise told_promise(const std::string& directory) {
  ToldPromise told;
  const fs::path path = fs::path(directory) / "PRIVACY.md";
  if (!fs::is_regular_file(path)) return told;
  InputFile file(path.string());
  LineReader lines(file);
  int headings = 0;
  while (lines.next() && headings < 2) {
    const std::string_view line = lines.text();
    if (line.starts_with("## ")) ++headings;
    if (headings == 0 && line.starts_with("**") && line.ends_with("**") && line.size() > 4) {
      told.sentence = line.substr(2, line.size() - 4);
    }
    if (headings == 1 && line.starts_with("- ")) told.holds.emplace_back(line.substr(2));
  }
  return told;
}

KindJson blur_words(const OpenedKind& opened, const KindJson& words, const std::string& language) {
  const KindJson& manifest = opened.manifest;
  const ToldPromise told = told_promise(opened.path);
  const bool is_told = manifest.value("language", "en") == language && !told.sentence.empty();
  return {{"promise", is_told ? told.sentence : manifest.at("guarantee").at("promise").get<std::string>()},
          {"protects", told.holds},
          {"does_not_protect", words.at("not_protected")},
          {"not_private_because", words.at("not_private_because")}};
}

}  // namespace

void read_counts(const OpenedKind& opened, Inspection& into) {
  const KindJson& manifest = opened.manifest;
  add_text(manifest, "first", "first day", into);
  add_text(manifest, "last", "last day", into);
  const bool is_central = manifest.contains("central");
  if (is_central) {
    const auto events = manifest.at("central").at("events").at("estimate").get<double>();
    into.add("events", "events, about", fmt::format("{:.0f}", events));
  } else {
    into.add("events", "events", whole(manifest.at("rows").at("used")));
  }
  into.add("regions", "regions", length(manifest.at("regions")));
  into.add("periods", "periods", joined(manifest.at("periods")));
  const char* const drawn_by = is_central ? "noise" : "oracle";
  into.add(drawn_by, drawn_by, manifest.at(is_central ? "central" : "oracle").at(drawn_by).get<std::string>());
  if (manifest.contains("collection")) {
    into.add("collection", "collection", manifest.at("collection").at("name").get<std::string>());
  }
}

void read_blur(const OpenedKind& opened, Inspection& into) {
  const KindJson& manifest = opened.manifest;
  into.add("events", "events", whole(manifest.at("rows").at("published")));
  into.add("outside", "left out, outside", whole(manifest.at("rows").at("outside")));
  into.add("columns", "columns", joined(manifest.at("columns")));
  into.add("kept", "published as they are", joined(manifest.at("kept")));
  into.add("hidden", "noise is drawn for each", manifest.at("memo").get<bool>() ? "place" : "event");
  add_text(manifest, "mechanism", "mechanism", into);
  into.add("published_step", "points lie on a grid of",
           fmt::format("{:g} m", manifest.at("grid").at("published_step").get<double>()));
}

void read_survey(const OpenedKind& opened, Inspection& into) {
  const KindJson& manifest = opened.manifest;
  add_text(manifest, "solution", "solution", into);
  into.add("attributes", "attributes", length(manifest.at("protocol").at("attributes")));
  into.add("collections", "collections", length(manifest.at("collections")));
  std::uint64_t reports = 0;
  for (const KindJson& collection : manifest.at("collections")) reports += whole(collection.at("people"));
  into.add("reports", "reports", reports);
}

void read_answers(const OpenedKind& opened, Inspection& into) {
  const KindJson& manifest = opened.manifest;
  const KindJson& source = manifest.at("source");
  into.add("source", "computed from",
           fmt::format("{} '{}'", source.at("kind").get<std::string>(), source.at("name").get<std::string>()));
  for (const char* const sum : {"fingerprint", "sha256"}) {
    if (source.contains(sum)) into.add(sum, sum, source.at(sum).get<std::string>());
  }
  if (source.contains("ledger")) {
    const KindJson& entry = source.at("ledger");
    into.add(
        "paid_by", "paid by",
        fmt::format("line {} of the ledger of '{}'", whole(entry.at("line")), entry.at("dataset").get<std::string>()));
  }
  into.add("asked", "answers", whole(manifest.at("asked")));
}

void read_tables(const OpenedKind& opened, Inspection& into) {
  const KindJson& manifest = opened.manifest;
  add_text(manifest, "models", "models", into);
  into.add("rows", "rows", whole(manifest.at("rows").at("published")));
  into.add("suppressed", "rows left out", whole(manifest.at("rows").at("suppressed")));
  into.add("classes", "classes", whole(manifest.at("classes")));
  std::vector<std::string> columns;
  for (const KindJson& column : manifest.at("quasi_identifiers")) {
    columns.push_back(column.at("column").get<std::string>());
  }
  into.add("quasi_identifiers", "generalised columns", fmt::format("{}", fmt::join(columns, ", ")));
  into.add("removed", "removed columns", joined(manifest.at("columns").at("removed")));
}

void read_reports(const OpenedKind& opened, Inspection& into) {
  opened.form == Form::directory ? read_report_directory(opened, into) : read_report_file(opened, into);
}

void read_tally(const OpenedKind& opened, Inspection& into) {
  const OpenedTally tally = open_tally_file(opened.path);
  into.add("reports", "reports", tally.file.tally.reports);
  into.add("cells", "cells", std::uint64_t{tally.file.tally.cells.size()});
  add_protocol(*tally.protocol, tally.file.header(), into);
  add_bytes(opened, into);
}

void read_ranges(const OpenedKind& opened, Inspection& into) {
  const OpenRange range = OpenRange::load(opened.path);
  const bool is_alone = opened.form != Form::directory;
  into.add("structure", "structure",
           is_alone ? std::string(range.kind()) : opened.manifest.at("structure").get<std::string>());
  into.add("domain", "domain", range.domain().describe());
  into.add("size", "values", range.domain().size());
  if (!is_alone) return;
  add_promise(terms_of(range), into);
  add_bytes(opened, into);
}

void read_stream(const OpenedKind& opened, Inspection& into) {
  const auto stream = load_stream(opened.path);
  into.add("structure", "structure", std::string(stream->kind()));
  into.add("steps", "steps so far", stream->size());
  if (stream->spec().horizon) into.add("horizon", "steps at most", *stream->spec().horizon);
  add_promise(terms_of(*stream), into);
  add_bytes(opened, into);
}

std::string page_of_range_file(const std::string& path, const std::string& title, Language language) {
  const OpenRange range = OpenRange::load(path);
  return lone_range_page(range, first_answers(range), Confidence::customary(), title, language);
}

KindJson current_page(const OpenedKind& opened, KindJson data) {
  const KindRow& row = *opened.row;
  if (row.upgrade_page != nullptr) data = row.upgrade_page(opened, std::move(data));
  const std::string named = data.value("kind", "");  // pages of releases had none
  if (data.at("schema") == page_schema && row.kind.is_called(named)) return data;
  fail_input("the data are those of no page, or of another version's",
             "They must be those that Sourdine wrote for this publication.");
}

KindJson upgrade_blur_page(const OpenedKind& opened, KindJson data) {
  if (data.at("schema") != 1) return data;
  const KindJson words = data.at("guarantee").at("words");
  KindJson upgraded = {{"kind", opened.row->kind.name}, {"schema", page_schema}};
  data.erase("schema");
  upgraded.update(data);
  upgraded["generated"] = opened.manifest.at("made");
  KindJson& guarantee = upgraded["guarantee"];
  guarantee.erase("unit");
  guarantee["randomness"] = opened.manifest.at("randomness");
  for (const char* language : {"en", "fr"}) {
    guarantee["words"][language] = blur_words(opened, words.at(language), language);
  }
  return upgraded;
}

KindJson upgrade_survey_page(const OpenedKind& opened, KindJson data) {
  if (!data.at("guarantee").at("words").at("en").contains("promise")) {
    fail_earlier_page(opened, "Make it again by 'sourdine survey estimate', which costs nothing.");
  }
  return data;
}

KindJson upgrade_tables_page(const OpenedKind& opened, KindJson data) {
  if (data.value("kind", "") == "anonymity") {
    fail_earlier_page(opened, "Make the table again by 'sourdine anonymize', with the same configuration.");
  }
  return data;
}

}  // namespace sourdine
