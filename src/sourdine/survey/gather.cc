#include "sourdine/survey/gather.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>

#include "sourdine/base/error.h"
#include "sourdine/base/input_file.h"
#include "sourdine/base/name_order.h"
#include "sourdine/base/stream.h"
#include "sourdine/base/text.h"
#include "sourdine/longitudinal/leakage.h"
#include "sourdine/protocol/file_header.h"
#include "sourdine/survey/survey.h"

namespace sourdine {

namespace fs = std::filesystem;

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

std::string words_for(const OpenedFile& file) {
  const std::string& name = file.header.collection;
  return name.empty() ? fmt::format("'{}'", file.path) : fmt::format("collection '{}' ('{}')", shown(name), file.path);
}

// "'age': the label 'x' of one is 'y' of the other": where the domains of two protocols differ first, in words; empty
// when they do not.
std::string domain_difference(const TupleProtocol& first, const TupleProtocol& other) {
  if (first.width() != other.width()) {
    return fmt::format("{} attributes, and {}", first.width(), other.width());
  }
  for (std::size_t i = 0; i < first.width(); ++i) {
    const std::string name = first.attribute_name(i), other_name = other.attribute_name(i);
    if (name != other_name) return fmt::format("attribute {} is '{}', and '{}'", i + 1, shown(name), shown(other_name));
    const Domain& mine = first.domain(i);
    const Domain& theirs = other.domain(i);
    for (Value value = 0; value < std::max(mine.size(), theirs.size()); ++value) {
      if (value < mine.size() && value < theirs.size() && mine.label(value) == theirs.label(value)) continue;
      const std::string here = value < mine.size() ? fmt::format("'{}'", shown(mine.label(value))) : "not there";
      const std::string there = value < theirs.size() ? fmt::format("'{}'", shown(theirs.label(value))) : "not there";
      return fmt::format("label {} of attribute '{}' is {}, and {}", value + 1, shown(name), here, there);
    }
  }
  return "";
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

void require_same_questions(const TupleProtocol& first, const TupleProtocol& other, const std::string& what,
                            const std::string& domains_hint, const std::string& fields_hint) {
  if (const std::string where = domain_difference(first, other); !where.empty()) {
    fail_input(fmt::format("{}: {}", what, where), domains_hint);
  }
  if (const std::string field = first_difference(first.spec(), other.spec()); !field.empty()) {
    fail_input(fmt::format("{}: they differ in '{}'", what, field), fields_hint);
  }
}

std::vector<std::string> survey_files(const std::vector<std::string>& paths) {
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
    std::ranges::sort(inside, name_comes_before);
    files.insert(files.end(), inside.begin(), inside.end());
  }
  return files;
}

GatheredSurvey gather_survey(const std::vector<std::string>& paths, const AggregateOptions& options) {
  std::map<std::string, std::vector<std::string>, decltype(&name_comes_before)> by_name(&name_comes_before);
  std::optional<OpenedFile> first;
  for (const std::string& path : survey_files(paths)) {
    OpenedFile opened = open_survey_file(path, options.torn);
    if (first) {
      require_same_questions(
          *first->protocol, *opened.protocol,
          fmt::format("{} belongs to another survey than {}", words_for(opened), words_for(*first)),
          "Collections are compared value by value: the attributes and their labels must stay as they are.", "");
    }
    by_name[opened.header.collection].push_back(path);
    if (!first) first = std::move(opened);
  }
  if (!first) fail_input("no report file and no tally file is given");
  GatheredSurvey gathered{.protocol = first->protocol};
  for (const auto& [name, files] : by_name) {
    require_one_file(*first->protocol, name, files);
    Aggregate sum = aggregate_files(files, options);
    gathered.torn.insert(gathered.torn.end(), sum.torn.begin(), sum.torn.end());
    gathered.is_private = gathered.is_private && sum.result.is_private;
    gathered.collections.push_back(std::move(sum.result));
  }
  return gathered;
}

void require_file_name(const std::string& collection) {
  const auto is_refused = [](char letter) {
    return letter == '/' || static_cast<unsigned char>(letter) < 0x20 || letter == 0x7f;
  };
  const bool is_bad = collection.empty() || collection.front() == '.' || collection.size() > 200 ||
                      std::ranges::any_of(collection, is_refused);
  if (is_bad) {
    fail_input(fmt::format("a collection is called '{}', which cannot be the name of a file", shown(collection)));
  }
}

void refuse_other_files(const std::string& directory, const std::string& what, const std::string& ending) {
  for (const auto& entry : fs::directory_iterator(directory)) {
    if (entry.path().extension() == ending && entry.is_regular_file()) continue;
    fail_input(fmt::format("'{}' holds '{}', which is no {}", directory, shown(entry.path().filename().string()), what),
               fmt::format("--force replaces a directory of {}s, and nothing else: choose another directory.", what));
  }
}

void require_report_file(const std::string& path) {
  std::error_code ignored;
  std::array<std::uint8_t, 8> magic{};
  if (fs::is_regular_file(path, ignored) && InputFile(path).read(magic) == magic.size() &&
      std::equal(magic.begin(), magic.end(), as_bytes(report_format.file.magic).begin())) {
    return;
  }
  fail_input(fmt::format("'{}' is no report file", path),
             "--force replaces reports, and nothing else: choose another name.");
}

void refuse_output_containing_inputs(const std::string& directory, const std::vector<std::string>& files) {
  const fs::path out = fs::weakly_canonical(directory);
  for (const std::string& file : files) {
    const fs::path inside = fs::weakly_canonical(file);
    if (std::mismatch(out.begin(), out.end(), inside.begin(), inside.end()).first != out.end()) continue;
    fail_input(fmt::format("'{}' holds '{}', which is read", directory, shown(file)), "Choose another directory.");
  }
}

}  // namespace sourdine
