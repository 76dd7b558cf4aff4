#include "sourdine/publish/bundle.h"

#include <algorithm>
#include <array>
#include <utility>

#include "sourdine/base/error.h"

namespace sourdine {

namespace embedded {
std::string_view release_page();
std::string_view study_page();
std::string_view range_page();
std::string_view anonymity_page();
std::string_view blur_page();
std::string_view survey_page();
std::string_view collector_page();
}  // namespace embedded

std::string page_of_bundle(std::string_view name, std::string_view data_json) {
  using Bundle = std::string_view (*)();
  constexpr std::array<std::pair<std::string_view, Bundle>, 6> bundles = {{{"release", embedded::release_page},
                                                                           {"range", embedded::range_page},
                                                                           {"anonymity", embedded::anonymity_page},
                                                                           {"blur", embedded::blur_page},
                                                                           {"survey", embedded::survey_page},
                                                                           {"study", embedded::study_page}}};
  const auto found = std::ranges::find(bundles, name, &std::pair<std::string_view, Bundle>::first);
  if (found == bundles.end()) fail_internal("a page that is not bundled");
  const std::string_view bundle = found->second();
  constexpr std::string_view placeholder = "__DATA__";
  const std::size_t place = bundle.find(placeholder);
  if (place == std::string_view::npos) fail_internal("the bundled page has no place for its data");
  std::string page;
  page.reserve(bundle.size() + data_json.size());
  page += bundle.substr(0, place);
  // In JSON, '<' can stand only inside a string, where \u003c means the same: neither "</script>" nor "<!--" survives.
  for (const char c : data_json) page += c == '<' ? "\\u003c" : std::string_view(&c, 1);
  page += bundle.substr(place + placeholder.size());
  return page;
}

std::string_view collector_page() { return embedded::collector_page(); }

}  // namespace sourdine
