// Publishing a generalised table: a directory that is there whole or not at all, recorded in the ledger as what it is.
//
//   table.csv       the rows, generalised, in the order of their text; suppressed ones are left out
//   manifest.json   what was asked and reached, losses, levels, rows, classes (manifest.h)
//   PRIVACY.md      what holds and what does not
//   page.json, index.html   the page, and its data
//   SHA256SUMS      for `sourdine verify`
#pragma once

#include <string>
#include <vector>

#include "sourdine/anonymize/compare.h"
#include "sourdine/ledger_store/spending.h"

namespace sourdine {

struct PublishAnonymized {
  std::string directory;
  std::string ledger = {};                     // empty: the configuration's
  std::vector<std::string> compare_with = {};  // directories of earlier releases
  bool may_replace = false;                    // an older directory of this command
  AnonymizeOptions options = {};
};

struct PublishedTable {
  Anonymized anonymized;
  std::vector<Comparison> earlier;         // what the comparisons found
  std::vector<std::string> known_earlier;  // releases of the data set that the ledger knows, and that were not compared
  LedgerTotal spent;                       // the data set's, this entry included, which costs nothing
  std::string ledger;
  std::string fingerprint;
};

// Throws Error(bad_input), leaving nothing behind, when the directory is there already and may not be replaced, or is
// no directory of this command.
PublishedTable publish_anonymized(const AnonymizeConfig& config, const PublishAnonymized& how);

// table.csv as bytes: names of columns, then the rows.
void write_table(const TextTable& table, Output& output);

}  // namespace sourdine
