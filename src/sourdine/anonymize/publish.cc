#include "sourdine/anonymize/publish.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "sourdine/anonymize/manifest.h"
#include "sourdine/anonymize/page.h"
#include "sourdine/base/atomic_file.h"
#include "sourdine/base/bounded_json.h"
#include "sourdine/base/csv.h"
#include "sourdine/base/error.h"
#include "sourdine/base/input_file.h"
#include "sourdine/base/text.h"
#include "sourdine/publish/new_directory.h"
#include "sourdine/publish/sums.h"
#include "sourdine/release/release.h"
#include "sourdine/report/page_file.h"

namespace sourdine {
namespace {

namespace fs = std::filesystem;

bool is_anonymized_directory(const std::string& directory) {
  std::error_code ignored;
  const std::string path = (fs::path(directory) / "manifest.json").string();
  if (!fs::is_regular_file(path, ignored)) return false;
  InputFile file(path);
  std::string text(std::size_t{1} << 24, '\0');
  text.resize(file.read({reinterpret_cast<std::uint8_t*>(text.data()), text.size()}));
  try {
    return parse_bounded_json(text).at("kind") == anonymized_manifest_kind;
  } catch (const nlohmann::json::exception&) {
    return false;
  }
}

Spending spending_of(const AnonymizeConfig& config, const PublishAnonymized& how) {
  Spending spending{.ledger = how.ledger.empty() ? config.ledger() : how.ledger,
                    .dataset = config.dataset,
                    .purpose = how.directory,
                    .mechanism = fmt::format("anonymize ({})", word_of(config.algorithm)),
                    .guarantee = {},
                    .is_private = false,
                    .syntactic = models_text(config)};
  spending.guarantee.model = PrivacyModel::central;
  spending.guarantee.unit = Unit::event;
  spending.guarantee.unit_text = "nothing by differential privacy";
  spending.guarantee.neighbours_text = spending.syntactic;
  return spending;
}

// Generalised tables of the data set that the ledger knows.
std::vector<std::string> earlier_tables(const Spending& spending, const StopToken& stop) {
  std::vector<std::string> found;
  for (const LedgerRecord& record : open_ledger(spending.ledger, spending.budget_file).read(stop).records) {
    const LedgerEntry& entry = record.entry;
    if (entry.dataset == spending.dataset && !entry.syntactic.empty() && record.state != RecordState::cancelled) {
      if (std::find(found.begin(), found.end(), entry.purpose) == found.end()) found.push_back(entry.purpose);
    }
  }
  return found;
}

}  // namespace

void write_table(const TextTable& table, Output& output) {
  std::vector<std::string_view> fields;
  for (const TextColumn& column : table.columns) fields.push_back(column.name);
  append_csv_row(output, fields);
  for (std::size_t row = 0; row < table.rows(); ++row) {
    for (std::size_t c = 0; c < table.columns.size(); ++c) fields[c] = table.columns[c].text(row);
    append_csv_row(output, fields);
  }
}

PublishedTable publish_anonymized(const AnonymizeConfig& config, const PublishAnonymized& how) {
  const bool replaces = how.may_replace && is_anonymized_directory(how.directory);
  if (!replaces) refuse_existing_release(how.directory);
  const Spending spending = spending_of(config, how);
  ask_for(spending, how.options.stop);
  for (const std::string& directory : how.compare_with) {
    if (!is_anonymized_directory(directory)) {
      fail_input(fmt::format("'{}' is no directory that 'sourdine anonymize' made", directory),
                 "Compare with the directory of an earlier release.");
    }
  }
  PublishedTable published{.anonymized = anonymize(config, how.options),
                           .earlier = {},
                           .known_earlier = earlier_tables(spending, how.options.stop),
                           .spent = {},
                           .ledger = spending.ledger,
                           .fingerprint = {}};
  for (const std::string& directory : how.compare_with) {
    std::erase(published.known_earlier, directory);
    const auto found = compare_with_release(published.anonymized, directory);
    published.earlier.insert(published.earlier.end(), found.begin(), found.end());
  }
  if (how.options.progress) how.options.progress("writing");
  const std::string day = utc_now().substr(0, 10);
  const std::string data = anonymity_page_data(published.anonymized, published.earlier);
  how.options.stop.check();
  NewDirectory into(how.directory, replaces);
  const StopToken stop = StopToken::never();
  {
    AtomicFile table(into.file("table.csv"), stop);
    write_table(published.anonymized.published, table);
    table.commit();
  }
  write_text_file(into.file("manifest.json"), anonymized_manifest(published.anonymized, day, published.earlier), stop);
  write_text_file(into.file("PRIVACY.md"), anonymized_privacy_document(published.anonymized, day, published.earlier),
                  stop);
  write_page_files(into.path(), data);
  published.fingerprint = write_sums(into.path());
  Reservation reservation = reserve_for(spending, how.options.stop);
  into.appear();
  reservation.commit();
  published.spent = reservation.total();
  return published;
}

}  // namespace sourdine
