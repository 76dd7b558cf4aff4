#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "app.h"
#include "common.h"
#include "print.h"
#include "sourdine/base/atomic_file.h"
#include "sourdine/base/csv.h"
#include "sourdine/base/error.h"
#include "sourdine/base/text.h"
#include "sourdine/collector/client/client.h"
#include "sourdine/events/time_format.h"
#include "sourdine/protocol/memoised.h"

namespace sourdine::cli {
namespace {

constexpr int some_wait = 1;
constexpr int some_refused = 2;
constexpr std::chrono::seconds patience{60};   // beyond the collection's own jitter
constexpr std::chrono::seconds first_look{2};  // whoever waits longer is told why

struct ReportArguments {
  std::vector<std::string> values;
  std::string file;
  std::string url;
  std::string collection;
  std::string token_file;
  std::string queue;
  std::string period;
  std::string at;
  std::optional<double> max_epsilon;
  std::string ca;
  std::string secret;
  bool allows_plain = false;
  bool sends = false;
  bool shows_status = false;
  bool again = false;
  bool no_wait = false;
  bool json = false;
};

// Where the queue's reports go, so that --send needs no more than the folder. The token stays in its file.
std::string remembered_path(const std::string& queue) { return queue + "/report.json"; }

void recall(ReportArguments& options) {
  const std::string path = remembered_path(options.queue);
  if (!std::filesystem::exists(path)) return;
  nlohmann::json known;
  try {
    known = nlohmann::json::parse(fmt::format("{}", fmt::join(read_lines(path), "\n")));
    const auto take = [&known](const char* key, std::string& into) {
      if (into.empty()) into = known.value(key, "");
    };
    take("url", options.url);
    take("collection", options.collection);
    take("token_file", options.token_file);
    take("ca", options.ca);
    take("secret", options.secret);
    if (!options.max_epsilon && known.contains("max_epsilon"))
      options.max_epsilon = known.at("max_epsilon").get<double>();
    options.allows_plain = options.allows_plain || known.value("allow_plain", false);
  } catch (const nlohmann::json::exception&) {
    fail_input(fmt::format("'{}' cannot be read", path),
               "Remove it, and give --to, --collection and --token-file again.");
  }
}

void remember(const ReportArguments& options) {
  const auto whole = [](const std::string& path) {
    return path.empty() ? path : std::filesystem::absolute(path).lexically_normal().string();
  };
  nlohmann::json json = {
      {"url", options.url},      {"collection", options.collection}, {"token_file", whole(options.token_file)},
      {"ca", whole(options.ca)}, {"secret", whole(options.secret)},  {"allow_plain", options.allows_plain}};
  if (options.max_epsilon) json["max_epsilon"] = *options.max_epsilon;
  AtomicFile file(remembered_path(options.queue));
  file.append(json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n");
  file.commit();
}

std::string read_token(const std::string& path) {
  const std::vector<std::string> lines = read_lines(path);
  std::string token(lines.empty() ? std::string_view() : trimmed(lines.front()));
  if (token.empty()) fail_input(fmt::format("there is no token in '{}'", path));
  if (token.starts_with("sdr_")) {
    fail_input(fmt::format("the token in '{}' is a reader's", path), "Reports need a client's token (sdc_…).");
  }
  return token;
}

std::vector<std::string> fields_of(const std::string& line, std::size_t width) {
  if (width == 1) return {line};
  std::string header = "1";
  for (std::size_t i = 2; i <= width; ++i) header += fmt::format(",{}", i);
  const std::string text = header + "\n" + line + "\n";
  InputBytes input("record", std::string_view(text));
  CsvReader reader(input, {.max_row_bytes = std::max<std::size_t>(text.size() + 1, 4096)});
  if (!reader.next()) fail_input("an empty line is no record");
  const auto row = reader.row();
  return {row.begin(), row.end()};
}

std::vector<Value> values_in(const ReportArguments& options, Client& client, std::size_t width) {
  const bool is_file = !options.file.empty();
  const std::vector<std::string> lines = is_file ? read_lines(options.file) : options.values;
  std::vector<Value> values;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    try {
      const std::vector<Value> record = client.values_of(fields_of(lines[i], width));
      values.insert(values.end(), record.begin(), record.end());
    } catch (const Error& error) {
      if (error.code() != ErrorCode::bad_input) throw;
      throw Error(ErrorCode::bad_input,
                  fmt::format("{} {}: {}; nothing was reported", is_file ? "line" : "value", i + 1, error.what()),
                  error.hint());
    }
  }
  return values;
}

std::optional<std::string> period_of(const ReportArguments& options, const ClientParameters& parameters) {
  if (!options.period.empty()) return options.period;
  if (options.at.empty()) return std::nullopt;
  if (!parameters.period) fail_input(fmt::format("the collection '{}' has no periods", parameters.collection));
  std::string_view text = options.at;
  if (text.ends_with('Z')) text.remove_suffix(1);
  const auto time = TimeFormat("%F[T%H:%M[:%S]]").parse(text);
  if (!time) fail_usage(fmt::format("'{}' is no time", shown(options.at)), "Write 2026-11-17 or 2026-11-17T13:05:00Z.");
  return period_label(*parameters.period, *time);
}

void print_counts(std::ostream& out, const QueueCounts& counts, const std::string& queue) {
  const std::uint64_t waiting = counts.waiting + counts.sending;
  fmt::print(out, "{} waiting in '{}'", counted(waiting, "report"), queue);
  if (counts.sending != 0) fmt::print(out, ", {} of them sent and not yet acknowledged", counts.sending);
  out << '\n';
  if (counts.refused != 0) fmt::print(out, "{} refused: see '{}/refused'\n", counted(counts.refused, "batch"), queue);
  if (counts.uncertain != 0) {
    fmt::print(out, "{} uncertain, counted or not: see '{}/uncertain'\n", counted(counts.uncertain, "batch"), queue);
  }
  if (counts.damaged != 0) fmt::print(out, "{} damaged: see '{}/damaged'\n", counted(counts.damaged, "file"), queue);
}

nlohmann::json counts_json(const QueueCounts& counts) {
  return {{"waiting", counts.waiting},
          {"sending", counts.sending},
          {"refused_batches", counts.refused},
          {"uncertain_batches", counts.uncertain},
          {"damaged_files", counts.damaged}};
}

void show_status(const ReportArguments& options, Context& context) {
  if (!std::filesystem::is_directory(options.queue)) fail_input(fmt::format("there is no queue '{}'", options.queue));
  const ReportQueue queue(options.queue);
  const QueueCounts counts = queue.counts();
  if (options.json) {
    nlohmann::json json = counts_json(counts);
    json["queue"] = options.queue;
    print_json(context.out, json);
  } else {
    print_counts(context.out, counts, options.queue);
  }
  context.exit_code = counts.waiting + counts.sending == 0 ? 0 : some_wait;
}

std::string waiting_words(const QueueCounts& counts) {
  const std::uint64_t waiting = counts.waiting + counts.sending;
  return waiting == 1 ? "1 report waits" : fmt::format("{} reports wait", waiting);
}

std::string send_words(const ReportArguments& options) {
  return fmt::format("sourdine report --queue {} --send", shell_word(options.queue));
}

// What the collection is, before anything is reported.
ClientParameters described(Client& client) {
  try {
    return client.parameters();
  } catch (const Error& error) {
    const bool is_away = error.code() == ErrorCode::io;
    throw Error(
        error.code(), fmt::format("nothing was reported: {}", error.what()),
        is_away ? "A queue must have reached its collector once; from then on reports wait in it." : error.hint());
  }
}

// Whatever ends it early, what is in the queue is safe, and to be sent, not to be reported again.
ClientStatus send(const ReportArguments& options, Client& client, const ClientParameters& parameters,
                  Context& context) {
  try {
    if (options.no_wait) return client.send_due();
    const ClientStatus soon = client.flush(first_look);
    if (soon.is_all_sent()) return soon;
    const std::string why = soon.last_problem.empty()
                                ? fmt::format("until a random moment of the next {} seconds", parameters.jitter.count())
                                : fmt::format("for the collector ({})", soon.last_problem);
    fmt::print(context.err, "sourdine: {} in '{}' {}; Ctrl-C does no harm, and this goes on: {}\n",
               waiting_words(soon.queue), options.queue, why, send_words(options));
    return client.flush(parameters.jitter + patience);
  } catch (const Error& error) {
    const QueueCounts counts = client.status().queue;
    if (counts.waiting + counts.sending == 0) throw;
    throw Error(error.code(),
                fmt::format("{}; {} in '{}': do not report again", error.what(), waiting_words(counts), options.queue),
                fmt::format("{}{}Then: {}", error.hint(), error.hint().empty() ? "" : " ", send_words(options)));
  }
}

void print_outcome(const ReportArguments& options, std::uint64_t made, const ClientStatus& status,
                   const Protocol& protocol, Context& context) {
  const Guarantee guarantee = protocol.guarantee();
  const bool is_memoised = dynamic_cast<const Memoised*>(&protocol) != nullptr;
  if (options.json) {
    nlohmann::json json = counts_json(status.queue);
    json.update({{"collection", options.collection},
                 {"queue", options.queue},
                 {"reports", made},
                 {"acknowledged", status.acknowledged},
                 {"refused", status.refused},
                 {"uncertain", status.uncertain},
                 {"last_problem", status.last_problem},
                 {"guarantee", guarantee_json(guarantee)}});
    print_json(context.out, json);
  } else {
    fmt::print(context.out, "{} made, {} acknowledged by the collector\n", counted(made, "report"),
               status.acknowledged);
    print_guarantee(context.out, guarantee, true);
    if (is_memoised && !guarantee.caveats.empty()) fmt::print(context.out, "  {}\n", guarantee.caveats.front());
    if (!status.is_all_sent() || status.queue.refused + status.queue.uncertain + status.queue.damaged != 0) {
      print_counts(context.out, status.queue, options.queue);
    }
  }
  if (is_memoised && made > 1) {
    fmt::print(context.err,
               "sourdine: all {} are one person's answers, under one secret; people need a --secret each\n",
               counted(made, "report"));
  }
  if (!status.is_all_sent()) {
    fmt::print(context.err, "sourdine: {} in '{}'{}; send later: {}\n", waiting_words(status.queue), options.queue,
               status.last_problem.empty() ? "" : fmt::format(" ({})", status.last_problem), send_words(options));
  }
}

void require_arguments(const ReportArguments& options) {
  const bool has_values = !options.values.empty() || !options.file.empty();
  if (!options.values.empty() && !options.file.empty())
    fail_usage("values come from the command line or from --values");
  if (options.sends && has_values) fail_usage("--send sends what waits, and takes no values");
  if (!options.sends && !has_values) fail_usage("there is nothing to report", "Give values, --values FILE, or --send.");
  if (!options.period.empty() && !options.at.empty()) fail_usage("--period and --at exclude each other");
  for (const auto& [text, name] : {std::pair{&options.url, "--to URL"},
                                   {&options.collection, "--collection ID"},
                                   {&options.token_file, "--token-file FILE"}}) {
    if (text->empty()) fail_usage(fmt::format("{} is missing", name), "It need be given only once for a queue.");
  }
}

void report(ReportArguments options, Context& context) {
  if (options.queue.empty()) {
    if (options.collection.empty()) fail_usage("--queue DIR or --collection ID is missing");
    options.queue = options.collection + ".queue";
  }
  if (options.shows_status) return show_status(options, context);
  recall(options);
  require_arguments(options);
  ClientOptions asked{.url = options.url,
                      .token = read_token(options.token_file),
                      .collection = options.collection,
                      .queue = options.queue,
                      .max_epsilon = options.max_epsilon.value_or(largest_private_epsilon),
                      .secret_file = options.secret};
  asked.http.ca_file = options.ca;
  asked.http.allows_plain = options.allows_plain;
  asked.notice = [&context](const ClientNotice& notice) {
    fmt::print(context.err, "sourdine: {} {}: {}\n  kept as '{}'\n", counted(notice.reports, "report"),
               notice.why == SetAside::refused ? "refused" : "uncertain", escaped_lines(notice.reason), notice.file);
  };
  Client client(asked);
  const ClientParameters parameters = described(client);
  if (!std::filesystem::exists(remembered_path(options.queue))) remember(options);
  if (options.again) client.take_back_refused();
  const std::size_t width = parameters.protocol->width();
  const std::vector<Value> values = values_in(options, client, width);
  client.report_all({values, width}, period_of(options, parameters));
  const ClientStatus status = send(options, client, parameters, context);
  if (status.acknowledged > 0) remember(options);  // an address that has answered, not one that was mistyped
  print_outcome(options, values.size() / width, status, *parameters.protocol, context);
  if (!status.is_all_sent() || status.uncertain != 0) context.exit_code = some_wait;
  if (status.refused != 0) context.exit_code = some_refused;
}

}  // namespace

void add_report(Command& app, Context& context) {
  auto options = std::make_shared<ReportArguments>();
  Command* command = app.add_subcommand("report", "Randomise values here and send the reports to a collector");
  command->add_option("VALUE", options->values,
                      "What to report, each a report of its own; of several attributes as one CSV row");
  command->add_option("--values", options->file, "Values from a file, one per line; - is standard input")
      ->type_name("FILE");
  command->add_option("--to", options->url, "The collector, https://host or http://localhost:8470")->type_name("URL");
  command->add_option("--collection", options->collection, "Which collection")->type_name("ID");
  command->add_option("--token-file", options->token_file, "File with the client's token (sdc_…)")->type_name("FILE");
  command->add_option("--queue", options->queue, "Folder in which reports wait until they are acknowledged (ID.queue)")
      ->type_name("DIR");
  command->add_option("--period", options->period, "The period that the values are of (now)")->type_name("LABEL");
  command->add_option("--at", options->at, "The time that the values are of, UTC: 2026-11-17T13:05:00Z")
      ->type_name("TIME");
  command->add_option("--max-epsilon", options->max_epsilon, "Refuse a collection that asks for more (20)")
      ->check(positive_number())
      ->type_name("E");
  command->add_option("--ca", options->ca, "Certificates to trust in place of the system's (PEM)")->type_name("FILE");
  command->add_option("--secret", options->secret, "Of memoised reports: the file of this client's secret (DIR/secret)")
      ->type_name("FILE");
  command->add_flag("--allow-plain", options->allows_plain,
                    "Take http:// to another machine: the token goes in the clear");
  command->add_flag("--send", options->sends, "Send what waits in the queue");
  command->add_flag("--again", options->again, "Send what was refused again, too");
  command->add_flag("--status", options->shows_status, "Say what waits in the queue, and ask nobody");
  command->add_flag("--no-wait", options->no_wait, "Send what is due, and wait for nothing");
  command->add_flag("--json", options->json, "One JSON object on the standard output");
  command->footer(
      "Exit code: 0 all acknowledged, 1 some wait in the queue, 2 bad input or refused.\n\n"
      "Examples:\n"
      "  sourdine report Besançon --to https://collector.example --collection fires --token-file token\n"
      "  sourdine report --queue fires.queue --send");
  command->callback([options, &context] { report(*options, context); });
}

}  // namespace sourdine::cli
