// A generalised table as a publication: a table → a directory of
//   table.csv   the rows, generalised, in the order of their text; suppressed ones are left out
// It has no guarantee of differential privacy, says so, and is recorded in the ledger as what it is, at no cost.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "sourdine/anonymize/compare.h"
#include "sourdine/publish/publish.h"

namespace sourdine {

inline constexpr Kind tables_kind{.name = "tables",
                                  .verb = "anonymize",
                                  .title = Words("generalised table", "table généralisée"),
                                  .form = Form::directory,
                                  .page_bundle = "anonymity",
                                  .earlier_name = "anonymized table"};

// What the command line says beside the configuration.
struct TablesOptions {
  std::vector<std::string> compare_with = {};                          // directories of earlier tables
  std::function<void(std::size_t done, std::size_t all)> search = {};  // how far the search is
};

class TablesPublication final : public Ground {
 public:
  explicit TablesPublication(const AnonymizeConfig& config, TablesOptions options = {})
      : options_(std::move(options)), table_{.config = config} {}

  const Kind& kind() const override { return tables_kind; }
  const Head& head() const override { return table_.config.head; }
  void read(const Reading& reading) override;
  std::vector<Spending> spendings(const Drawing& drawing) const override;
  Outlook outlook(const Drawing& drawing) override;
  Drawn draw(const Drawing& drawing) override;

  const Anonymized& anonymized() const { return table_; }  // after draw()
  // Directories of tables of the data set that the ledger knows, and that were not compared.
  const std::vector<std::string>& known_earlier() const { return known_earlier_; }

 private:
  void generalise_and_compare(const Drawing& drawing);

  TablesOptions options_;
  Anonymized table_;
  std::vector<Comparison> earlier_ = {};
  std::vector<std::string> known_earlier_ = {};
};

// table.csv: names of columns, then the rows. The table must outlive it.
Table published_table(const TextTable& table);

}  // namespace sourdine
