#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app.h"
#include "common.h"
#include "print.h"
#include "sourdine/base/error.h"
#include "sourdine/base/text.h"
#include "sourdine/kinds/inspection.h"

namespace sourdine::cli {
namespace {

struct VerifyArguments {
  std::string directory;
  std::string fingerprint;
  bool json = false;
};

nlohmann::json verification_json(const Verification& verification, bool is_named) {
  nlohmann::json json = {{"kind", verification.kind},
                         {"title", verification.title},
                         {"made", verification.made},
                         {"is_private", verification.is_private},
                         {"not_private_because", verification.not_private_because},
                         {"files", verification.files.files},
                         {"derived", nlohmann::json::array()},
                         {"others", verification.files.others},
                         {"fingerprint", verification.files.fingerprint},
                         {"is_named", is_named}};
  if (const auto& guarantee = verification.guarantee) {
    json["epsilon"] = guarantee->epsilon;
    json["delta"] = guarantee->delta;
    json["unit"] = guarantee->unit_text;
    if (guarantee->within) json["within_metres"] = *guarantee->within;
  }
  for (const DerivedFiles& derived : verification.files.derived) {
    json["derived"].push_back(
        {{"sums", derived.sums}, {"of", verification.files.fingerprint}, {"files", derived.files}});
  }
  return json;
}

std::string listed(const std::vector<std::string>& names) {
  std::vector<std::string> safe;
  for (const std::string& name : names) safe.push_back(shown(name));
  return fmt::format("{}", fmt::join(safe, ", "));
}

void print_verified_promise(std::ostream& out, const Verification& verification) {
  for (const std::string& reason : verification.not_private_because) {
    fmt::print(out, "NOT PRIVATE: {}\n", escaped(reason));
  }
  if (!verification.is_private) return;
  const Guarantee& guarantee = *verification.guarantee;
  fmt::print(out, "guarantee: epsilon {:.6g}{} for {}{} (PRIVACY.md says what that means)\n", guarantee.epsilon,
             guarantee.delta > 0 ? fmt::format(" with delta {:.6g}", guarantee.delta) : "",
             escaped(guarantee.unit_text),
             guarantee.within ? fmt::format(", between places within {:g} m", *guarantee.within) : "");
}

void verify(const VerifyArguments& options, Context& context) {
  const Verification verification = verify_publication(options.directory);
  const VerifiedFiles& files = verification.files;
  if (!options.fingerprint.empty() && options.fingerprint != files.fingerprint) {
    fail_input(
        fmt::format("the release in '{}' is another one: its fingerprint is {}", options.directory, files.fingerprint),
        "All its files fit each other, but they are not those that the publisher named.");
  }
  if (options.json) return print_json(context.out, verification_json(verification, !options.fingerprint.empty()));
  fmt::print(context.out, "'{}', made {}: all {} files are as they were published\n", shown(verification.title),
             shown(verification.made), files.files.size());
  for (const DerivedFiles& derived : files.derived) {
    fmt::print(context.out, "derived from it, and not in its fingerprint: {} (as '{}' says)\n", listed(derived.files),
               shown(derived.sums));
  }
  if (!files.others.empty()) fmt::print(context.out, "not part of it: {}\n", listed(files.others));
  print_verified_promise(context.out, verification);
  fmt::print(context.out, "fingerprint: {}\n", files.fingerprint);
  if (options.fingerprint.empty()) {
    fmt::print(context.out,
               "  whoever changed the files on the way could have changed their checksums too: compare "
               "the fingerprint with the publisher's, or give it by --fingerprint\n");
  }
}

}  // namespace

void add_verify(Command& app, Context& context) {
  auto options = std::make_shared<VerifyArguments>();
  Command* command = app.add_subcommand("verify", "Check that a publication is as it was published");
  command
      ->add_option("DIRECTORY", options->directory,
                   "What was received: a release, blurred places, a survey or a generalised table")
      ->required();
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
