#include "sourdine/report/inspect.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>

#include "sourdine/base/bounded_json.h"
#include "sourdine/base/error.h"
#include "sourdine/base/input_file.h"
#include "sourdine/base/stop.h"
#include "sourdine/privacy/ledger/entry.h"
#include "sourdine/protocol/report_file.h"
#include "sourdine/protocol/tally_file.h"
#include "sourdine/publish/sums.h"
#include "sourdine/range/range_file.h"
#include "sourdine/release/range_query.h"

namespace sourdine {
namespace {

namespace fs = std::filesystem;

void add_protocol(const Protocol& protocol, const CollectionHeader& header, Inspection& into) {
  into.facts.push_back({"protocol", "protocol", protocol.title()});
  if (protocol.width() == 1) {
    into.facts.push_back({"domain_size", "different values", std::uint64_t{protocol.domain_size(0)}});
  } else {
    std::string sizes;
    for (std::size_t i = 0; i < protocol.width(); ++i) {
      sizes += fmt::format("{}{}", i == 0 ? "" : ", ", protocol.domain_size(i));
    }
    into.facts.push_back({"attributes", "attributes", std::uint64_t{protocol.width()}});
    into.facts.push_back({"domain_sizes", "different values", sizes});
  }
  if (!header.collection.empty()) into.facts.push_back({"collection", "collection", header.collection});
  into.facts.push_back({"report_bytes", "bytes of a report", std::uint64_t{protocol.report_bytes()}});
  into.guarantee = protocol.guarantee();
  into.is_private = header.is_private;
}

Inspection inspect_reports(const std::string& path) {
  ReportReader reader(path);
  Reports block(reader.protocol()->report_bytes());
  const StopToken stop;
  while (reader.next(block)) {
    stop.check();
    const ReportsView view = block.view();
    for (std::size_t i = 0; i < view.size(); ++i) {
      if (reader.protocol()->is_possible(view[i])) continue;
      fail_input(fmt::format("{} is damaged: block {} has a report that its protocol cannot make", reader.name(),
                             reader.blocks()));
    }
  }
  Inspection result{.kind = "reports",
                    .title = "reports (.srep), randomised values one by one",
                    .facts = {},
                    .guarantee = {},
                    .not_private_because = {}};
  result.facts.push_back({"reports", "reports", reader.reports()});
  result.facts.push_back({"blocks", "blocks", reader.blocks()});
  add_protocol(*reader.protocol(), reader.header(), result);
  return result;
}

Inspection inspect_tally(const std::string& path) {
  const OpenedTally opened = open_tally_file(path);
  Inspection result{.kind = "tally",
                    .title = "a tally (.stly) of reports added up",
                    .facts = {},
                    .guarantee = {},
                    .not_private_because = {}};
  result.facts.push_back({"reports", "reports", opened.file.tally.reports});
  result.facts.push_back({"cells", "cells", std::uint64_t{opened.file.tally.cells.size()}});
  add_protocol(*opened.protocol, opened.file.header(), result);
  return result;
}

Inspection inspect_range(const std::string& path) {
  const OpenRange range = OpenRange::load(path);
  Inspection result{.kind = "range",
                    .title = "a structure that answers ranges (.srng)",
                    .facts = {},
                    .guarantee = {},
                    .not_private_because = {}};
  result.facts.push_back({"structure", "structure", std::string(range.kind())});
  result.facts.push_back({"domain", "domain", range.describe()});
  result.facts.push_back({"size", "values", range.size()});
  result.guarantee = range.guarantee();
  result.is_private = range.is_private();
  return result;
}

std::string text_of_file(const std::string& path) {
  constexpr std::size_t most = std::size_t{1} << 26;
  InputFile file(path);
  std::string text;
  std::array<std::uint8_t, std::size_t{1} << 16> piece;
  for (std::size_t got = piece.size(); got == piece.size();) {
    got = file.read(piece);
    text.append(reinterpret_cast<const char*>(piece.data()), got);
    if (text.size() > most) fail_input(fmt::format("'{}' is too long for a manifest", path));
  }
  return text;
}

// What the people of a survey were asked; the others have events, places and days.
void add_survey_facts(const nlohmann::json& manifest, Inspection& into) {
  into.title = "a survey, what a third party receives";
  into.facts.push_back({"solution", "solution", manifest.at("solution").get<std::string>()});
  into.facts.push_back({"attributes", "attributes", std::uint64_t{manifest.at("protocol").at("attributes").size()}});
  into.facts.push_back({"collections", "collections", std::uint64_t{manifest.at("collections").size()}});
  std::uint64_t reports = 0;
  for (const nlohmann::json& collection : manifest.at("collections")) reports += whole_number(collection.at("people"));
  into.facts.push_back({"reports", "reports", reports});
}

void add_release_facts(const nlohmann::json& manifest, Inspection& into) {
  const auto add_text = [&](const char* key, const char* label) {
    if (manifest.contains(key)) into.facts.push_back({key, label, manifest.at(key).get<std::string>()});
  };
  add_text("first", "first day");
  add_text("last", "last day");
  const bool is_central = manifest.contains("central");
  if (is_central) {
    const auto events = manifest.at("central").at("events").at("estimate").get<double>();
    into.facts.push_back({"events", "events, about", fmt::format("{:.0f}", events)});
  } else {
    into.facts.push_back({"events", "events", whole_number(manifest.at("rows").at("used"))});
  }
  into.facts.push_back({"regions", "regions", std::uint64_t{manifest.at("regions").size()}});
  std::string periods;
  for (const nlohmann::json& period : manifest.at("periods")) {
    periods += (periods.empty() ? "" : ", ") + period.get<std::string>();
  }
  into.facts.push_back({"periods", "periods", periods});
  if (is_central) {
    into.facts.push_back({"noise", "noise", manifest.at("central").at("noise").get<std::string>()});
  } else {
    into.facts.push_back({"oracle", "oracle", manifest.at("oracle").at("oracle").get<std::string>()});
  }
}

void add_manifest(const nlohmann::json& manifest, Inspection& into) {
  const auto add_text = [&](const char* key, const char* label) {
    if (manifest.contains(key)) into.facts.push_back({key, label, manifest.at(key).get<std::string>()});
  };
  add_text("title", "title");
  add_text("made", "made on");
  add_text("software", "by");
  if (manifest.value("kind", "") == "survey") {
    add_survey_facts(manifest, into);
  } else {
    add_release_facts(manifest, into);
  }
  const nlohmann::json& guarantee = manifest.at("guarantee");
  into.guarantee.epsilon_asked = guarantee.at("epsilon_asked").get<double>();
  into.guarantee.epsilon = guarantee.at("epsilon").get<double>();
  into.guarantee.delta = guarantee.at("delta").get<double>();
  into.guarantee.model =
      guarantee.at("model").get<std::string>() == "central" ? PrivacyModel::central : PrivacyModel::local;
  into.guarantee.unit_text = guarantee.at("unit").get<std::string>();
  into.guarantee.neighbours_text = guarantee.at("neighbours").get<std::string>();
  if (guarantee.contains("protects")) {  // not in releases of 0.1
    into.guarantee.unit = unit_from(guarantee.at("protects").get<std::string>());
    into.guarantee.neighbours = neighbours_from(guarantee.at("against").get<std::string>());
  } else {
    into.guarantee.unit = Unit::event;
  }
  into.guarantee.caveats = guarantee.at("caveats").get<std::vector<std::string>>();
  into.is_private = manifest.at("is_private").get<bool>();
  into.not_private_because = manifest.at("not_private_because").get<std::vector<std::string>>();
}

Inspection inspect_release(const std::string& directory) {
  const std::string manifest = (fs::path(directory) / "manifest.json").string();
  std::error_code error;
  if (!fs::is_regular_file(manifest, error)) {
    fail_input(fmt::format("the directory '{}' is no release: it has no manifest.json", directory));
  }
  require_as_published(directory, {});
  Inspection result{.kind = "release",
                    .title = "a release, what a third party receives",
                    .facts = {},
                    .guarantee = {},
                    .not_private_because = {}};
  try {
    add_manifest(parse_bounded_json(text_of_file(manifest)), result);
  } catch (const nlohmann::json::exception&) {
    fail_input(fmt::format("'{}' is damaged, or not one that 'sourdine release' wrote", manifest));
  }
  std::vector<fs::directory_entry> files;
  for (const fs::directory_entry& entry : fs::directory_iterator(directory)) {
    if (entry.is_regular_file()) files.push_back(entry);
  }
  std::sort(files.begin(), files.end());
  for (const fs::directory_entry& entry : files) {
    const std::string name = entry.path().filename().string();
    result.facts.push_back({"bytes of " + name, "bytes of " + name, std::uint64_t{entry.file_size()}});
  }
  return result;
}

// As every line of a ledger begins, but for those of its oldest form.
constexpr std::string_view ledger_line_start = "{\"before";

// The first eight bytes of a file, or what there is.
std::string magic_of(const std::string& path) {
  InputFile file(path);
  std::string magic(8, '\0');
  magic.resize(file.read({reinterpret_cast<std::uint8_t*>(magic.data()), magic.size()}));
  return magic;
}

}  // namespace

Inspection inspect(const std::string& path) {
  std::error_code error;
  if (fs::is_directory(path, error)) return inspect_release(path);
  const std::string magic = magic_of(path);
  Inspection result;
  if (magic == report_format.file.magic) {
    result = inspect_reports(path);
  } else if (magic == tally_format.file.magic) {
    result = inspect_tally(path);
  } else if (magic == range_magic) {
    result = inspect_range(path);
  } else if (path.ends_with(ledger_ending) || magic == ledger_line_start) {
    fail_input(fmt::format("'{}' is a ledger: what was spent", path),
               fmt::format("'sourdine ledger show {}' shows it.", path));
  } else {
    fail_input(fmt::format("'{}' is neither reports (.srep), nor a tally (.stly), nor a structure for ranges (.srng), "
                           "nor the directory of a release",
                           path),
               "'sourdine init' looks at events.");
  }
  result.facts.push_back({"bytes", "bytes in all", std::uint64_t{fs::file_size(path)}});
  return result;
}

}  // namespace sourdine
