// Writes small seed files for every target: fuzz_seeds DIRECTORY makes DIRECTORY/{csv,srep,stly}/.
#include <cstdio>
#include <filesystem>
#include <fstream>

#include "sourdine/oracle/report_file.h"
#include "sourdine/oracle/table.h"
#include "sourdine/oracle/tally_file.h"
#include "sourdine/random/seeded_bits.h"

namespace {

using namespace sourdine;
namespace fs = std::filesystem;

void save(const fs::path& path, const std::string& bytes) {
  fs::create_directories(path.parent_path());
  std::ofstream(path, std::ios::binary) << bytes;
}

// One report file and one tally file of the oracle, over 1 value, 3 labels or 100 numbers.
void save_collection(const fs::path& directory, const OracleRow& row, const Domain& domain) {
  const auto oracle = make_oracle(table_spec(row, domain, 1, true));
  SeededBits random(1);
  Tally tally = oracle->empty_tally();
  std::string bytes;
  ReportWriter writer(std::make_unique<OutputBytes>(bytes), {oracle->spec(), "seed", false});
  for (const std::size_t count : {3U, 1U}) {
    std::vector<Value> values(count, domain.size() - 1);
    Reports reports(oracle->report_bytes());
    oracle->randomize(values, random, reports);
    oracle->tally(reports, tally);
    writer.write(reports);
  }
  writer.close();
  const std::string name = std::string(row.name) + "-" + std::to_string(domain.size());
  save(directory / "srep" / name, bytes);
  bytes.clear();
  OutputBytes output(bytes);
  write_tally(output, {tally, "seed", false});
  save(directory / "stly" / name, bytes);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: fuzz_seeds DIRECTORY\n");
    return 2;
  }
  const fs::path directory = argv[1];
  for (const OracleRow& row : oracle_table()) {
    save_collection(directory, row, Domain(1));
    save_collection(directory, row, Domain(std::vector<std::string>{"a", "b", "é"}));
    save_collection(directory, row, Domain(100));
  }
  save(directory / "csv" / "plain", "date,place\n2024-01-01,Dole\n2024-01-02,Baume\n");
  save(directory / "csv" / "quoted", "a,b\r\n\"x,\"\"y\"\"\",\"two\nlines\"\r\n\"\",z");
  save(directory / "csv" / "bad", "a,b\n1\n1,2\"\n\"3\"x,4\n5,6\n7,\"8\n");
  save(directory / "csv" / "mark",
       "\xEF\xBB\xBF"
       "a\n\"\"\n\n1\n");
  return 0;
}
