#include <fmt/format.h>

#include "common.h"
#include "ledger.h"
#include "print.h"
#include "sourdine/base/error.h"
#include "sourdine/base/text.h"
#include "sourdine/ledger_store/known_head.h"

namespace sourdine::cli {
namespace {

struct LedgerVerifyArguments {
  LedgerOptions ledger;
  std::vector<std::string> heads;
  bool restore = false;
};

constexpr const char* not_found_text =
    "What cannot be found: lines cut off the end together with the head, unless the manifest of a later release is\n"
    "compared (--head); spending that was never recorded; a line that somebody with the right to write appended.\n";

void verify(const LedgerVerifyArguments& options, Context& context) {
  const Ledger ledger = options.ledger.open();
  std::vector<KnownHead> known;
  for (const std::string& head : options.heads) known.push_back(known_head(head));
  if (options.restore) {
    ledger.restore_head([&](const LedgerContents& found) {
      for (const KnownHead& head : known) require_head(found, head, ledger.name());
    });
  }
  const LedgerContents contents = ledger.read_existing();
  std::vector<std::uint64_t> lines;
  for (const KnownHead& head : known) lines.push_back(require_head(contents, head, ledger.name()));
  std::uint64_t open = 0;
  for (const LedgerRecord& record : contents.records) open += record.state == RecordState::open ? 1U : 0U;
  if (options.ledger.json) {
    nlohmann::json json = {{"ledger", shown_ledger(options.ledger.ledger)},
                           {"head", {{"count", contents.head.count}, {"hash", contents.head.hash}}},
                           {"chain", "whole"},
                           {"head_was_behind", contents.is_head_behind},
                           {"unfinished_line", contents.has_torn_end},
                           {"open", open},
                           {"compared", nlohmann::json::array()}};
    for (std::size_t i = 0; i < known.size(); ++i) {
      json["compared"].push_back({{"with", known[i].source}, {"line", lines[i]}});
    }
    return print_json(context.out, json);
  }
  fmt::print(context.out, "ledger {}: {}, each follows the one before\n", ledger.name(),
             counted(contents.head.count, "line"));
  fmt::print(context.out, "head: {}\n", contents.head.hash);
  if (options.restore) fmt::print(context.out, "the head beside it was made again\n");
  if (contents.is_head_behind) {
    fmt::print(context.out,
               "the head beside it lacks the last lines, as a crash leaves it; the next spending mends it\n");
  }
  if (contents.has_torn_end) {
    fmt::print(context.out, "an unfinished line at the end, as a crash leaves it, counts nothing and goes\n");
  }
  for (std::size_t i = 0; i < known.size(); ++i) {
    fmt::print(context.out, "as it was up to line {}: {} says so\n", lines[i], known[i].source);
  }
  if (open > 0) fmt::print(context.out, "{} open: counted as spent\n", counted(open, "reservation"));
  context.out << not_found_text;
}

}  // namespace

void add_ledger_verify(Command& ledger, Context& context) {
  auto options = std::make_shared<LedgerVerifyArguments>();
  Command* command = ledger.add_subcommand("verify", "Is every line there, as it was written?");
  options->ledger.add_to(*command);
  command
      ->add_option("--head", options->heads,
                   "A line's SHA-256, or the directory of a release, which has it in its manifest: finds a ledger that "
                   "was rewritten together with its head (repeatable)")
      ->type_name("HASH|DIR")
      ->allow_extra_args(false);
  command->add_flag("--restore-head", options->restore, "Make the head file again, for a ledger that lost it");
  command->footer(
      "Example:\n"
      "  sourdine ledger record visits.ledger.jsonl --epsilon 0.5 --purpose 'survey of March'\n"
      "  sourdine ledger verify visits.ledger.jsonl");
  command->callback([options, &context] { verify(*options, context); });
}

}  // namespace sourdine::cli
