// What a release says and writes, without publishing it.
#pragma once

#include <filesystem>
#include <string>

#include "sourdine/base/atomic_file.h"
#include "sourdine/counts/release.h"
#include "sourdine/counts/statement.h"
#include "sourdine/publish/table.h"

namespace sourdine::testing {

inline std::string privacy_document(const StatementFacts& facts, Language language) {
  return statement_document("Doubs", counts_promise(facts).in(language), counts_details(facts, language), language);
}

// The files of CSV, in a directory that is made.
inline void write_tables(const Release& release, const RandomSource& random, const std::string& directory) {
  std::filesystem::create_directory(directory);
  for (const Table& table : release_tables(release, random)) {
    AtomicFile file(directory + "/" + table.name, StopToken::never());
    table.write(file, StopToken::never());
    file.commit();
  }
}

}  // namespace sourdine::testing
