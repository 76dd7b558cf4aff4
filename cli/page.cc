#include <fmt/format.h>

#include "app.h"
#include "common.h"
#include "print.h"
#include "sourdine/report/page_file.h"

namespace sourdine::cli {
namespace {

struct PageArguments {
  std::string directory;
  std::string language;
  std::vector<std::string> titles;  // at most one: an empty title is not the same as none
  bool json = false;
};

void make_page(const PageArguments& options, Context& context) {
  PageChanges changes;
  if (!options.titles.empty()) changes.title = options.titles.back();
  if (!options.language.empty()) changes.language = options.language == "fr" ? Language::fr : Language::en;
  const RemadePage made = remake_page(options.directory, changes);
  if (options.json)
    return print_json(context.out, nlohmann::json{{"page", made.path}, {"fingerprint", made.fingerprint}});
  if (!made.fingerprint.empty())
    fmt::print(context.out, "fingerprint: {} (new, since the page is)\n", made.fingerprint);
  fmt::print(context.out, "page: {}\n", made.path);
}

}  // namespace

void add_page(Command& app, Context& context) {
  auto options = std::make_shared<PageArguments>();
  Command* command =
      app.add_subcommand("page", "Make a release's page again, at no cost: another language, another title");
  command->add_option("DIR", options->directory, "The release's directory, which has page.json")->required();
  command->add_option("--language", options->language, "That the page opens in; it has both (default: as it was)")
      ->check(one_of_words({"en", "fr"}));
  command->add_option("--title", options->titles, "Of the page (default: as it was)")
      ->type_name("TEXT")
      ->allow_extra_args(false);
  command->add_flag("--json", options->json, "One JSON object");
  command->footer("Example:\n  sourdine demo --out my-demo --draws 1\n  sourdine page my-demo/release --language fr");
  command->callback([options, &context] { make_page(*options, context); });
}

}  // namespace sourdine::cli
