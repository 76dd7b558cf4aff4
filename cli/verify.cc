#include <fmt/format.h>
#include <fmt/ranges.h>

#include <filesystem>

#include "app.h"
#include "common.h"
#include "print.h"
#include "sourdine/base/bounded_json.h"
#include "sourdine/base/error.h"
#include "sourdine/base/text.h"
#include "sourdine/publish/sums.h"

namespace sourdine::cli {
namespace {

struct VerifyArguments {
  std::string directory;
  std::string fingerprint;
  bool json = false;
};

// What the release says of itself; its manifest has been verified before.
nlohmann::json read_manifest(const std::string& directory) {
  const std::string path = (std::filesystem::path(directory) / "manifest.json").string();
  std::string text;
  for (const std::string& line : read_lines(path)) text += line + "\n";
  try {
    const auto json = parse_bounded_json(text);
    nlohmann::json about = {{"title", json.at("title").get<std::string>()},
                            {"made", json.at("made").get<std::string>()},
                            {"is_private", json.at("is_private").get<bool>()},
                            {"not_private_because", json.at("not_private_because").get<std::vector<std::string>>()}};
    // A generalised table has no guarantee of differential privacy, and no numbers of one.
    if (json.contains("guarantee")) {
      const auto& guarantee = json.at("guarantee");
      about["epsilon"] = guarantee.at("epsilon").get<double>();
      about["delta"] = guarantee.at("delta").get<double>();
      about["unit"] = guarantee.at("unit").get<std::string>();
      about["within_metres"] = guarantee.value("within_metres", 0.0);
    } else if (about["is_private"].get<bool>()) {
      fail_input(fmt::format("'{}' promises privacy and does not say which", path));
    }
    return about;
  } catch (const nlohmann::json::exception&) {
    fail_input(fmt::format("'{}' is no manifest of a release", path), "It was not published by Sourdine.");
  }
}

void verify(const VerifyArguments& options, Context& context) {
  const VerifiedFiles verified = verify_sums(options.directory);
  if (!options.fingerprint.empty() && options.fingerprint != verified.fingerprint) {
    fail_input(fmt::format("the release in '{}' is another one: its fingerprint is {}", options.directory,
                           verified.fingerprint),
               "All its files fit each other, but they are not those that the publisher named.");
  }
  nlohmann::json about = read_manifest(options.directory);
  if (options.json) {
    if (about.value("within_metres", 0.0) == 0.0) about.erase("within_metres");
    about["files"] = verified.files;
    about["others"] = verified.others;
    about["fingerprint"] = verified.fingerprint;
    about["is_named"] = !options.fingerprint.empty();
    return print_json(context.out, about);
  }
  fmt::print(context.out, "'{}', made {}: all {} files are as they were published\n",
             shown(about["title"].get<std::string>()), about["made"].get<std::string>(), verified.files.size());
  if (!verified.others.empty()) {
    std::vector<std::string> names;
    for (const std::string& name : verified.others) names.push_back(shown(name));
    fmt::print(context.out, "not part of it: {}\n", fmt::join(names, ", "));
  }
  if (about["is_private"].get<bool>()) {
    const double delta = about["delta"].get<double>();
    const double within = about["within_metres"].get<double>();
    fmt::print(context.out, "guarantee: epsilon {:.6g}{} for {}{} (PRIVACY.md says what that means)\n",
               about["epsilon"].get<double>(), delta > 0 ? fmt::format(" with delta {:.6g}", delta) : "",
               about["unit"].get<std::string>(),
               within > 0 ? fmt::format(", between places within {:g} m", within) : "");
  } else {
    for (const auto& reason : about["not_private_because"]) {
      fmt::print(context.out, "NOT PRIVATE: {}\n", reason.get<std::string>());
    }
  }
  fmt::print(context.out, "fingerprint: {}\n", verified.fingerprint);
  if (options.fingerprint.empty()) {
    fmt::print(context.out,
               "  whoever changed the files on the way could have changed their checksums too: compare "
               "the fingerprint with the publisher's, or give it by --fingerprint\n");
  }
}

}  // namespace

void add_verify(Command& app, Context& context) {
  auto options = std::make_shared<VerifyArguments>();
  Command* command = app.add_subcommand("verify", "Check that a release is as it was published");
  command->add_option("DIRECTORY", options->directory, "The release that was received")->required();
  command->add_option("--fingerprint", options->fingerprint, "What the publisher says it is; fails for any other")
      ->type_name("SHA256");
  command->add_flag("--json", options->json, "One JSON object");
  command->footer(
      "Example:\n"
      "  printf 'when,where\\n2024-01-01,north\\n2024-01-02,south\\n' > events.csv\n"
      "  printf '[events]\\ntime=\"when\"\\nplace=\"where\"\\n[places]\\nregions=[\"north\",\"south\"]\\n"
      "[privacy]\\nepsilon=1\\n' > my.toml\n"
      "  sourdine release events.csv --config my.toml --out received\n"
      "  sourdine verify received");
  command->callback([options, &context] { verify(*options, context); });
}

}  // namespace sourdine::cli
