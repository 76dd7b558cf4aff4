#include "decode.h"

#include <fmt/format.h>

#include "common.h"
#include "print.h"
#include "sourdine/base/atomic_file.h"
#include "sourdine/base/csv.h"
#include "sourdine/base/error.h"
#include "sourdine/oracle/rappor/rappor_decode.h"
#include "sourdine/random/random_source.h"

namespace sourdine::cli {
namespace {

void write_csv(const std::string& path, const std::vector<DecodedString>& rows) {
  AtomicFile file(path);
  const std::string_view header[] = {"candidate", "estimate", "std_error", "p_value", "significant"};
  append_csv_row(file, header);
  for (const DecodedString& row : rows) {
    const std::string numbers[] = {fmt::format("{}", row.estimate), fmt::format("{}", row.std_error),
                                   fmt::format("{}", row.p_value)};
    const std::string_view fields[] = {row.text, numbers[0], numbers[1], numbers[2], row.is_significant ? "yes" : "no"};
    append_csv_row(file, fields);
  }
  file.commit();
}

nlohmann::json to_json(const std::vector<DecodedString>& rows) {
  nlohmann::json json = nlohmann::json::array();
  for (const DecodedString& row : rows) {
    json.push_back({{"candidate", row.text},
                    {"estimate", row.estimate},
                    {"std_error", row.std_error},
                    {"p_value", row.p_value},
                    {"significant", row.is_significant}});
  }
  return json;
}

void print_rows(std::ostream& out, const std::vector<DecodedString>& rows, std::uint64_t reports, double false_alarm) {
  std::vector<std::vector<std::string>> table = {{"candidate", "estimate", "std error", "p-value"}};
  std::size_t silent = 0;
  for (const DecodedString& row : rows) {
    if (row.is_significant) {
      table.push_back({row.text, fmt::format("{:.1f}", row.estimate), fmt::format("{:.1f}", row.std_error),
                       fmt::format("{:.2g}", row.p_value)});
    } else {
      ++silent;
    }
  }
  fmt::print(out, "{} reports; candidates found, with a chance of {:g} that any of them is a false alarm\n\n", reports,
             false_alarm);
  print_table(out, "lrrr", table);
  fmt::print(out, "\n{} of {} candidates were not found: absent, or too rare to tell\n", silent, rows.size());
}

}  // namespace

void decode_candidates(const Oracle& oracle, const TallyFile& sum, const DecodeRequest& request, Context& context) {
  const auto* rappor = dynamic_cast<const Rappor*>(&oracle);
  if (rappor == nullptr) {
    fail_input(fmt::format("--candidates needs a rappor collection, and this one is '{}'", oracle.name()),
               "Leave --candidates out: the domain is known.");
  }
  const std::vector<DecodedString> rows =
      decode_rappor(*rappor, sum.tally, read_lines(request.candidates), {request.false_alarm});
  if (!request.out.empty()) write_csv(request.out, rows);
  if (request.json) {
    print_json(context.out, nlohmann::json{{"reports", sum.tally.reports},
                                           {"false_alarm", request.false_alarm},
                                           {"candidates", to_json(rows)},
                                           {"randomness", randomness_name(sum.is_private)},
                                           {"guarantee", guarantee_json(oracle.guarantee())}});
    return;
  }
  print_rows(context.out, rows, sum.tally.reports, request.false_alarm);
  context.out << '\n';
  print_guarantee(context.out, oracle.guarantee(), sum.is_private);
}

}  // namespace sourdine::cli
