#include "sourdine/reproduce/arcolezi_data.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <map>

#include "sourdine/base/error.h"
#include "sourdine/base/input_file.h"
#include "sourdine/events/compressed_input.h"
#include "sourdine/events/row_source.h"

namespace sourdine {
namespace {

// The file of one of these names, plain or compressed; empty when there is none.
std::string found_file(const std::string& directory, std::initializer_list<const char*> names) {
  for (const char* name : names) {
    for (const char* ending : {"", ".zst", ".gz"}) {
      const std::string path = (std::filesystem::path(directory) / (std::string(name) + ending)).string();
      if (std::filesystem::is_regular_file(path)) return path;
    }
  }
  return {};
}

// Labels become numbers as they appear.
class Labels {
 public:
  Value number(std::string_view label) {
    auto found = numbers_.find(label);
    if (found == numbers_.end()) {
      found = numbers_.emplace(std::string(label), static_cast<Value>(numbers_.size())).first;
    }
    return found->second;
  }
  Value size() const { return static_cast<Value>(numbers_.size()); }

 private:
  std::map<std::string, Value, std::less<>> numbers_;
};

std::vector<std::string> lines_of(const std::string& path) {
  const auto input = decompressed(std::make_unique<InputFile>(path));
  std::string text;
  std::vector<std::uint8_t> block(1 << 16);
  for (std::size_t size = block.size(); size == block.size();) {
    size = input->read(block);
    text.append(reinterpret_cast<const char*>(block.data()), size);
  }
  std::vector<std::string> lines;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    lines.push_back(text.substr(begin, end - begin));
    if (!lines.back().empty() && lines.back().back() == '\r') lines.back().pop_back();
    begin = end + 1;
  }
  return lines;
}

std::vector<std::string_view> fields_of(std::string_view line) {
  std::vector<std::string_view> fields;
  while (true) {
    const std::size_t comma = line.find(',');
    std::string_view field = line.substr(0, comma);
    while (field.starts_with(' ')) field.remove_prefix(1);
    fields.push_back(field);
    if (comma == std::string_view::npos) return fields;
    line.remove_prefix(comma + 1);
  }
}

// workclass, education, marital status, occupation, relationship, race, sex, country, salary.
constexpr std::size_t adult_columns[] = {1, 3, 5, 6, 7, 8, 9, 13, 14};
constexpr std::size_t adult_width = 15;

std::optional<StudyTable> read_adult(const std::string& directory) {
  const std::string train = found_file(directory, {"adult.data"}), test = found_file(directory, {"adult.test"});
  if (train.empty() || test.empty()) return {};
  std::vector<Labels> labels(std::size(adult_columns));
  StudyTable table{"adult", {}, {}};
  for (const std::string& path : {train, test}) {
    const std::vector<std::string> lines = lines_of(path);
    for (std::size_t i = 0; i < lines.size(); ++i) {
      if (lines[i].empty() || lines[i].front() == '|') continue;
      std::vector<std::string_view> fields = fields_of(lines[i]);
      if (fields.size() != adult_width) {
        fail_input(fmt::format("'{}', line {}: {} fields instead of {}", path, i + 1, fields.size(), adult_width));
      }
      if (fields.back().ends_with('.')) fields.back().remove_suffix(1);  // of adult.test
      const auto is_missing = [&](std::size_t column) { return fields[column] == "?"; };
      if (std::any_of(std::begin(adult_columns), std::end(adult_columns), is_missing)) continue;
      for (std::size_t j = 0; j < labels.size(); ++j)
        table.values.push_back(labels[j].number(fields[adult_columns[j]]));
    }
  }
  for (const Labels& one : labels) table.sizes.push_back(one.size());
  return table;
}

std::optional<StudyTable> read_nursery(const std::string& directory) {
  const std::string path = found_file(directory, {"db_nursery.csv", "nursery.data"});
  if (path.empty()) return {};
  const std::vector<std::string> lines = lines_of(path);
  std::vector<Labels> labels(9);
  StudyTable table{"nursery", {}, {}};
  for (std::size_t i = lines.empty() || !lines.front().starts_with("parents,") ? 0 : 1; i < lines.size(); ++i) {
    if (lines[i].empty()) continue;
    const std::vector<std::string_view> fields = fields_of(lines[i]);
    if (fields.size() != labels.size()) {
      fail_input(fmt::format("'{}', line {}: {} fields instead of {}", path, i + 1, fields.size(), labels.size()));
    }
    for (std::size_t j = 0; j < labels.size(); ++j) table.values.push_back(labels[j].number(fields[j]));
  }
  for (const Labels& one : labels) table.sizes.push_back(one.size());
  return table;
}

std::optional<StudyTable> read_msfimu(const std::string& directory) {
  const std::string path = found_file(directory, {"msfimu_relational.csv"});
  if (path.empty()) return {};
  constexpr std::size_t days = 7;
  const auto source = open_table(path);
  const std::size_t person = find_column(*source, "Person ID"), day = find_column(*source, "Date ID"),
                    duration = find_column(*source, "Visit Duration");
  Labels people, durations;
  durations.number("absent");  // 0: what a day has until a row tells otherwise
  StudyTable table{"ms-fimu", {}, {}};
  while (source->next()) {
    const auto row = source->row();
    if (row[day].size() != 1 || row[day][0] < '1' || row[day][0] > '7') {
      fail_input(fmt::format("{}: '{}' is no day from 1 to 7", source->where(), row[day]));
    }
    const std::size_t at = people.number(row[person]) * days;
    if (table.values.size() < at + days) table.values.resize(at + days);
    table.values[at + static_cast<std::size_t>(row[day][0] - '1')] = durations.number(row[duration]);
  }
  table.sizes.assign(days, durations.size());
  return table;
}

std::optional<StudyTable> read_counters(const std::string& directory) {
  const std::string path = found_file(directory, {"PWGTP_Montana.csv"});
  if (path.empty()) return {};
  const auto source = open_table(path);
  std::vector<std::uint32_t> weights;
  while (source->next()) {
    for (const std::string_view field : source->row()) {
      std::uint32_t weight = 0;
      const auto read = std::from_chars(field.data(), field.data() + field.size(), weight);
      if (read.ec != std::errc() || read.ptr != field.data() + field.size()) {
        fail_input(fmt::format("{}: '{}' is no whole number", source->where(), field));
      }
      weights.push_back(weight);
    }
  }
  // In their order, which buckets keep.
  std::vector<std::uint32_t> domain = weights;
  std::sort(domain.begin(), domain.end());
  domain.erase(std::unique(domain.begin(), domain.end()), domain.end());
  StudyTable table{"counters", {}, {}};
  table.sizes.assign(source->columns().size(), static_cast<Value>(domain.size()));
  for (const std::uint32_t weight : weights) {
    table.values.push_back(static_cast<Value>(std::lower_bound(domain.begin(), domain.end(), weight) - domain.begin()));
  }
  return table;
}

}  // namespace

