// Writes small seed files for every target: fuzz_seeds DIRECTORY makes DIRECTORY/{csv,srep,stly,srng,smem,events,
// arrow,compressed,map,blur,ledger,kernels,mechanisms,anonymize,survey,ssym,collector_body,collector_http}/.
#include <cstdio>
#include <filesystem>
#include <fstream>

#include "sourdine/longitudinal/memo_budget.h"
#include "sourdine/oracle/table.h"
#include "sourdine/privacy/ledger/chain.h"
#include "sourdine/protocol/report_file.h"
#include "sourdine/protocol/tally_file.h"
#include "sourdine/random/seeded_bits.h"
#include "sourdine/range/central_tree.h"
#include "sourdine/range/grid.h"
#include "sourdine/range/local_tree.h"
#include "sourdine/range/stream_counter.h"
#include "sourdine/survey/symbol_state.h"

namespace {

using namespace sourdine;
namespace fs = std::filesystem;

void save(const fs::path& path, const std::string& bytes) {
  fs::create_directories(path.parent_path());
  std::ofstream(path, std::ios::binary) << bytes;
}

// One report file and one tally file, all about the last value.
void save_collection(const fs::path& directory, const std::string& name, const Protocol& protocol) {
  SeededBits random(1);
  Tally tally = protocol.empty_tally();
  std::string bytes;
  ReportWriter writer(std::make_unique<OutputBytes>(bytes), protocol, "seed", false);
  for (const std::size_t count : {3U, 1U}) {
    const std::vector<Value> values(count, protocol.domain_size(0) - 1);
    Reports reports(protocol.report_bytes());
    protocol.randomize(values, random, reports);
    protocol.tally(reports, tally);
    writer.write(reports);
  }
  writer.close();
  save(directory / "srep" / name, bytes);
  bytes.clear();
  OutputBytes output(bytes);
  write_tally(output, {tally, "seed", false});
  save(directory / "stly" / name, bytes);
}

// Every oracle over 1 value, 3 labels and 100 numbers, and ranges of 12 values.
void save_collections(const fs::path& directory) {
  for (const OracleRow& row : oracle_table()) {
    for (const Domain& domain : {Domain(1), Domain(std::vector<std::string>{"a", "b", "é"}), Domain(100)}) {
      const std::string name = std::string(row.name) + "-" + std::to_string(domain.size());
      save_collection(directory, name, *make_oracle(table_spec(row, domain, 1, true)));
    }
  }
  for (const std::string oracle : {"adp", "olh", "haar"}) {
    const std::uint64_t degree = oracle == "haar" ? 2 : 3;
    save_collection(directory, "range-" + oracle,
                    RangeProtocol({.size = 12, .degree = degree, .epsilon = 1, .oracle = oracle}));
  }
}

// One structure of every kind, over 1 and 12 values; streams have 12 steps.
void save_ranges(const fs::path& directory) {
  SeededBits random(1);
  const auto keep = [&](const std::string& name, const auto& structure) {
    std::string bytes;
    OutputBytes output(bytes);
    structure.write(output);
    save(directory / "srng" / name, bytes);
  };
  for (const std::uint64_t size : {1U, 12U}) {
    const std::vector<std::uint64_t> counts(size, 3);
    const std::string end = "-" + std::to_string(size);
    keep("tree" + end, *CentralTree::build({.size = size, .degree = 3, .epsilon = 1}, counts, random));
    for (const std::string oracle : {"adp", "olh", "haar"}) {
      const std::uint64_t degree = oracle == "haar" ? 2 : 3;
      auto protocol = std::make_shared<const RangeProtocol>(LocalTreeSpec{size, degree, 1, oracle});
      Tally tally = protocol->empty_tally();
      protocol->simulate(counts, random, tally);
      keep(oracle + end, LocalTree(protocol, std::move(tally), false));
    }
  }
  for (const std::uint64_t columns : {1U, 5U}) {
    const std::vector<std::uint64_t> counts(3 * columns, 4);
    Grid grid =
        Grid::build({.rows = 3, .columns = columns, .row_degree = 3, .column_degree = 2, .epsilon = 1}, counts, random);
    if (columns == 5) grid.set_domain(R"({"rows":{"names":["a","b","c"]}})");
    keep("grid-" + std::to_string(columns), grid);
  }
  for (const std::optional<std::uint64_t> horizon : {std::optional<std::uint64_t>(16), {}}) {
    StreamCounter stream({1, horizon});
    for (int i = 0; i < 12; ++i) stream.push(3, random);
    keep(horizon ? "stream" : "endless", stream);
  }
}

void save_surveys(const fs::path& directory) {
  SymbolState state({.dataset = "d", .memo = "m", .is_private = true});
  save(directory / "ssym" / "empty", state.to_bytes());
  state.set_cap(2);
  for (const Value value : {1U, 2U, 3U}) state.admit("a", 0, value, value);
  state.admit("b", 1, 7, 9);
  state.add_collection("one", 2);
  save(directory / "ssym" / "used", state.to_bytes());
  const std::string attributes =
      "[[attribute]]\nname = \"a\"\nlabels = [\"x\", \"y\"]\n[[attribute]]\nname = \"b\"\nbins = [0, 2.5, inf]\n";
  save(directory / "survey" / "once",
       attributes + "[privacy]\nepsilon = 1\nsolution = \"rs+fd\"\nlevel = \"published\"\n");
  save(directory / "survey" / "again",
       "title = \"T\"\n[people]\nid = \"i\"\ncollection = \"c\"\n" + attributes +
           "[privacy]\nepsilon = 2\nepsilon1 = 1\nsolution = \"spl\"\nmemo_key = \"k\"\ncap = 2\nstate = \"s\"\n");
}

void save_memo_budgets(const fs::path& directory) {
  MemoBudget budget = MemoBudget::after_loss(3);
  save(directory / "smem" / "empty", budget.to_bytes());
  for (const char* symbol : {"1", "2", "1", "é"}) budget.admit(symbol);
  save(directory / "smem" / "used", budget.to_bytes());
}

// Entries with every kind of loss, chained, the last one open; a budget; a decimal. The first byte says which.
void save_ledgers(const fs::path& directory) {
  const PrivacyLoss losses[] = {PureEpsilon{0.1}, ApproximateDp{0.5, 1e-7}, Zcdp{0.05},
                                RdpCurve({{.order = 2, .epsilon = 0.1}, {.order = 8, .epsilon = 0.4}}),
                                PrivacyLossDistribution(GaussianPair{0.3}, 2)};
  std::string whole(1, '\0');
  LedgerHead head;
  const auto append = [&](const std::string& line) {
    whole += line + "\n";
    head = {.count = head.count + 1, .hash = hash_after(head.hash, line, false)};
  };
  for (const PrivacyLoss& loss : losses) {
    const LedgerEntry entry{.time = "2026-11-15T08:30:00Z",
                            .dataset = "d",
                            .purpose = "p",
                            .unit_text = "one event",
                            .unit = Unit::event,
                            .loss = LedgerLoss::of(loss),
                            .period = LedgerPeriod{.first = "2026-01-01", .last = "2026-01-31", .is_fixed = true},
                            .max_units = 3};
    save(directory / "ledger" / ("line-" + std::to_string(head.count)), "\x01" + line_text(entry, head.hash));
    append(line_text(entry, head.hash));
    if (head.count == 9) break;
    append(line_text(ClosingLine{.of = head.count, .how = Closing::committed, .time = entry.time}, head.hash));
  }
  save(directory / "ledger" / "whole", whole);
  save(directory / "ledger" / "older",
       std::string(1, '\0') +
           R"({"date":"2026-11-16","dataset":"d","purpose":"r","epsilon":"0.500000000",)"
           R"("unit":"one record","private":true,"budget":"2.000000000"})" +
           "\n");
  save(directory / "ledger" / "budget",
       "\x02"
       "dataset = \"d\"\nunit = \"event\"\nneighbours = \"replace\"\n[total]\nepsilon = 3\ndelta = 1e-6\n[month]\n"
       "epsilon = 1\n[person]\nepsilon = 9\nmax_events = 3\n");
  save(directory / "ledger" / "decimal",
       "\x03"
       "1.5e-7");
}

// The first byte of a body says how it is read (fuzz/collector_body.cc); requests are as they come over the wire.
void save_collector(const fs::path& directory) {
  const Domain domain(std::vector<std::string>{"a", "b", "é"});
  const auto protocol = make_oracle(OracleSpec{.oracle = "oue", .domain = domain, .epsilon = 1, .parameters = {}});
  std::string bytes;
  ReportWriter writer(std::make_unique<OutputBytes>(bytes), *protocol, "seed", true);
  Reports reports(protocol->report_bytes());
  SeededBits random(1);
  protocol->randomize(std::vector<Value>(3, 1), random, reports);
  writer.write(reports);
  writer.close();
  const std::string print = hexadecimal(protocol->spec()->fingerprint());
  const fs::path body = directory / "collector_body";
  save(body / "sealed", std::string(1, '\0') + bytes);
  save(body / "blocks", "\x02" + bytes.substr(bytes.find("\"oue\"}") + 11));
  save(body / "json", "\x01{\"fingerprint\":\"" + print + "\",\"reports\":[\"AA==\",\"Ag==\"]}");
  save(body / "gzip", std::string("\x04\x1F\x8B\x08\x00\x00\x00\x00\x00\x00\x03\x03\x00\x00\x00\x00", 17));
  save(body / "zstd", std::string("\x07\x28\xB5\x2F\xFD\x20\x02\x11\x00\x00{}", 12));
  const fs::path http = directory / "collector_http";
  const std::string admin = "Host: x\r\nAuthorization: Bearer sda_seed\r\n";
  save(http / "get", "GET /v1/collections/seed/estimates?confidence=0.9 HTTP/1.1\r\n" + admin + "\r\n");
  save(http / "two", "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\nGET /v1/tokens HTTP/1.1\r\n" + admin + "\r\n");
  save(http / "token", "POST /v1/tokens HTTP/1.1\r\n" + admin +
                           "Content-Type: application/json\r\nContent-Length: 18\r\n\r\n{\"scope\":\"client\"}");
  save(http / "chunked", "POST /v1/collections/seed/reports?period=2026-11-17 HTTP/1.1\r\n" + admin +
                             "Idempotency-Key: 019a9200-0000-7000-8000-000000000000\r\nContent-Type: "
                             "application/json\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n");
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: fuzz_seeds DIRECTORY\n");
    return 2;
  }
  const fs::path directory = argv[1];
  save_collections(directory);
  save_ranges(directory);
  save_surveys(directory);
  save_memo_budgets(directory);
  save_ledgers(directory);
  save_collector(directory);
  save(directory / "csv" / "plain", "date,place\n2024-01-01,Dole\n2024-01-02,Baume\n");
  save(directory / "csv" / "quoted", "a,b\r\n\"x,\"\"y\"\"\",\"two\nlines\"\r\n\"\",z");
  save(directory / "csv" / "bad", "a,b\n1\n1,2\"\n\"3\"x,4\n5,6\n7,\"8\n");
  save(directory / "csv" / "mark",
       "\xEF\xBB\xBF"
       "a\n\"\"\n\n1\n");
  // The first byte of these chooses the format of the times.
  const std::string byte(1, '\0');
  save(directory / "events" / "iso", byte + "t,p\n2024-01-31 08:09:10,A\n2024-02-30,B\n2024-02-29,St-Été\n,C\n");
  save(directory / "events" / "ambiguous", byte + "t;p\n01/02/2024;A\n13/02/2024 23:59;B\n2024\n");
  save(directory / "events" / "french", "\x01id,t,p\n1,1/2/2024 8:09,A\n2,31/12/1999,\"B\"\n");
  save(directory / "events" / "half_days", "\x02p,t\nA,20240131 1208007PM\nB,20240131 120800pm\n");
  save(directory / "events" / "short_years", "\x03p\tt\nA\t69-01-31T08:09:10.5\nB\t00-02-29T00:00:00Z\n");
  save(directory / "events" / "time", " 2024-01-31 08:09:10");
  // The first byte of these chooses the type, the next ones where the column begins, its nulls, and what is wrong.
  for (char type = 0; type < 24; ++type) {
    std::string bytes = {type, '\1', '\xFB', type % 2 == 0 ? '\1' : '\0', '\0', '\0', '\0', '\0'};
    for (int i = 0; i < 160; ++i) bytes.push_back(static_cast<char>(i % 8 < 4 ? i * i % 251 : 0));
    save(directory / "arrow" / std::to_string(type), bytes);
  }
  save(directory / "blur" / "config",
       "[events]\nlatitude = \"lat\"\nlongitude = \"lon\"\nkeep = [\"when\"]\n[area]\nbox = [5.8, 47.1, 6.2, 47.4]\n"
       "[privacy]\nlevel = \"ln 4\"\nwithin = \"200 m\"\nmemo = false\nrepeats = 3\n[publish]\ngrid = 10\n");
  save(directory / "blur" / "area",
       R"({"type":"Polygon","coordinates":[[[0,0],[4,0],[4,4],[0,4],[0,0]],[[1,1],[2,1],[2,2],[1,1]]]})");
  save(directory / "map" / "squares",
       R"({"features":[{"properties":{"n":"north"},"geometry":{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],)"
       R"([0,1],[0,0]]]}},{"properties":{"n":"south"},"geometry":{"type":"MultiPolygon","coordinates":[[[[1,0],[2,0],)"
       R"([2,1],[1,1],[1,0]],[[1.2,0.2],[1.4,0.2],[1.3,0.4]]]]}}]})");
  // The first byte of these chooses a magic number to put before: none. One stored block of gzip, one raw of zstd.
  const std::string table = "t,p\n2024-01-01,A\n";
  save(directory / "compressed" / "gzip", byte + std::string("\x1F\x8B\x08\0\0\0\0\0\0\xFF\1\x11\0\xEE\xFF", 15) +
                                              table + std::string("\x67\x8F\x34\x4A\x11\0\0\0", 8));
  save(directory / "compressed" / "zstd", byte + std::string("\x28\xB5\x2F\xFD\x20\x11\x89\0\0", 9) + table);
  // The first byte of these chooses the kernel, the next two a size, the fourth how often the rest is repeated.
  for (const char kernel : {'\0', '\1', '\2', '\3', '\4', '\6', '\13', '\20'}) {
    std::string bytes = {kernel, '\20', '\0', '\17'};
    for (int i = 0; i < 3000; ++i) bytes.push_back(static_cast<char>(i * i % 251));
    save(directory / "kernels" / std::to_string(kernel), bytes);
  }
  // The first byte of these says what the rest is: a hierarchy, a configuration, or a value.
  save(directory / "anonymize" / "hierarchy", byte + "a;x;*\n\"b;c\";x;*\nd;y;*\n");
  save(directory / "anonymize" / "config",
       "\1[quasi.age]\nkind = \"intervals\"\nwidths = [5, 10]\norigin = -1\n[quasi.job]\nkind = \"file\"\n"
       "file = \"job.csv\"\n[sensitive.s]\nrecursive = { c = 3, l = 2 }\nt = 0.5\n[privacy]\nk = 5\n"
       "suppress = 0.1\n[search]\nalgorithm = \"mondrian\"\n");
  save(directory / "anonymize" / "date", "\0022018-07-14");
  save(directory / "anonymize" / "decimal", "\2-99.50");
  // The first byte of these says what the rest is: unions of days, or marginals.
  save(directory / "mobility" / "unions", byte + "from,to,people\n1,1,5\n1,2,9\n2,2,6\n");
  save(directory / "mobility" / "dates",
       byte + "from,to,people\n2017-05-31,2017-05-31,5\n2017-06-01,2017-06-01,6.5\n2017-05-31,2017-06-01,9\n");
  save(
      directory / "mobility" / "marginals",
      "\1attribute,value,day,people\nage,old,,3\nage,young,,7\nage,old,2,1\nage,young,2,2\nstay,1h,1,4\nstay,2h,2,5\n");
  // The first byte of these chooses the mechanism, the words after it are parameters: the low six bits of a number say
  // how far the others are shifted down.
  for (char mechanism = 0; mechanism < 8; ++mechanism) {
    std::string bytes(1, mechanism);
    for (int i = 0; i < 20; ++i) {
      const std::uint64_t word = (std::uint64_t{1} << (40 + i)) | static_cast<std::uint64_t>(20 + i);
      for (unsigned shift = 0; shift < 64; shift += 8) bytes.push_back(static_cast<char>(word >> shift));
    }
    save(directory / "mechanisms" / std::to_string(mechanism), bytes);
  }
  return 0;
}
