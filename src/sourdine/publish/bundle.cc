#include "sourdine/publish/bundle.h"

#include <array>
#include <stdexcept>
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

namespace {

std::string filled(std::string_view bundle, std::string_view data_json) {
  constexpr std::string_view placeholder = "__DATA__";
  const std::size_t place = bundle.find(placeholder);
  if (place == std::string_view::npos) throw std::logic_error("the bundled page has no place for its data");

  std::string page;
  page.reserve(bundle.size() + data_json.size());
  page += bundle.substr(0, place);
  // In JSON, '<' can stand only inside a string, where \u003c means the same: neither "</script>" nor "<!--" survives.
  for (const char c : data_json) {
    if (c == '<') {
      page += "\\u003c";
    } else {
      page += c;
    }
  }
  page += bundle.substr(place + placeholder.size());
  return page;
}

}  // namespace

std::string release_page(std::string_view data_json) { return filled(embedded::release_page(), data_json); }

std::string study_page(std::string_view data_json) { return filled(embedded::study_page(), data_json); }

std::string range_page(std::string_view data_json) { return filled(embedded::range_page(), data_json); }

std::string blur_page(std::string_view data_json) { return filled(embedded::blur_page(), data_json); }
std::string survey_page(std::string_view data_json) { return filled(embedded::survey_page(), data_json); }

std::string page_of_bundle(std::string_view name, std::string_view data_json) {
  using Bundle = std::string_view (*)();
  constexpr std::array<std::pair<std::string_view, Bundle>, 5> bundles = {{{"release", embedded::release_page},
                                                                           {"range", embedded::range_page},
                                                                           {"anonymity", embedded::anonymity_page},
                                                                           {"blur", embedded::blur_page},
                                                                           {"survey", embedded::survey_page}}};
  for (const auto& [known, bundle] : bundles) {
    if (known == name) return filled(bundle(), data_json);
  }
  fail_internal("a page that is not bundled");
}

std::string_view collector_page() { return embedded::collector_page(); }

}  // namespace sourdine
