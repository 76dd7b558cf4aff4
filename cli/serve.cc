#include <fmt/format.h>

#include <tuple>

#include "app.h"
#include "common.h"
#include "print.h"
#include "sourdine/base/error.h"
#include "sourdine/collector/problem.h"
#include "sourdine/collector/running.h"
#include "sourdine/collector/time_text.h"
#include "sourdine/oracle/spec.h"
#include "sourdine/publish/bundle.h"
#include "sourdine/simulate/doubs.h"

namespace sourdine::cli {
namespace {

struct ServeArguments {
  std::string config, store, address, backup, new_token, collection, expires, note;
  std::optional<std::uint64_t> port;
  bool allow_plain = false, print_config = false, json = false;
  // Of the first collection.
  std::string id = "doubs", title, oracle = "oue", domain, labels, period = "day";
  double epsilon = 1;

  auto first_collection() const { return std::tie(id, title, oracle, domain, labels, period, epsilon); }
};

// The first collection of a store that is new, as an administrator would ask for it.
std::string first_collection(const ServeArguments& options) {
  OracleSpec spec;
  spec.oracle = options.oracle;
  spec.epsilon = options.epsilon;
  nlohmann::json map = nullptr;
  if (options.domain.empty() && options.labels.empty()) {
    std::vector<std::string> names;
    nlohmann::json places = nlohmann::json::array();
    for (const DoubsRegion& region : doubs_tables().regions) {
      names.push_back(region.name);
      places.push_back({{"name", region.name},
                        {"seat", region.seat},
                        {"lat", static_cast<double>(region.latitude) / 10'000},
                        {"lon", static_cast<double>(region.longitude) / 10'000}});
    }
    spec.domain = Domain(std::move(names));
    map = {{"regions", places}};
  } else {
    spec.domain = read_domain(options.domain, options.labels);
  }
  nlohmann::json asked = {{"id", options.id}, {"title", options.title}, {"spec", nlohmann::json::parse(to_json(spec))}};
  if (!map.is_null()) asked["map"] = map;
  if (options.period != "none") asked["period"] = options.period;
  return asked.dump();
}

// What the service refuses, as commands say it.
template <class Use>
auto plainly(const Use& use) {
  try {
    return use();
  } catch (const Problem& problem) {
    const bool is_budget = problem.row().slug == "budget-refused";
    throw Error(is_budget ? ErrorCode::budget_refused : ErrorCode::bad_input, problem.what(), problem.hint());
  }
}

// What a new store was given.
struct Beginning {
  bool has_tokens = true;                               // the store, somebody's
  std::shared_ptr<const Collection> collection;         // nullptr: none
  std::vector<std::pair<Scope, std::string>> tokens{};  // made now
};

// A ledger or budget that cannot be read ends it here, not at the first collection that is asked for.
void warn_of_lost_ledger(RunningCollector& collector, Context& context) {
  const std::string forgotten = collector.service().collection_unknown_to_ledger();
  if (forgotten.empty()) return;
  fmt::print(context.err,
             "sourdine: the ledger does not know what the collection '{}' has spent: put back the one that belongs to "
             "this store; until then no collection of its data set can be created\n",
             forgotten);
}

Beginning set_up(const ServeArguments& options, RunningCollector& collector, Context& context) {
  const bool is_new = collector.is_new(), is_configured = !options.config.empty();
  if ((!is_new || is_configured) && options.first_collection() != ServeArguments().first_collection()) {
    fmt::print(context.err,
               "sourdine: no collection is made: --id, --title, --oracle, --domain, --labels, --epsilon and "
               "--period are for a new store without --config\n");
  }
  Beginning made;
  made.has_tokens = !is_configured || !is_new;
  if (!is_new) return made;
  CollectorService& service = collector.service();
  // Whoever has a configuration runs a service, whose output ends up in logs: no token is shown there.
  if (is_configured) return made;
  // Before there are tokens: when it is refused, the store is still new.
  made.collection = plainly([&] { return service.create_collection(first_collection(options)); });
  const auto add_token = [&](Scope scope, const std::string& collection_id) {
    made.tokens.emplace_back(scope, service.create_token(scope, collection_id, "made by sourdine serve").secret);
  };
  add_token(Scope::admin, "");
  add_token(Scope::reader, "");
  add_token(Scope::client, made.collection->id);
  return made;
}

void print_beginning(std::ostream& out, const Beginning& made, const std::string& url) {
  if (!made.tokens.empty()) fmt::print(out, "A new store. These tokens are shown once; keep them:\n");
  for (const auto& [scope, secret] : made.tokens) {
    fmt::print(out, "{:<7} {}\n", fmt::format("{}:", scope_name(scope)), secret);
  }
  if (made.collection != nullptr) {
    fmt::print(out, "collection '{}': {}\n", made.collection->id, made.collection->protocol->title());
    print_guarantee(out, made.collection->protocol->guarantee(), true);
    fmt::print(out, "The address is also that of the dashboard; it asks for the reader's token.\n");
  }
  if (!made.has_tokens) {
    fmt::print(out, "A new store, and nobody has a token: make one with this command and --new-token admin.\n");
  }
  fmt::print(out, "sourdine: collector at {}\n", url);
}

nlohmann::json beginning_json(const Beginning& made, const std::string& url) {
  nlohmann::json tokens = nlohmann::json::object(), collection = nullptr;
  for (const auto& [scope, secret] : made.tokens) tokens[std::string(scope_name(scope))] = secret;
  if (made.collection != nullptr) {
    collection = {{"id", made.collection->id}, {"guarantee", guarantee_json(made.collection->protocol->guarantee())}};
  }
  return {{"url", url}, {"tokens", tokens}, {"collection", collection}};
}

void make_new_token(const ServeArguments& options, CollectorService& service, Context& context) {
  std::optional<UnixTime> expires;
  if (!options.expires.empty()) {
    expires = parse_time_text(options.expires);
    if (!expires) fail_usage("--expires must be a time like 2026-12-31T00:00:00Z");
    if (*expires <= std::chrono::system_clock::now()) fail_usage(fmt::format("{} is over", options.expires));
  }
  const NewToken made = plainly(
      [&] { return service.create_token(find_scope(options.new_token), options.collection, options.note, expires); });
  if (!options.json) {
    fmt::print(context.out, "{}\n", made.secret);
    return;
  }
  print_json(context.out,
             {{"id", made.token.id},
              {"secret", made.secret},
              {"scope", std::string(scope_name(made.token.scope))},
              {"collection", options.collection.empty() ? nlohmann::json() : nlohmann::json(options.collection)},
              {"expires", expires ? nlohmann::json(time_text(*expires)) : nlohmann::json()}});
}

CollectorConfig config_of(const ServeArguments& options) {
  CollectorConfig config = options.config.empty() ? CollectorConfig() : read_collector_config(options.config);
  config.dashboard = collector_page();
  if (!options.store.empty()) config.store = options.store;
  if (!options.address.empty()) config.server.address = options.address;
  if (options.port) config.server.port = static_cast<std::uint16_t>(*options.port);
  if (options.allow_plain) config.server.allow_plain = true;
  return config;
}

void serve(const ServeArguments& options, Context& context) {
  if (options.print_config) {
    context.out << collector_config_text();
    return;
  }
  CollectorConfig config = config_of(options);
  if (!options.backup.empty()) {
    copy_store(config.store, options.backup);
    if (options.json) {
      print_json(context.out, {{"backup", options.backup}});
    } else {
      fmt::print(context.out, "a copy of the store is in '{}'\n", options.backup);
    }
    return;
  }
  if (!options.new_token.empty()) {
    if (options.config.empty() && options.store.empty()) require_store(config.store);
    // Beside a collector that runs, whose address and certificate are its own.
    const std::unique_ptr<Store> store = open_store(config.store);
    CollectorLog log(LogLevel::error, CollectorLog::sink_of(config.log_file));
    CollectorService service(*store, log, config.service_options());
    make_new_token(options, service, context);
    return;
  }
  RunningCollector collector(std::move(config));
  warn_of_lost_ledger(collector, context);
  const Beginning made = set_up(options, collector, context);
  collector.start();
  if (options.json) {
    print_json(context.out, beginning_json(made, collector.url()));
  } else {
    print_beginning(context.out, made, collector.url());
  }
  context.out.flush();
  collector.run_until(StopToken());
}

}  // namespace

void add_serve(Command& app, Context& context) {
  auto options = std::make_shared<ServeArguments>();
  Command* command = app.add_subcommand("serve", "Collect reports over HTTP, and show what they say");
  command
      ->add_option("--config", options->config,
                   "Configuration; without: this machine only, collector.sqlite in this folder")
      ->type_name("FILE");
  command->add_option("--store", options->store, "Where everything is kept: sqlite:PATH or postgresql://…")
      ->type_name("URL");
  command->add_option("--address", options->address, "Address to listen at (127.0.0.1)")->type_name("IP");
  command->add_option("--port", options->port, "Port to listen at (8470); 0: any that is free")
      ->check(whole_number_between(0, 65'535))
      ->type_name("P");
  command->add_flag("--allow-plain", options->allow_plain,
                    "Listen without TLS where others can reach it: behind a proxy that encrypts");
  command->add_option("--id", options->id, "First collection of a new store (without --config): its id")
      ->capture_default_str()
      ->type_name("ID");
  command->add_option("--title", options->title, "First collection: its title, for people")->type_name("TEXT");
  command->add_option("--oracle", options->oracle, "First collection: frequency oracle")
      ->capture_default_str()
      ->type_name("NAME");
  command
      ->add_option("--domain", options->domain, "First collection: values 0 … K-1 (default: 17 regions of the Doubs)")
      ->type_name("K");
  command->add_option("--labels", options->labels, "First collection: file with its labels, one per line")
      ->type_name("FILE");
  command->add_option("--epsilon", options->epsilon, "First collection: privacy parameter of a report")
      ->check(positive_number())
      ->capture_default_str()
      ->type_name("E");
  command->add_option("--period", options->period, "First collection: what its tallies are kept by")
      ->check(one_of_words({"hour", "day", "week", "month", "year", "none"}))
      ->capture_default_str()
      ->type_name("PERIOD");
  command->add_flag("--print-config", options->print_config, "Print a configuration with every key, and end");
  command->add_option("--backup", options->backup, "Copy the store into a new file, while others write to it, and end")
      ->type_name("FILE");
  command
      ->add_option("--new-token", options->new_token,
                   "Make a token in the store, print it, and end: the first of a configured one, or a lost one")
      ->check(one_of_words({"client", "reader", "admin"}))
      ->type_name("SCOPE");
  command->add_option("--collection", options->collection, "With --new-token: for this collection only")
      ->type_name("ID");
  command->add_option("--expires", options->expires, "With --new-token: until when, 2026-12-31T00:00:00Z")
      ->type_name("TIME");
  command->add_option("--note", options->note, "With --new-token: what it is for")->type_name("TEXT");
  command->add_flag("--json", options->json, "One JSON object on the standard output, when it listens or is done");
  command->footer(
      "Examples:\n"
      "  sourdine serve\n"
      "  sourdine serve --print-config > collector.toml\n"
      "  sourdine serve --config collector.toml --new-token admin > admin.token\n"
      "  sourdine serve --config collector.toml\n"
      "  sourdine serve --new-token reader --collection doubs");
  command->callback([options, &context] { serve(*options, context); });
}

}  // namespace sourdine::cli
