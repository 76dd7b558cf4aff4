#include "sourdine/kinds/page.h"

#include <fmt/format.h>

#include "app.h"
#include "common.h"
#include "print.h"

namespace sourdine::cli {
namespace {

struct PageArguments {
  std::string directory;
  std::string language;
  std::vector<std::string> titles;  // at most one: an empty title is not the same as none
  bool json = false;
};

std::string_view how_word(RemadePage::How how) {
  switch (how) {
    case RemadePage::How::kept:
      return "as it was published";
    case RemadePage::How::restored:
      return "restored as it was published";
    case RemadePage::How::derived:
      return "beside what was published, which is as it was";
    case RemadePage::How::of_file:
      return "beside the file, which is as it was";
    case RemadePage::How::written:
      break;
  }
  return "made again";
}

void make_page(const PageArguments& options, Context& context) {
  PageChanges changes;
  if (!options.titles.empty()) changes.title = options.titles.back();
  if (!options.language.empty()) changes.language = options.language == "fr" ? Language::fr : Language::en;
  const RemadePage made = remake_page(options.directory, changes);
  const bool is_derived = made.how == RemadePage::How::derived;
  if (options.json) {
    nlohmann::json json = {{"page", made.path}, {"fingerprint", made.fingerprint}, {"is_derived", is_derived}};
    if (!made.sums.empty()) json["sums"] = made.sums;
    return print_json(context.out, json);
  }
  fmt::print(context.out, "page: {} ({})\n", made.path, how_word(made.how));
  if (!made.sums.empty()) fmt::print(context.out, "its checksums: {}\n", made.sums);
}

}  // namespace

void add_page(Command& app, Context& context) {
  auto options = std::make_shared<PageArguments>();
  Command* command = app.add_subcommand(
      "page", "Make a publication's page again, at no cost: another language or title, or as it was");
  command
      ->add_option("DIR", options->directory,
                   "The directory of a publication, or a range file (.srng), whose page is FILE.srng.html")
      ->required();
  command
      ->add_option("--language", options->language,
                   "That the page opens in; it has both. Makes index.en.html or index.fr.html: index.html stays")
      ->check(one_of_words({"en", "fr"}));
  command->add_option("--title", options->titles, "Of that page (default: as it was)")
      ->type_name("TEXT")
      ->allow_extra_args(false);
  command->add_flag("--json", options->json, "One JSON object");
  command->footer("Example:\n  sourdine demo --out my-demo --draws 1\n  sourdine page my-demo/release --language fr");
  command->callback([options, &context] { make_page(*options, context); });
}

}  // namespace sourdine::cli