std::vector<std::uint64_t> StudyTable::counts(std::size_t attribute) const {
  std::vector<std::uint64_t> counts(sizes[attribute]);
  for (std::size_t i = attribute; i < values.size(); i += width()) ++counts[values[i]];
  return counts;
}

std::vector<double> StudyTable::shares(std::size_t attribute) const {
  std::vector<double> shares;
  for (const std::uint64_t count : counts(attribute)) {
    shares.push_back(static_cast<double>(count) / static_cast<double>(people()));
  }
  return shares;
}

StudyTable synthetic_table(Random& random, std::size_t people) {
  StudyTable table{"synthetic", {2, 3, 5, 8, 17, 40}, {}};
  constexpr std::uint64_t unit = 1'000'000;
  std::vector<std::vector<std::uint64_t>> ends;
  for (const Value size : table.sizes) {
    ends.emplace_back();
    std::uint64_t sum = 0;
    for (Value v = 0; v < size; ++v) ends.back().push_back(sum += unit / (v + 1));
  }
  for (std::size_t i = 0; i < people; ++i) {
    for (const auto& end : ends) {
      const auto above = std::upper_bound(end.begin(), end.end(), random.below(end.back()));
      table.values.push_back(static_cast<Value>(above - end.begin()));
    }
  }
  return table;
}

std::optional<StudyTable> read_study_table(const std::string& directory, const std::string& name) {
  std::optional<StudyTable> table;
  if (name == "adult") table = read_adult(directory);
  if (name == "nursery") table = read_nursery(directory);
  if (name == "ms-fimu") table = read_msfimu(directory);
  if (name == "counters") table = read_counters(directory);
  if (table && table->values.empty()) fail_input(fmt::format("the table '{}' in '{}' has no rows", name, directory));
  return table;
}

}  // namespace sourdine
