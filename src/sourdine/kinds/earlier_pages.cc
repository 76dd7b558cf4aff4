#include "sourdine/kinds/earlier_pages.h"

#include <fmt/format.h>

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "sourdine/base/error.h"
#include "sourdine/base/input_file.h"
#include "sourdine/base/line_reader.h"
#include "sourdine/publish/bundle.h"

namespace sourdine {
namespace {

using PageJson = nlohmann::ordered_json;

[[noreturn]] void fail_page_schema() {
  fail_input("the data are those of no page, or of another version's",
             "They must be those that Sourdine wrote for this publication.");
}

[[noreturn]] void fail_earlier_page(const OpenedKind& opened, const char* hint) {
  fail_input(fmt::format("the page in '{}' is of an earlier version, which kept less than this one shows", opened.path),
             hint);
}

PageJson page_of_kind(PageJson data, std::string_view kind) {
  const std::string named = data.value("kind", "");
  if (data.at("schema") != page_schema || named != kind) fail_page_schema();
  return data;
}

// What PRIVACY.md promises: the last bold line before its first heading, and the list below that.
struct ToldPromise {
  std::string sentence;
  std::vector<std::string> holds;
};

ToldPromise told_promise(const std::string& directory) {
  ToldPromise told;
  const std::filesystem::path path = std::filesystem::path(directory) / "PRIVACY.md";
  if (!std::filesystem::is_regular_file(path)) return told;
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

PageJson blur_words(const OpenedKind& opened, const PageJson& words, const std::string& language) {
  const PageJson& manifest = opened.manifest;
  const ToldPromise told = told_promise(opened.path);
  const bool is_told = manifest.value("language", "en") == language && !told.sentence.empty();
  return {{"promise", is_told ? told.sentence : manifest.at("guarantee").at("promise").get<std::string>()},
          {"protects", told.holds},
          {"does_not_protect", words.at("not_protected")},
          {"not_private_because", words.at("not_private_because")}};
}

}  // namespace

PageJson current_page(const OpenedKind& opened, PageJson data) {
  return page_of_kind(std::move(data), opened.row->kind.name);
}

PageJson current_counts_page(const OpenedKind& opened, PageJson data) {
  // Pages of releases had no name of a kind.
  const std::string_view kind = data.contains("kind") ? opened.row->kind.name : "";
  return page_of_kind(std::move(data), kind);
}

PageJson current_blur_page(const OpenedKind& opened, PageJson data) {
  if (data.at("schema") != 1) return page_of_kind(std::move(data), opened.row->kind.name);
  const PageJson words = data.at("guarantee").at("words");
  PageJson upgraded = {{"kind", opened.row->kind.name}, {"schema", page_schema}};
  data.erase("schema");
  upgraded.update(data);
  upgraded["generated"] = opened.manifest.at("made");
  PageJson& guarantee = upgraded["guarantee"];
  guarantee.erase("unit");
  guarantee["randomness"] = opened.manifest.at("randomness");
  for (const char* language : {"en", "fr"}) {
    guarantee["words"][language] = blur_words(opened, words.at(language), language);
  }
  return upgraded;
}

PageJson current_survey_page(const OpenedKind& opened, PageJson data) {
  if (!data.at("guarantee").at("words").at("en").contains("promise")) {
    fail_earlier_page(opened, "Make it again by 'sourdine survey estimate', which costs nothing.");
  }
  return page_of_kind(std::move(data), opened.row->kind.name);
}

PageJson current_tables_page(const OpenedKind& opened, PageJson data) {
  if (data.value("kind", "") == "anonymity") {
    fail_earlier_page(opened, "Make the table again by 'sourdine anonymize', with the same configuration.");
  }
  return page_of_kind(std::move(data), opened.row->kind.name);
}

}  // namespace sourdine
