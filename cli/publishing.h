// What the commands that publish have in common: options, and how they run and end. A command fills its Ground from the
// configuration and these options; run_publication() publishes it, or checks what would come of it, and says so in
// words or as one JSON object.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "app.h"
#include "progress.h"
#include "sourdine/publish/publish.h"

namespace sourdine::cli {

struct PublishingOptions {
  std::string source;  // of the rows; empty: the configuration's
  std::string config;
  std::string out;
  std::string ledger;  // empty: the configuration's
  std::optional<std::uint64_t> seed = {};
  bool is_weak = false;
  bool replaces = false;
  bool is_check = false;
  bool json = false;

  // The positional `name` ("EVENTS") of a command whose configuration may name the source, too.
  void add_source(Command& command, const char* name);
  void add_config(Command& command, const std::string& help, bool is_required = true);
  // --out; `what` it is ("blurred places"), in the plural: --force replaces such. `form`: more about where it goes.
  void add_out(Command& command, const std::string& what, const std::string& form = "");
  void add_ledger(Command& command);
  // --seed and --weak, of what draws.
  void add_randomness(Command& command);
  // --check and --json.
  void add_ends(Command& command);

  // Error(usage) unless there is an --out, or none is needed.
  void require_out() const;
  void apply_ledger(Head& head) const;
};

// What a command has to say when the work is done, before the result is: warnings, a table.
struct PublishingNotes {
  std::function<void()> on_both = [] {};  // after a check, too
  std::function<void(const Published&)> on_published = [](const Published&) {};
};

void run_publication(const PublishingOptions& options, Ground& ground, Progress& progress, Context& context,
                     const PublishingNotes& notes = {});

// The same, step by step.
void add_source(Command& command, const char* name, std::string& source);
void print_statement(std::ostream& out, const Statement& statement);
void print_publication(Context& context, bool as_json, const Ground& ground, const Published& published);
// The exit code says whether it would be refused.
void print_check(Context& context, bool as_json, const Ground& ground, const Checked& checked);

}  // namespace sourdine::cli
