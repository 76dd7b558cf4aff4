#include "sourdine/anonymize/anonymize.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "anonymize/naive_check.h"
#include "sourdine/anonymize/publication.h"
#include "sourdine/anonymize/statement.h"
#include "sourdine/publish/sums.h"
#include "sourdine/random/random_source.h"
#include "support/errors.h"
#include "support/temporary_directory.h"

namespace sourdine {
namespace {

using testing::input_error;
using testing::naive_csv;
using testing::naive_facts;
using testing::read_all;
using testing::TemporaryDirectory;
using testing::write_all;

const std::string people =
    "name,zip,age,disease\nA,13053,28,heart\nB,13068,29,heart\nC,13068,21,viral\nD,13053,23,viral\n"
    "E,14853,50,cancer\nF,14853,55,heart\nG,14850,47,viral\nH,14850,49,viral\n"
    "I,13053,31,cancer\nJ,13053,37,cancer\nK,13068,36,cancer\nL,13068,35,cancer\n";
const std::string roles =
    "[columns]\nidentifiers = [\"name\"]\n[quasi.zip]\nkind = \"masked\"\n"
    "[quasi.age]\nkind = \"intervals\"\nwidths = [5, 10, 20]\n";

Anonymized run(const TemporaryDirectory& folder, const std::string& text, const std::string& table = people) {
  write_all(folder.file("people.csv"), table);
  return anonymize(parse_anonymize_config(text, folder.file("people.toml")), {.source = folder.file("people.csv")});
}

std::string text_of(const TextTable& table) {
  std::string bytes;
  OutputBytes output(bytes);
  published_table(table).write(output, {});
  return bytes;
}

TEST(Anonymize, EveryModelHoldsOfWhatIsRead) {
  const TemporaryDirectory folder;
  for (const char* algorithm : {"optimal", "mondrian", "mondrian-relaxed"}) {
    for (const char* model : {"distinct_l = 2", "entropy_l = 1.8", "recursive = { c = 3, l = 2 }", "t = 0.4"}) {
      const Anonymized anonymized =
          run(folder, roles + "[sensitive.disease]\n" + model +
                          "\n[privacy]\nk = 3\nsuppress = 0.1\n[search]\nalgorithm = \"" + algorithm + "\"\n");
      const auto facts = naive_facts(text_of(anonymized.published), {"zip", "age"}, "disease", 2);
      const SensitiveModel& asked = anonymized.config.sensitive[0].model;
      EXPECT_GE(facts.k, 3U);
      EXPECT_GE(facts.distinct, asked.distinct_l);
      EXPECT_GE(facts.entropy, asked.entropy_l - 1e-9);
      if (asked.recursive) {
        EXPECT_LT(facts.recursive, asked.recursive->c);
      }
      if (asked.t) {
        EXPECT_LE(facts.t, *asked.t + 1e-9);
      }
      EXPECT_LE(anonymized.suppressed(), 1U);
      EXPECT_EQ(facts.rows + anonymized.suppressed(), 12U);
    }
  }
}

// Neither names nor the order of the rows: two releases of one table could be joined by it.
TEST(Anonymize, IdentifiersAndTheOrderOfRowsAreGone) {
  const TemporaryDirectory folder;
  auto lines = naive_csv(people);
  std::reverse(lines.begin() + 1, lines.end());
  std::string turned;
  for (const auto& line : lines) turned += fmt::format("{},{},{},{}\n", line[0], line[1], line[2], line[3]);
  for (const char* algorithm : {"optimal", "mondrian"}) {
    for (const std::uint64_t k : {2U, 3U, 4U}) {
      const std::string config =
          fmt::format("{}[sensitive.disease]\n[privacy]\nk = {}\n[search]\nalgorithm = \"{}\"\n", roles, k, algorithm);
      const std::string table = text_of(run(folder, config).published);
      EXPECT_EQ(table.substr(0, table.find('\n')), "zip,age,disease");
      const auto rows = naive_csv(table);
      EXPECT_TRUE(std::is_sorted(rows.begin() + 1, rows.end()));
      EXPECT_EQ(text_of(run(folder, config, turned).published), table);
    }
  }
}

TEST(Anonymize, MissingValuesAreACategoryOrLeaveTheRowOut) {
  const TemporaryDirectory folder;
  const std::string table = people + "M,13068,?,cancer\nN,13068,,cancer\nO,13053,?,viral\n";
  const std::string ages =
      "[columns]\nidentifiers = [\"name\", \"zip\"]\n[quasi.age]\nkind = \"intervals\"\nwidths = [5, 10, 20]\n"
      "[sensitive.disease]\n[privacy]\nk = 3\n";
  const std::string missing = "[table]\nmissing = [\"?\", \"\"]\n";
  const Anonymized kept = run(folder, missing + ages, table);
  EXPECT_EQ(kept.published.rows(), 15U);
  const auto rows = naive_csv(text_of(kept.published));
  EXPECT_EQ(std::count_if(rows.begin(), rows.end(), [](const auto& row) { return row[0] == "?"; }), 3);
  const Anonymized left_out = run(folder, missing + "on_missing = \"drop rows\"\n" + ages, table);
  EXPECT_EQ(left_out.published.rows(), 12U);
  EXPECT_EQ(left_out.rows_dropped, 3U);
  EXPECT_EQ(input_error([&] { run(folder, ages, table); }).substr(folder.path().string().size() + 1),
            "/people.csv', line 14, column 'age': '?' of 'age' is no number");
}

// The reader has the distribution of the published rows only: t must hold against that one.
TEST(Anonymize, ClosenessHoldsOfThePublishedRows) {
  const TemporaryDirectory folder;
  int given_up = 0;
  for (int seed = 0; seed < 40; ++seed) {
    std::string table = "a,b,s\n";
    std::uint32_t state = 12345U + static_cast<std::uint32_t>(seed);
    const auto draw = [&](std::uint32_t n) {
      state = state * 1664525U + 1013904223U;
      return (state >> 16) % n;
    };
    for (int i = 0; i < 24; ++i) {
      const std::uint32_t a = draw(4), b = draw(3), s = draw(1 + draw(3));
      table += fmt::format("{},{},{}\n", a, b, s);
    }
    const Anonymized anonymized =
        run(folder,
            "[quasi.a]\nkind = \"flat\"\n[quasi.b]\nkind = \"flat\"\n[sensitive.s]\nt = 0.25\n"
            "[privacy]\nk = 2\nsuppress = 8\n[search]\nlocal_recoding = false\n",
            table);
    EXPECT_LE(naive_facts(text_of(anonymized.published), {"a", "b"}, "s").t, 0.25 + 1e-9);
    given_up += anonymized.had_to_publish_all ? 1 : 0;
  }
  EXPECT_GT(given_up, 0);
}

TEST(Anonymize, TownsLieInRegions) {
  const TemporaryDirectory folder;
  write_all(folder.file("towns.csv"), "town,region\nBesançon,GBM\nThise,GBM\nPontarlier,CCGP\nDoubs,CCGP\n");
  const std::string config =
      "[quasi.town]\nkind = \"places\"\nfile = \"towns.csv\"\n[privacy]\nk = 2\n[search]\nlocal_recoding = false\n";
  const Anonymized anonymized = run(folder, config, "town\nBESANCON\nThise\nPontarlier\nDoubs\n");
  EXPECT_EQ(text_of(anonymized.published), "town\nCCGP\nCCGP\nGBM\nGBM\n");
  EXPECT_NE(input_error([&] { run(folder, config, "town\nThise\nParis\n"); }).find("line 3, column 'town'"),
            std::string::npos);
}

TEST(Anonymize, PresenceIsBoundedByThePopulation) {
  const TemporaryDirectory folder;
  write_all(folder.file("all.csv"), "age\n21\n22\n23\n24\n31\n32\n33\n34\n");
  const std::string config =
      "[population]\nsource = \"all.csv\"\n[quasi.age]\nkind = \"intervals\"\nwidths = [2, 10]\n[privacy]\nk = 2\n"
      "presence = { most = 0.5 }\n";
  const Anonymized anonymized = run(folder, config, "age\n21\n22\n31\n33\n");
  EXPECT_EQ(text_of(anonymized.published), "age\n[20;30[\n[20;30[\n[30;40[\n[30;40[\n");
  EXPECT_EQ(anonymized.reached.presence->most, 0.5);
  EXPECT_EQ(anonymized.risks.before.population->journalist.largest, 1);
  EXPECT_EQ(anonymized.risks.after.population->journalist.largest, 0.25);
  const Anonymized halved = run(folder, config + "[search]\nalgorithm = \"mondrian\"\n", "age\n21\n22\n31\n33\n");
  EXPECT_EQ(text_of(halved.published), "age\n[21;24]\n[21;24]\n[31;34]\n[31;34]\n");
  EXPECT_EQ(input_error([&] { run(folder, config, "age\n21\n21\n31\n33\n"); }),
            "the table has 2 rows like '21', and the population 1");
}

TEST(Anonymize, WhatCannotBeIsSaidWithItsPlace) {
  const TemporaryDirectory folder;
  const auto said = [&](const std::string& config, const std::string& table = people) {
    std::string text = input_error([&] { run(folder, config, table); });
    for (std::size_t at = 0; (at = text.find(folder.path().string() + "/")) != std::string::npos;) {
      text.erase(at, folder.path().string().size() + 1);
    }
    return text;
  };
  const std::string sensitive = "[sensitive.disease]\n";
  EXPECT_EQ(said(roles + sensitive + "[privacy]\nk = 13\n"), "k is 13, and the table has 12 rows");
  EXPECT_EQ(said(roles + "[privacy]\nk = 2\n"), "column 'disease' of 'people.csv' has no role in 'people.toml'");
  EXPECT_EQ(said(roles + "[sensitive.diseases]\n[privacy]\nk = 2\n"),
            "'people.csv' has no column 'diseases'; did you mean 'disease'? columns: name, zip, age, disease");
  EXPECT_EQ(said(roles + sensitive + "[sensitive.age]\n[privacy]\nk = 2\n"),
            "'people.toml': column 'age' is a quasi-identifier and sensitive");
  EXPECT_EQ(said(roles + sensitive), "'people.toml' has no [privacy] section");
  EXPECT_EQ(
      said(roles + sensitive + "[privacy]\nk = 2\n", "name,zip,age,disease\nA,13053,28,x\nB,1305,29,y\nC,13068,3,x\n"),
      "'people.csv', line 3, column 'zip': '1305' of 'zip' has 4 characters and others have 5");
  EXPECT_EQ(said(roles + "[sensitive.disease]\ndistinct_l = 4\n[privacy]\nk = 2\n"),
            "'disease' has 3 different values: no class can fulfil 2-anonymity, distinct 4-diversity of 'disease'");
  write_all(folder.file("disease.csv"), "heart;organ;*\nviral;*\n");
  const std::string by_file =
      "[columns]\nidentifiers = [\"name\", \"zip\", \"age\"]\n[quasi.disease]\nkind = \"file\"\nfile = "
      "\"disease.csv\"\n[privacy]\nk = 2\n";
  EXPECT_EQ(said(by_file), "'disease.csv', line 2 has 2 levels, and the first has 3");
  write_all(folder.file("disease.csv"), "heart;organ;*\nviral;germ;*\n");
  EXPECT_EQ(said(by_file), "'people.csv', line 6, column 'disease': 'cancer' has no place in the hierarchy");
}

// A publication of the twelve people, for a folder.
struct Publisher {
  const TemporaryDirectory& folder;
  AnonymizeConfig config =
      parse_anonymize_config(roles + "[sensitive.disease]\ndistinct_l = 2\n[privacy]\nk = 3\n", folder.file("p.toml"));
  std::vector<std::string> known_earlier = {};

