#include <memory>

#include "app.h"
#include "demo_run.h"

namespace sourdine::cli {

void add_demo(Command& app, Context& context) {
  auto options = std::make_shared<DemoArguments>();
  Command* command =
      app.add_subcommand("demo", "The whole path on bundled data: releases, error rates, forecasts, page");
  command->add_option("--out,-o", options->out, "A directory that must not exist")->capture_default_str();
  command->add_option("--language", options->language, "Of page and statement")
      ->check(one_of_words({"en", "fr"}))
      ->capture_default_str();
  command->add_option("--draws", options->draws, "Draws of all reports that the error rates are averaged over")
      ->check(positive_number())
      ->capture_default_str();
  command->add_flag("--json", options->json, "One JSON object");
  command->footer("Example:\n  sourdine demo --out my-demo");
  command->callback([options, &context] { demonstrate(*options, context); });
}

}  // namespace sourdine::cli
