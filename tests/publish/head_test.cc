#include "sourdine/publish/head.h"

#include <gtest/gtest.h>

#include "sourdine/base/error.h"
#include "sourdine/publish/config_section.h"
#include "sourdine/publish/words.h"
#include "support/errors.h"

namespace sourdine {
namespace {

Head head_of(const std::string& text, bool has_file = true) {
  ConfigText config(text, has_file ? "folder/calls.toml" : "configuration");
  config.has_file = has_file;
  Head head;
  read_toml(config, "docs/configuration.md", [&](ConfigSection& top) {
    read_head(top, head, Words{"Calls", "Appels"});
    top.section("privacy", [&](ConfigSection& privacy) { read_payment_keys(privacy, head); });
  });
  return head;
}

std::string head_error(const std::string& text, bool has_file = true) {
  return testing::input_error([&] { head_of(text, has_file); });
}

TEST(Head, NamesDataSetAndLedgerAfterTheFile) {
  const Head head = head_of("");
  EXPECT_EQ(head.title, "Calls");
  EXPECT_EQ(head.dataset, "calls");
  EXPECT_EQ(head.language, Language::en);
  EXPECT_EQ(head.ledger(), "folder/calls.ledger.jsonl");
}

TEST(Head, IsReadAtTheTopAndWhereItUsedToStand) {
  const std::string keys = "ledger = \"sqlite:l.db\"\nbudget = 3\n";
  for (const Head& head : {head_of("title = \"A\"\nlanguage = \"fr\"\ndataset = \"d\"\n" + keys),
                           head_of("title = \"A\"\nlanguage = \"fr\"\ndataset = \"d\"\n[privacy]\n" + keys)}) {
    EXPECT_EQ(head.title, "A");
    EXPECT_EQ(head.language, Language::fr);
    EXPECT_EQ(head.dataset, "d");
    EXPECT_EQ(head.ledger(), "sqlite:folder/l.db");
    EXPECT_EQ(head.spending().budget, 3);
    EXPECT_EQ(head.spending().dataset, "d");
  }
  EXPECT_EQ(head_of("budget = \"b.toml\"").spending().budget_file, "folder/b.toml");
}

TEST(Head, SaysWhatIsWrong) {
  EXPECT_NE(head_error("title = \"\"").find("'title' is empty"), std::string::npos);
  EXPECT_NE(head_error("dataset = \"a/b\"").find("must be a name without '/'"), std::string::npos);
  EXPECT_NE(head_error("language = \"de\"").find("'de' is not one of: en, fr"), std::string::npos);
  EXPECT_NE(head_error("budget = 0").find("greater than 0"), std::string::npos);
  EXPECT_NE(head_error("budget = true").find("must be a number, or the name of a budget file"), std::string::npos);
  EXPECT_NE(head_error("", false).find("no 'dataset'"), std::string::npos);
  EXPECT_NE(head_error("population = 1000").find("'population' means nothing yet"), std::string::npos);
  EXPECT_NE(head_error("ledgre = \"a\"").find("there is no key 'ledgre'"), std::string::npos);
}

}  // namespace
}  // namespace sourdine
