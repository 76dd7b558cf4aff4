// A check of published tables that shares nothing with what made them: it reads the file back and counts.
#pragma once

#include <algorithm>
#include <cmath>
#include <map>
#include <sstream>
#include <string>
#include <vector>

namespace sourdine::testing {

using NaiveRow = std::vector<std::string>;

inline std::vector<NaiveRow> naive_csv(const std::string& text) {
  std::vector<NaiveRow> rows;
  NaiveRow row;
  std::string field;
  bool is_quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (is_quoted && c == '"' && i + 1 < text.size() && text[i + 1] == '"') {
      field += text[i++];
    } else if (c == '"') {
      is_quoted = !is_quoted;
    } else if (!is_quoted && (c == ',' || c == '\n')) {
      row.push_back(field);
      field.clear();
      if (c == '\n') {
        rows.push_back(row);
        row.clear();
      }
    } else {
      field += c;
    }
  }
  return rows;
}

struct NaiveFacts {
  std::size_t rows = 0, classes = 0;
  std::size_t k = 0;
  std::size_t distinct = 0;
  double entropy = HUGE_VAL;
  double recursive = 0;  // r_1 / (r_l + …) of the worst class, for the l that was given
  double t = 0;          // equal distance
};

// By the names of columns; without a sensitive one, of k alone.
inline NaiveFacts naive_facts(const std::string& csv, const std::vector<std::string>& quasi,
                              const std::string& sensitive = "", std::size_t recursive_l = 1) {
  const std::vector<NaiveRow> rows = naive_csv(csv);
  const auto place = [&](const std::string& name) {
    return static_cast<std::size_t>(std::find(rows[0].begin(), rows[0].end(), name) - rows[0].begin());
  };
  std::map<NaiveRow, std::map<std::string, double>> classes;
  std::map<std::string, double> table;
  for (std::size_t i = 1; i < rows.size(); ++i) {
    NaiveRow key;
    for (const std::string& name : quasi) key.push_back(rows[i].at(place(name)));
    const std::string value = sensitive.empty() ? "" : rows[i].at(place(sensitive));
    classes[key][value] += 1;
    table[value] += 1;
  }
  NaiveFacts facts;
  facts.rows = rows.size() - 1;
  facts.classes = classes.size();
  facts.k = facts.distinct = facts.rows;
  for (const auto& [key, values] : classes) {
    double size = 0;
    std::vector<double> counts;
    for (const auto& [value, count] : values) {
      size += count;
      counts.push_back(count);
    }
    std::sort(counts.rbegin(), counts.rend());
    double entropy = 0, distance = 0, rest = 0;
    for (const double count : counts) entropy -= count / size * std::log(count / size);
    for (std::size_t i = recursive_l - 1; i < counts.size(); ++i) rest += counts[i];
    for (const auto& [value, count] : table) {
      const auto found = values.find(value);
      distance +=
          std::abs((found == values.end() ? 0 : found->second / size) - count / static_cast<double>(facts.rows)) / 2;
    }
    facts.k = std::min(facts.k, static_cast<std::size_t>(size));
    facts.distinct = std::min(facts.distinct, counts.size());
    facts.entropy = std::min(facts.entropy, std::exp(entropy));
    facts.recursive = std::max(facts.recursive, rest > 0 ? counts.front() / rest : HUGE_VAL);
    facts.t = std::max(facts.t, distance);
  }
  return facts;
}

}  // namespace sourdine::testing
