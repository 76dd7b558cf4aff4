// page.json: the data of a release's page, in the release's directory. The page, index.html, is made from it and can be
// made again, in another language or with another title, at no cost in privacy: it holds nothing that was not
// published.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "sourdine/release/config.h"

namespace sourdine {

inline constexpr std::string_view page_data_name = "page.json", index_name = "index.html";

struct PageChanges {
  std::optional<Language> language = {};  // that the page opens in
  std::optional<std::string> title = {};
};

struct RemadePage {
  std::string path;
  std::string fingerprint = {};  // the release's new one; nothing when it has no sums
};

// Throws Error(bad_input) naming the file when there is no page.json in the directory, or one of no page of this
// version.
std::string read_page_data(const std::string& directory);
// Writes page.json and index.html, each whole or not at all. `data` must be a page's (report/page.h).
void write_page_files(const std::string& directory, const std::string& data);
// Makes the page again, and its sums in a release that has them (publish/sums.h). Throws Error(bad_input), writing
// nothing, when the release is not as it was published.
RemadePage remake_page(const std::string& directory, const PageChanges& changes);

}  // namespace sourdine
