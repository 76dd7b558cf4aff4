#include "range.h"

namespace sourdine::cli {

void add_range(Command& app, Context& context) {
  Command* command =
      app.add_subcommand("range", "How many between two dates, ages or amounts: build, query, stream, plan");
  command->require_subcommand(1);
  add_range_build(*command, context);
  add_range_query(*command, context);
  add_range_stream(*command, context);
  add_range_plan(*command, context);
  command->footer(
      "Example:\n"
      "  printf 'age\\n19\\n23\\n24\\n40\\n' > people.csv\n"
      "  sourdine range build people.csv --number age --from 0 --to 120 --epsilon 1 --out ages.srng\n"
      "  sourdine range query ages.srng 18-24 40..");
}

}  // namespace sourdine::cli
