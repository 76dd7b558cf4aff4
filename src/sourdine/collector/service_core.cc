#include "sourdine/collector/service_core.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "sourdine/base/error.h"
#include "sourdine/ledger_store/open_ledger.h"
#include "sourdine/privacy/ledger/policy.h"

namespace sourdine {
namespace {

constexpr std::chrono::seconds budget_age{5};
constexpr std::chrono::minutes tidy_every{5};

std::vector<std::string> route_names() {
  std::vector<std::string> names;
  for (const RouteName& route : service_routes()) {
    names.push_back(std::string(route.method) + " " + std::string(route.pattern));
  }
  return names;
}

std::string read_budget_json(const ServiceOptions& options, const std::string& dataset) {
  const Ledger ledger = open_ledger(options.ledger, options.budget_file);
  const LedgerContents contents = ledger.read(StopToken::never());
  const LedgerTotal total = total_of(contents, dataset);
  nlohmann::ordered_json json = {
      {"dataset", dataset}, {"spent", total.epsilon.text()}, {"limit", nullptr}, {"left", nullptr}};
  if (total.budget) {
    json["limit"] = total.budget->text();
    json["left"] = ExactEpsilon{total.budget->nano - std::min(total.budget->nano, total.epsilon.nano)}.text();
  }
  for (const BudgetPolicy& policy : ledger.policies()) {
    if (!policy.is_for(dataset)) continue;
    for (const BudgetStand& stand : budget_stands(policy, contents, dataset, utc_now())) {
      if (stand.name != "total" && !json["limit"].is_null()) continue;
      json["limit"] = stand.limit.epsilon.text();
      json["left"] = left_of(stand).epsilon.text();
    }
  }
  return json.dump();
}

}  // namespace

ServiceCore::ServiceCore(Store& its_store, CollectorLog& its_log, ServiceOptions its_options)
    : store(its_store),
      log(its_log),
      options(std::move(its_options)),
      metrics(route_names()),
      committer(its_store, options.commit),
      workers(options.workers) {
  refresh_collections();
  refresh_tokens();
  house_ = std::thread([this] { keep_house(); });
}

ServiceCore::~ServiceCore() {
  {
    const std::lock_guard lock(house_mutex_);
    has_ended_ = true;
  }
  house_changed_.notify_all();
  house_.join();
}

UnixTime ServiceCore::now() const {
  if (options.clock) return options.clock();
  return std::chrono::floor<std::chrono::milliseconds>(std::chrono::system_clock::now());
}

std::shared_ptr<const LiveCollection> ServiceCore::find(const std::string& id) const {
  const std::shared_lock lock(mutex_);
  const auto found = collections_.find(id);
  return found == collections_.end() ? nullptr : found->second;
}

std::vector<std::shared_ptr<const LiveCollection>> ServiceCore::collections() const {
  const std::shared_lock lock(mutex_);
  std::vector<std::shared_ptr<const LiveCollection>> list;
  for (const auto& [id, live] : collections_) list.push_back(live);
  return list;
}

void ServiceCore::put(std::shared_ptr<const Collection> collection) {
  const auto before = find(collection->id);
  // The spec of a collection never changes: only its being closed is news, and no older list takes it back.
  if (before && (before->collection->closed || !collection->closed)) return;
  auto counts = before ? before->counts : std::make_shared<LiveCounts>();
  ReportPrefixes prefixes = before ? before->prefixes : ReportPrefixes(*collection);
  const std::string id = collection->id;
  counts->version.fetch_add(1);
  const auto live = std::make_shared<const LiveCollection>(
      LiveCollection{std::move(collection), std::move(prefixes), std::move(counts)});
  const std::unique_lock lock(mutex_);
  collections_[id] = live;
}

void ServiceCore::refresh_collections() {
  for (auto& collection : store.collections()) put(std::move(collection));
}

void ServiceCore::refresh_tokens() {
  const std::lock_guard lock(token_mutex_);
  tokens.replace(store.tokens());
}

void ServiceCore::add_token(const Token& token) {
  const std::lock_guard lock(token_mutex_);
  store.add_token(token);
  tokens.add(token);
}

std::string ServiceCore::collection_unknown_to_ledger(const std::string& dataset) const {
  if (options.ledger.empty()) return {};
  const Ledger ledger = open_ledger(options.ledger, options.budget_file);
  const LedgerContents contents = ledger.read(StopToken::never());
  for (const auto& live : collections()) {
    const std::string its = dataset_of(*live->collection);
    if (!dataset.empty() && its != dataset) continue;
    if (total_of(contents, its).entries == 0) return live->collection->id;
  }
  return {};
}

std::string ServiceCore::budget_json(const std::string& dataset) {
  if (options.ledger.empty()) return "null";
  const std::lock_guard lock(budget_mutex_);
  Budget& budget = budgets_[dataset];
  const UnixTime time = now();
  if (!budget.json.empty() && budget.time <= time && time - budget.time < budget_age) return budget.json;
  try {
    budget = {time, read_budget_json(options, dataset)};
  } catch (const Error& error) {
    // Estimates do not depend on the ledger: whoever reads them is told that the budget is not known.
    log.write(LogLevel::warning, "ledger", {{"message", error.what()}}, time);
    budget = {time, "null"};
  }
  return budget.json;
}

void ServiceCore::refresh_watched() {
  const std::int64_t time = now().time_since_epoch().count();
  for (const auto& live : collections()) {
    LiveCounts& counts = *live->counts;
    if (counts.watched_until.load() < time) continue;
    std::uint64_t reports = 0;
    std::int64_t updated = 0;
    for (const PeriodCount& period : store.periods(*live->collection)) {
      reports += period.reports;
      updated = std::max(updated, period.updated.time_since_epoch().count());
    }
    if (reports == counts.reports.exchange(reports) && updated <= counts.updated.load()) continue;
    counts.updated = updated;
    counts.version.fetch_add(1);
  }
}

void ServiceCore::keep_house() {
  auto next_tidy = std::chrono::steady_clock::now() + std::chrono::minutes(1);
  std::unique_lock lock(house_mutex_);
  while (!house_changed_.wait_for(lock, options.refresh, [this] { return has_ended_; })) {
    lock.unlock();
    try {
      refresh_collections();
      refresh_tokens();
      refresh_watched();
      if (std::chrono::steady_clock::now() >= next_tidy) {
        next_tidy = std::chrono::steady_clock::now() + tidy_every;
        store.tidy(now());
      }
    } catch (const std::exception& error) {
      // What is known stays in force until the store is back.
      log.write(LogLevel::error, "store-unavailable", {{"message", error.what()}}, now());
    }
    lock.lock();
  }
}

}  // namespace sourdine