  Published run(const std::string& out, bool replaces = false) {
    write_all(folder.file("people.csv"), people);
    TablesPublication publication(config);
    Published published = publish(
        publication, {.out = folder.file(out), .replaces = replaces, .reading = {.source = folder.file("people.csv")}},
        SecureSource());
    known_earlier = publication.known_earlier();
    return published;
  }
};

TEST(Anonymize, ADirectoryIsWholeVerifiedAndRecorded) {
  const TemporaryDirectory folder;
  Publisher publisher{folder};
  const Published first = publisher.run("out");
  EXPECT_TRUE(publisher.known_earlier.empty());
  EXPECT_EQ(verify_sums(folder.file("out")).fingerprint, first.fingerprint);
  EXPECT_GE(naive_facts(read_all(folder.file("out/table.csv")), {"zip", "age"}, "disease").k, 3U);
  const auto manifest = nlohmann::json::parse(read_all(folder.file("out/manifest.json")));
  EXPECT_EQ(manifest.at("kind"), "tables");
  EXPECT_GE(manifest.at("reached").at("k"), 3);
  EXPECT_EQ(manifest.at("is_private"), false);
  EXPECT_FALSE(manifest.contains("guarantee"));
  EXPECT_FALSE(manifest.contains("randomness"));  // nothing is drawn
  EXPECT_NE(read_all(folder.file("out/PRIVACY.md")).find("This is not differential privacy"), std::string::npos);
  // Seen in the ledger, and costs nothing.
  const LedgerTotal& spent = first.payment.receipt()->total();
  EXPECT_EQ(spent.entries, 1U);
  EXPECT_EQ(spent.not_private, 1U);
  EXPECT_EQ(spent.epsilon.nano, 0U);
  EXPECT_TRUE(spent.units.empty());
  EXPECT_EQ(open_ledger(publisher.config.head.ledger()).read().records[0].entry.syntactic,
            "3-anonymity, distinct 2-diversity of 'disease'");
  // Never overwritten unless that is asked for; a second one is known.
  EXPECT_EQ(input_error([&] { publisher.run("out"); }), fmt::format("'{}' exists already", folder.file("out")));
  publisher.run("out", true);
  EXPECT_EQ(publisher.known_earlier, std::vector<std::string>{folder.file("out")});
  // A directory of somebody else stays.
  std::filesystem::create_directory(folder.file("other"));
  write_all(folder.file("other/manifest.json"), "{}");
  EXPECT_EQ(input_error([&] { publisher.run("other", true); }),
            fmt::format("'{}' is there and holds no generalised table", folder.file("other")));
  EXPECT_EQ(folder.entries(), 5U);  // people.csv, the ledger, its head, out, other, and nothing half-made
}

TEST(Anonymize, WhatCannotBeRecordedIsNotWrittenAndTheOtherWayRound) {
  const TemporaryDirectory folder;
  Publisher publisher{folder};
  publisher.config.head.ledger_name = folder.file("no such folder/ledger.jsonl");
  EXPECT_THROW(publisher.run("out"), Error);
  publisher.config.head.ledger_name.clear();
  EXPECT_THROW(publisher.run("no such folder/out"), Error);
  EXPECT_EQ(folder.entries(), 1U);  // people.csv
}

TEST(Anonymize, TablesOfEarlierVersionsAreKnown) {
  const TemporaryDirectory folder;
  std::filesystem::create_directory(folder.file("old"));
  write_all(folder.file("old/manifest.json"),
            R"({"schema": 1, "kind": "anonymized table", "software": "sourdine of old"})");
  Publisher publisher{folder};
  publisher.run("old", true);
  EXPECT_EQ(nlohmann::json::parse(read_all(folder.file("old/manifest.json"))).at("kind"), "tables");
}

TEST(Anonymize, ACheckWritesNothingAndSaysWhatWouldBeRefused) {
  const TemporaryDirectory folder;
  write_all(folder.file("people.csv"), people);
  Publisher publisher{folder};
  const Publishing publishing{.out = folder.file("out"), .reading = {.source = folder.file("people.csv")}};
  TablesPublication publication(publisher.config);
  const Checked ready = check(publication, publishing, SecureSource());
  EXPECT_TRUE(ready.is_ready());
  ASSERT_EQ(ready.spendings.size(), 1U);
  EXPECT_EQ(ready.spendings[0].syntactic, "3-anonymity, distinct 2-diversity of 'disease'");
  EXPECT_EQ(ready.outlook.told.front(), "12 rows in 3 classes, the smallest of 4");
  EXPECT_EQ(folder.entries(), 1U);  // people.csv

  std::filesystem::create_directory(folder.file("out"));
  publisher.config.k = 13;
  TablesPublication refused(publisher.config);
  const Checked found = check(refused, publishing, SecureSource());
  ASSERT_EQ(found.problems.size(), 2U);
  EXPECT_EQ(std::string(found.problems[0].what()), fmt::format("'{}' exists already", folder.file("out")));
  EXPECT_EQ(std::string(found.problems[1].what()), "k is 13, and the table has 12 rows");
}

// The numbers of one language never stand in the sentences of the other.
TEST(Anonymize, BothLanguagesSayTheSameNumbers) {
  const TemporaryDirectory folder;
  const Anonymized anonymized =
      run(folder, "language = \"fr\"\n" + roles +
                      "[sensitive.disease]\nentropy_l = 1.5\nt = 0.75\nrecursive = { c = 2.5, l = 2 }\n"
                      "[privacy]\nk = 3\n");
  EXPECT_EQ(anonymized.config.head.title, "Table généralisée");
  EXPECT_EQ(models_text(anonymized.config),
            "3-anonymity, entropy 1.5-diversity of 'disease', recursive (2.5, 2)-diversity of 'disease', "
            "0.75-closeness of 'disease' (equal distance)");
  const Statement french = tables_promise(anonymized).french;
  EXPECT_NE(french.promise.find("3-anonymat, 1,5-diversité entropique de « disease », (2,5 ; 2)-diversité récursive "
                                "de « disease », 0,75-proximité de « disease » (distance égale)"),
            std::string::npos)
      << french.promise;
  EXPECT_EQ(french.holds.size(), tables_promise(anonymized).english.holds.size());
  const std::string document = statement_document(
      "Gens", french, tables_details(anonymized, {{"avant", "disease", {.rows = 12}}}), Language::fr);
  EXPECT_NE(document.find("Ce qui est tenu"), std::string::npos);
  EXPECT_NE(document.find("Mesuré sur table.csv : 12 lignes en 3 classes"), std::string::npos) << document;
  EXPECT_NE(document.find("Avec « avant »"), std::string::npos);
  EXPECT_EQ(document.find("0."), std::string::npos) << document;
  EXPECT_EQ(document.find("NOT"), std::string::npos);
}

}  // namespace
}  // namespace sourdine
