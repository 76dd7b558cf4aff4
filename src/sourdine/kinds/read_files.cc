#include "sourdine/kinds/read_files.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <filesystem>
#include <memory>

#include "sourdine/base/error.h"
#include "sourdine/base/stop.h"
#include "sourdine/kinds/read_manifests.h"
#include "sourdine/protocol/report_file.h"
#include "sourdine/protocol/tally_file.h"
#include "sourdine/publish/sum_list.h"
#include "sourdine/range/stream_file.h"
#include "sourdine/ranges/page.h"
#include "sourdine/ranges/statement.h"

namespace sourdine {
namespace {

namespace fs = std::filesystem;

void add_protocol(const Protocol& protocol, const CollectionHeader& header, Inspection& into) {
  into.facts.push_back({"protocol", "protocol", protocol.title()});
  if (protocol.width() == 1) {
    into.facts.push_back({"domain_size", "different values", std::uint64_t{protocol.domain_size(0)}});
  } else {
    std::vector<std::uint64_t> sizes;
    for (std::size_t i = 0; i < protocol.width(); ++i) sizes.push_back(protocol.domain_size(i));
    into.facts.push_back({"attributes", "attributes", std::uint64_t{protocol.width()}});
    into.facts.push_back({"domain_sizes", "different values", fmt::format("{}", fmt::join(sizes, ", "))});
  }
  if (!header.collection.empty()) into.facts.push_back({"collection", "collection", header.collection});
  into.facts.push_back({"report_bytes", "bytes of a report", std::uint64_t{protocol.report_bytes()}});
  into.guarantee = protocol.guarantee();
  into.is_private = header.is_private;
}

void add_bytes(const OpenedKind& opened, Inspection& into) {
  into.facts.push_back({"bytes", "bytes in all", std::uint64_t{fs::file_size(opened.path)}});
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
  into.facts.push_back({"reports", "reports", reader->reports()});
  into.facts.push_back({"blocks", "blocks", reader->blocks()});
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
    into.facts.push_back({"reports of " + name, "reports of " + name, reader->reports()});
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

}  // namespace

void read_reports(const OpenedKind& opened, Inspection& into) {
  opened.form == Form::directory ? read_report_directory(opened, into) : read_report_file(opened, into);
}

void read_tally(const OpenedKind& opened, Inspection& into) {
  const OpenedTally tally = open_tally_file(opened.path);
  into.facts.push_back({"reports", "reports", tally.file.tally.reports});
  into.facts.push_back({"cells", "cells", std::uint64_t{tally.file.tally.cells.size()}});
  add_protocol(*tally.protocol, tally.file.header(), into);
  add_bytes(opened, into);
}

void read_ranges(const OpenedKind& opened, Inspection& into) {
  if (opened.form == Form::directory) return read_published_ranges(opened, into);
  const OpenRange range = OpenRange::load(opened.path);
  into.facts.push_back({"structure", "structure", std::string(range.kind())});
  into.facts.push_back({"domain", "domain", range.domain().describe()});
  into.facts.push_back({"size", "values", range.domain().size()});
  add_promise(terms_of(range), into);
  add_bytes(opened, into);
}

void read_stream(const OpenedKind& opened, Inspection& into) {
  const auto stream = load_stream(opened.path);
  into.facts.push_back({"structure", "structure", std::string(stream->kind())});
  into.facts.push_back({"steps", "steps so far", stream->size()});
  if (stream->spec().horizon) into.facts.push_back({"horizon", "steps at most", *stream->spec().horizon});
  add_promise(terms_of(*stream), into);
  add_bytes(opened, into);
}

std::string page_of_range_file(const std::string& path, const std::string& title, Language language) {
  const OpenRange range = OpenRange::load(path);
  return lone_range_page(range, first_answers(range), Confidence::customary(), title, language);
}

}  // namespace sourdine
