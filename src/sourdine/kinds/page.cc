#include "sourdine/kinds/page.h"

#include <fmt/format.h>

#include <array>
#include <filesystem>

#include "sourdine/base/bounded_json.h"
#include "sourdine/base/error.h"
#include "sourdine/base/utf8.h"
#include "sourdine/kinds/rows.h"
#include "sourdine/publish/bundle.h"
#include "sourdine/publish/derive.h"
#include "sourdine/publish/manifest.h"
#include "sourdine/publish/new_directory.h"
#include "sourdine/publish/received.h"
#include "sourdine/publish/sums.h"

namespace sourdine {
namespace {

using PageData = nlohmann::ordered_json;

// As this version's bundle shows them; the text itself where it already is that, so that the page is the same to the
// letter.
struct ShownPage {
  std::string data;
  Language language;
};

ShownPage page_data_of(const OpenedKind& opened, const PageChanges& changes) {
  constexpr int max_depth = 12;  // a map's points are at 8
  const std::string text = read_page_text(opened.path);
  const std::string path = (std::filesystem::path(opened.path) / page_data_name).string();
  try {
    const auto published = parse_bounded_json<PageData>(text, max_depth);
    if (!published.is_object()) fail_input("the data are those of no page");
    PageData data = current_page(opened, published);
    if (changes.language) data["language"] = language_code(*changes.language);
    if (changes.title) data["title"] = *changes.title;
    const bool is_french = data.at("language").get<std::string>() == language_code(Language::fr);
    return {.data = data == published ? text : page_text(data), .language = is_french ? Language::fr : Language::en};
  } catch (const PageData::exception&) {
    fail_input(fmt::format("'{}' holds the data of no page, or of another version's", path));
  } catch (const Error& error) {
    fail_input(fmt::format("'{}': {}", path, error.what()), error.hint());
  }
}

RemadePage derived_page(const std::string& directory, Language language, const std::string& html) {
  const std::string stem = derived_stem(directory, fmt::format("index.{}", language_code(language)), {".html"});
  const Derived derived = derive(directory, stem, {derived_text(".html", html)});
  return {.how = RemadePage::How::derived,
          .path = derived.paths.front(),
          .sums = derived.sums,
          .fingerprint = derived.fingerprint};
}

RemadePage page_of_file(const OpenedKind& opened, const PageChanges& changes) {
  const std::string title = changes.title.value_or(std::filesystem::path(opened.path).stem().string());
  RemadePage page{.how = RemadePage::How::of_file, .path = opened.path + ".html"};
  const std::string html = opened.row->file_page(opened.path, title, changes.language.value_or(Language::en));
  write_text_file(page.path, html, StopToken::never());
  return page;
}

}  // namespace

RemadePage remake_page(const std::string& directory, const PageChanges& changes) {
  if (changes.title && changes.title->empty()) fail_input("the title is empty", "Give the page a title in words.");
  if (changes.title && !is_utf8(*changes.title)) fail_input("the title is not UTF-8");
  const OpenedKind opened = open_for("page", directory);
  if (opened.form == Form::file) return page_of_file(opened, changes);
  require_as_published(directory, std::array{index_name});
  const auto [data, language] = page_data_of(opened, changes);
  const std::string html = page_of_bundle(opened.row->kind.page_bundle, data);
  if (changes.language || changes.title) return derived_page(directory, language, html);
  RemadePage page{.how = RemadePage::How::kept,
                  .path = (std::filesystem::path(directory) / index_name).string(),
                  .fingerprint = fingerprint_of(directory)};
  if (is_as_sealed(directory, index_name)) return page;
  if (has_seal(directory) && !would_be_as_sealed(directory, index_name, html)) {
    return derived_page(directory, language, html);
  }
  page.how = has_seal(directory) ? RemadePage::How::restored : RemadePage::How::written;
  write_text_file(page.path, html, StopToken::never());
  return page;
}

}  // namespace sourdine
