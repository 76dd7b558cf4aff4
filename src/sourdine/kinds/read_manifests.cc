#include "sourdine/kinds/read_manifests.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <filesystem>

#include "sourdine/base/bounded_json.h"
#include "sourdine/kinds/guarantee_json.h"
#include "sourdine/publish/sum_list.h"
#include "sourdine/publish/sums.h"
#include "sourdine/ranges/open_range.h"

namespace sourdine {
namespace {

using Manifest = nlohmann::ordered_json;

std::uint64_t whole(const Manifest& json) { return json.get_ref<const Manifest::number_unsigned_t&>(); }
std::uint64_t length(const Manifest& json) { return std::uint64_t{json.get_ref<const Manifest::array_t&>().size()}; }

std::string joined(const Manifest& texts) {
  return fmt::format("{}", fmt::join(texts.get<std::vector<std::string>>(), ", "));
}

class Facts {
 public:
  Facts(const Manifest& manifest, Inspection& into) : manifest_(manifest), into_(into) {}

  void add(const char* key, const char* label, std::variant<std::string, std::uint64_t, double> value) {
    into_.facts.push_back({key, label, std::move(value)});
  }
  // Where it is there.
  void add_text(const char* key, const char* label) {
    if (manifest_.contains(key)) add(key, label, manifest_.at(key).get<std::string>());
  }

 private:
  const Manifest& manifest_;
  Inspection& into_;
};

// What all manifests have: the facts at the top, and what is promised.
Facts read_head(const OpenedKind& opened, Inspection& into) {
  require_as_published(opened.path);
  const Manifest& manifest = opened.manifest;
  Facts facts(manifest, into);
  facts.add_text("title", "title");
  facts.add_text("made", "made on");
  facts.add_text("software", "by");
  into.is_private = manifest.at("is_private").get<bool>();
  into.not_private_because = manifest.at("not_private_because").get<std::vector<std::string>>();
  if (manifest.contains("guarantee")) {
    const Manifest& guarantee = manifest.at("guarantee");
    into.guarantee = guarantee_from(guarantee);
    if (guarantee.contains("promise")) into.promise = guarantee.at("promise").get<std::string>();
  }
  return facts;
}

void add_files(const OpenedKind& opened, Inspection& into) {
  for (const std::string& name : names_of_files(opened.path)) {
    const std::uint64_t bytes = std::filesystem::file_size(std::filesystem::path(opened.path) / name);
    into.facts.push_back({"bytes of " + name, "bytes of " + name, bytes});
  }
}

}  // namespace

void read_counts(const OpenedKind& opened, Inspection& into) {
  const Manifest& manifest = opened.manifest;
  Facts facts = read_head(opened, into);
  facts.add_text("first", "first day");
  facts.add_text("last", "last day");
  const bool is_central = manifest.contains("central");
  if (is_central) {
    const auto events = manifest.at("central").at("events").at("estimate").get<double>();
    facts.add("events", "events, about", fmt::format("{:.0f}", events));
  } else {
    facts.add("events", "events", whole(manifest.at("rows").at("used")));
  }
  facts.add("regions", "regions", length(manifest.at("regions")));
  facts.add("periods", "periods", joined(manifest.at("periods")));
  if (is_central) {
    facts.add("noise", "noise", manifest.at("central").at("noise").get<std::string>());
  } else {
    facts.add("oracle", "oracle", manifest.at("oracle").at("oracle").get<std::string>());
  }
  if (manifest.contains("collection")) {
    facts.add("collection", "collection", manifest.at("collection").at("name").get<std::string>());
  }
  add_files(opened, into);
}

void read_blur(const OpenedKind& opened, Inspection& into) {
  const Manifest& manifest = opened.manifest;
  Facts facts = read_head(opened, into);
  facts.add("events", "events", whole(manifest.at("rows").at("published")));
  facts.add("outside", "left out, outside", whole(manifest.at("rows").at("outside")));
  facts.add("columns", "columns", joined(manifest.at("columns")));
  facts.add("kept", "published as they are", joined(manifest.at("kept")));
  facts.add("hidden", "noise is drawn for each", manifest.at("memo").get<bool>() ? "place" : "event");
  facts.add_text("mechanism", "mechanism");
  facts.add("published_step", "points lie on a grid of",
            fmt::format("{:g} m", manifest.at("grid").at("published_step").get<double>()));
  add_files(opened, into);
}

void read_survey(const OpenedKind& opened, Inspection& into) {
  const Manifest& manifest = opened.manifest;
  Facts facts = read_head(opened, into);
  facts.add_text("solution", "solution");
  facts.add("attributes", "attributes", length(manifest.at("protocol").at("attributes")));
  facts.add("collections", "collections", length(manifest.at("collections")));
  std::uint64_t reports = 0;
  for (const Manifest& collection : manifest.at("collections")) reports += whole(collection.at("people"));
  facts.add("reports", "reports", reports);
  add_files(opened, into);
}

void read_published_ranges(const OpenedKind& opened, Inspection& into) {
  Facts facts = read_head(opened, into);
  facts.add_text("structure", "structure");
  facts.add("domain", "domain", OpenRange::load(opened.path).domain().describe());
  facts.add("size", "values", whole(opened.manifest.at("size")));
  add_files(opened, into);
}

void read_answers(const OpenedKind& opened, Inspection& into) {
  const Manifest& manifest = opened.manifest;
  Facts facts = read_head(opened, into);
  const Manifest& source = manifest.at("source");
  facts.add("source", "computed from",
            fmt::format("{} '{}'", source.at("kind").get<std::string>(), source.at("name").get<std::string>()));
  for (const char* const sum : {"fingerprint", "sha256"}) {
    if (source.contains(sum)) facts.add(sum, sum, source.at(sum).get<std::string>());
  }
  if (source.contains("ledger")) {
    const Manifest& entry = source.at("ledger");
    facts.add(
        "paid_by", "paid by",
        fmt::format("line {} of the ledger of '{}'", whole(entry.at("line")), entry.at("dataset").get<std::string>()));
  }
  facts.add("asked", "answers", whole(manifest.at("asked")));
  add_files(opened, into);
}

void read_tables(const OpenedKind& opened, Inspection& into) {
  const Manifest& manifest = opened.manifest;
  Facts facts = read_head(opened, into);
  facts.add_text("models", "models");
  facts.add("rows", "rows", whole(manifest.at("rows").at("published")));
  facts.add("suppressed", "rows left out", whole(manifest.at("rows").at("suppressed")));
  facts.add("classes", "classes", whole(manifest.at("classes")));
  std::vector<std::string> columns;
  for (const Manifest& column : manifest.at("quasi_identifiers")) {
    columns.push_back(column.at("column").get<std::string>());
  }
  facts.add("quasi_identifiers", "generalised columns", fmt::format("{}", fmt::join(columns, ", ")));
  facts.add("removed", "removed columns", joined(manifest.at("columns").at("removed")));
  add_files(opened, into);
}

}  // namespace sourdine
