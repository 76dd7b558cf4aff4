#include "sourdine/survey/gather.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>

#include "sourdine/base/error.h"
#include "sourdine/base/text.h"
#include "sourdine/longitudinal/leakage.h"
#include "sourdine/survey/people.h"
#include "sourdine/survey/survey.h"

namespace sourdine {
namespace {

struct OpenedFile {
  std::string path;
  CollectionHeader header;
  std::shared_ptr<const TupleProtocol> protocol;
};

OpenedFile open_survey_file(const std::string& path, Torn torn) {
  OpenedFile opened{.path = path, .header = {}, .protocol = {}};
  std::shared_ptr<const Protocol> protocol;
  if (is_tally_file(path)) {
    const OpenedTally tally = open_tally_file(path);
    opened.header = tally.file.header();
    protocol = tally.protocol;
  } else {
    const ReportReader reader(path, torn);
    opened.header = reader.header();
    protocol = reader.protocol();
  }
  opened.protocol = std::dynamic_pointer_cast<const TupleProtocol>(protocol);
  if (!opened.protocol) {
    fail_input(fmt::format("'{}' is about one value, not about the attributes of a survey: its protocol is {}", path,
                           protocol->title()),
               "'sourdine estimate' reads it.");
  }
  return opened;
}

std::string collection_words(const std::string& name, const std::string& path) {
  return name.empty() ? fmt::format("'{}'", path) : fmt::format("collection '{}' ('{}')", shown(name), path);
}

void require_same_question(const OpenedFile& first, const OpenedFile& other) {
  const std::string what =
      fmt::format("{} belongs to another survey than {}", collection_words(other.header.collection, other.path),
                  collection_words(first.header.collection, first.path));
  if (const std::string where = domain_difference(*first.protocol, *other.protocol); !where.empty()) {
    fail_input(fmt::format("{}: {}", what, where),
               "Collections are compared value by value: the attributes and their labels must stay as they are.");
  }
  if (const std::string field = first_difference(first.header.spec, other.header.spec); !field.empty()) {
    fail_input(fmt::format("{}: they differ in '{}'", what, field));
  }
}

// Totals count collections, so a memo's collection is one report of each person.
void require_one_file(const TupleProtocol& protocol, const std::string& name, const std::vector<std::string>& files) {
  if (files.size() < 2 || dynamic_cast<const Memoised*>(&protocol.oracle(0)) == nullptr) return;
  fail_input(
      fmt::format("'{}' and '{}' both have collection '{}', in which a person reports once", files[0], files[1],
                  shown(name)),
      "Leave one out; where they are parts of it, of different people, add them up before by 'sourdine aggregate'.");
}

}  // namespace

std::vector<std::string> survey_files(const std::vector<std::string>& paths) {
  namespace fs = std::filesystem;
  std::vector<std::string> files;
  for (const std::string& path : paths) {
    std::error_code ignored;
    if (!fs::is_directory(path, ignored)) {
      files.push_back(path);
      continue;
    }
    std::vector<std::string> inside;
    for (const auto& entry : fs::directory_iterator(path)) {
      const std::string ending = entry.path().extension().string();
      if (ending == ".srep" || ending == ".stly") inside.push_back(entry.path().string());
    }
    if (inside.empty()) {
      fail_input(fmt::format("the directory '{}' has no report files (.srep) and no tally files (.stly)", path));
    }
    std::sort(inside.begin(), inside.end(),
              [](const std::string& a, const std::string& b) { return comes_before(std::string_view(a), b); });
    files.insert(files.end(), inside.begin(), inside.end());
  }
  return files;
}

GatheredSurvey gather_survey(const std::vector<std::string>& paths, const AggregateOptions& options) {
  std::map<std::string, std::vector<std::string>> by_name;
  std::optional<OpenedFile> first;
  for (const std::string& path : survey_files(paths)) {
    OpenedFile opened = open_survey_file(path, options.torn);
    if (first) require_same_question(*first, opened);
    by_name[opened.header.collection].push_back(path);
    if (!first) first = std::move(opened);
  }
  if (!first) fail_input("no report file and no tally file is given");
  GatheredSurvey gathered{.protocol = first->protocol, .collections = {}, .torn = {}};
  for (const auto& [name, files] : by_name) {
    require_one_file(*first->protocol, name, files);
    Aggregate sum = aggregate_files(files, options);
    gathered.torn.insert(gathered.torn.end(), sum.torn.begin(), sum.torn.end());
    gathered.is_private = gathered.is_private && sum.result.is_private;
    gathered.collections.push_back({name, std::move(sum.result)});
  }
  std::sort(gathered.collections.begin(), gathered.collections.end(),
            [](const GatheredCollection& a, const GatheredCollection& b) {
              return comes_before(std::string_view(a.name), std::string_view(b.name));
            });
  return gathered;
}

}  // namespace sourdine
