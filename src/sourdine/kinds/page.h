// The page of a publication made again from page.json, at no cost in privacy: it shows nothing that was not published.
// What was published stays as it is: index.html is restored when it is missing or damaged, and a page in another
// language, with another title, or as this version draws it is derived (publish/derive.h): index.fr.html.
#pragma once

#include <optional>
#include <string>

#include "sourdine/base/language.h"

namespace sourdine {

struct PageChanges {
  std::optional<Language> language = {};  // that the page opens in; it has both
  std::optional<std::string> title = {};
};

struct RemadePage {
  enum class How {
    kept,      // index.html is as it was published, and nothing else was asked
    restored,  // index.html, to the letter
    derived,   // beside it
    written,   // index.html, of a publication without a seal
    of_file,   // beside a file that has none of its own: FILE.html
  };
  How how;
  std::string path;
  std::string sums = {};         // of a derived page
  std::string fingerprint = {};  // of the publication; empty: it has no seal
};

// Throws Error(bad_input), writing nothing: what is there has no page or is not as it was published (but for
// index.html); an empty title.
RemadePage remake_page(const std::string& directory, const PageChanges& changes);

}  // namespace sourdine
