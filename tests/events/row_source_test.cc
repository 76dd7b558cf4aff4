#include "sourdine/events/row_source.h"

#include <gtest/gtest.h>
#include <sqlite3.h>

#include "sourdine/database/postgresql_url.h"
#include "sourdine/events/peeked_rows.h"
#include "support/errors.h"
#include "support/temporary_directory.h"

namespace sourdine {
namespace {

using testing::input_error;
using testing::TemporaryDirectory;
using Row = std::vector<std::string>;
using Rows = std::vector<Row>;

std::unique_ptr<RowSource> csv(std::string_view text, RowOptions options = {}) {
  return csv_rows(std::make_unique<InputBytes>("'t.csv'", text), options);
}

Rows all(RowSource& source) {
  Rows rows{source.columns()};
  while (source.next()) rows.emplace_back(source.row().begin(), source.row().end());
  return rows;
}

TEST(CsvRows, GiveRowsAndTheirLines) {
  const auto source = csv("a,b\n1,2\n\n\"x,y\",\"\"\n");
  EXPECT_EQ(source->name(), "'t.csv'");
  ASSERT_TRUE(source->next());
  EXPECT_EQ(source->where(), "'t.csv', line 2");
  ASSERT_TRUE(source->next());
  EXPECT_EQ(source->where(), "'t.csv', line 4");
  EXPECT_EQ(Row(source->row().begin(), source->row().end()), (Row{"x,y", ""}));
  EXPECT_FALSE(source->next());
}

TEST(CsvRows, FindTheSeparatorInTheHeader) {
  const Rows rows{{"a", "b"}, {"1", "2"}};
  for (const char* text : {"a,b\n1,2\n", "a;b\n1;2\n", "a\tb\n1\t2\n", "\xEF\xBB\xBF\"a\";\"b\"\r\n1;2\r\n"}) {
    EXPECT_EQ(all(*csv(text)), rows) << text;
  }
  EXPECT_EQ(csv("\"a,b,c\";d\n")->columns(), (Row{"a,b,c", "d"}));
  EXPECT_EQ(csv("a;x, y;b\n")->columns(), (Row{"a", "x, y", "b"}));
  EXPECT_EQ(csv("a\n1;2\n")->columns(), (Row{"a"}));
  EXPECT_EQ(csv("a;b,c\n", {.separator = ','})->columns(), (Row{"a;b", "c"}));
}

TEST(CsvRows, SkipBadRowsWhenAsked) {
  const auto source = csv("a,b\n1\n1,2\n", {.on_bad_row = OnBadRow::skip});
  EXPECT_EQ(all(*source).size(), 2U);
  EXPECT_EQ(source->skipped(), 1U);
}

TEST(CsvRows, ReadBeyondTheBytesThatWereLookedAt) {
  std::string text = "a,b\n";
  for (int i = 0; i < 100'000; ++i) text += std::to_string(i) + ",x\n";
  const Rows rows = all(*csv(text));
  ASSERT_EQ(rows.size(), 100'001U);
  for (int i = 0; i < 100'000; ++i) ASSERT_EQ(rows[static_cast<std::size_t>(i) + 1], (Row{std::to_string(i), "x"}));
}

std::string hint_of(std::string_view bytes) {
  try {
    csv(bytes);
  } catch (const Error& error) {
    return std::string(error.what()) + " | " + error.hint();
  }
  return "no error";
}

TEST(CsvRows, RefuseWhatIsNotText) {
  EXPECT_EQ(hint_of("BZh9"),
            "'t.csv' is compressed by bzip2, not CSV | Decompress it first: bzip2 -dc 't.csv' > 't-converted.csv'");
  EXPECT_EQ(hint_of("PK\x03\x04"),
            "'t.csv' is a zip archive, not CSV | Unpack it first: unzip -p 't.csv' > 't-converted.csv'");
  const std::string workbook = hint_of("PK\x03\x04\x14……[Content_Types].xml");
  EXPECT_NE(workbook.find("'t.csv' is an Excel workbook (.xlsx), not CSV | "), std::string::npos);
  EXPECT_NE(workbook.find("libreoffice --headless --convert-to"), std::string::npos);
  EXPECT_NE(hint_of("PK\x03\x04\x14…mimetypeapplication/vnd.oasis.opendocument.spreadsheet").find("(.ods)"),
            std::string::npos);
  EXPECT_NE(hint_of("\xD0\xCF\x11\xE0…").find("(.xls)"), std::string::npos);
  EXPECT_EQ(hint_of("PAR1\x15"),
            "'t.csv' is a Parquet file, not CSV | Convert it first: duckdb -c \"COPY (FROM 't.csv') TO "
            "'t-converted.csv' (FORMAT csv, HEADER)\"");
  EXPECT_NE(hint_of(std::string_view("\xFF\xFE"
                                     "a\0",
                                     4))
                .find("UTF-16"),
            std::string::npos);
  EXPECT_NE(hint_of(std::string_view("SQLite format 3\0", 16)).find("sqlite:PATH"), std::string::npos);
  EXPECT_NE(hint_of("").find("is empty"), std::string::npos);
}

TEST(FindColumn, ListsTheColumns) {
  const auto source = csv("SDate,Town,Town\n");
  EXPECT_EQ(find_column(*source, "SDate"), 0U);
  EXPECT_EQ(input_error([&] { find_column(*source, "Date"); }),
            "'t.csv' has no column 'Date'; did you mean 'SDate'? columns: SDate, Town, Town");
  EXPECT_EQ(input_error([&] { find_column(*source, "Town"); }), "'t.csv' has more than one column 'Town'");
}

TEST(PeekedRows, GiveTheRowsThatWereLookedAtAgain) {
  for (const std::size_t looked : {0U, 1U, 2U, 3U, 9U}) {
    PeekedRows source(csv("a,b\n1,2\n,\n5,6\n"));
    std::size_t seen = 0;
    if (looked > 0) source.peek([&](auto, const std::string&) { return ++seen == looked; });
    EXPECT_EQ(seen, std::min<std::size_t>(looked, 3));
    ASSERT_TRUE(source.next());
    EXPECT_EQ(source.where(), "'t.csv', line 2");
    EXPECT_EQ(Row(source.row().begin(), source.row().end()), (Row{"1", "2"}));
    EXPECT_EQ(all(source), (Rows{{"a", "b"}, {"", ""}, {"5", "6"}})) << looked;
  }
}

TEST(PeekedRows, LookAtABoundedNumberOfRows) {
  std::string text = "a\n";
  for (std::size_t i = 0; i < PeekedRows::max_rows + 2; ++i) text += "x\n";
  PeekedRows source(csv(text));
  std::size_t seen = 0;
  source.peek([&](auto, const std::string&) { return ++seen == 0; });
  EXPECT_EQ(seen, PeekedRows::max_rows);
  EXPECT_EQ(all(source).size(), PeekedRows::max_rows + 3);
}

class OpenRows : public ::testing::Test {
 protected:
  std::string make_database(const std::string& name, const char* sql) {
    const std::string path = directory_.file(name);
    sqlite3* database = nullptr;
    EXPECT_EQ(sqlite3_open(path.c_str(), &database), SQLITE_OK);
    EXPECT_EQ(sqlite3_exec(database, sql, nullptr, nullptr, nullptr), SQLITE_OK);
    sqlite3_close(database);
    return path;
  }
  static std::string error(const std::string& source, const std::string& query = {}) {
    return input_error([&] { all(*open_rows(source, query)); });
  }

  TemporaryDirectory directory_;
};

TEST_F(OpenRows, ReadAQueryOfSqlite) {
  const std::string path = make_database(
      "events.db", "CREATE TABLE e(t, p); INSERT INTO e VALUES('2006-01-31 08:08', 'Besançon'), (NULL, 3), ('', 0.5)");
  const Rows rows{{"t", "place"}, {"2006-01-31 08:08", "Besançon"}, {"", "3"}, {"", "0.5"}};
  for (const std::string& source : {path, "sqlite:" + path}) {
    const auto opened = open_rows(source, "SELECT t, p AS place FROM e ORDER BY rowid;\n");
    EXPECT_EQ(all(*opened), rows);
    EXPECT_FALSE(opened->next());
    EXPECT_EQ(opened->where(), "'" + path + "', row 3 of the query");
  }
}

TEST_F(OpenRows, TakeAQueryOfSqliteWithRemarks) {
  const std::string path = make_database("events.db", "CREATE TABLE e(t); INSERT INTO e VALUES(1)");
  EXPECT_EQ(all(*open_rows(path, "-- the events\nSELECT t FROM e; -- all of them\n/* done */;")), (Rows{{"t"}, {"1"}}));
}

TEST_F(OpenRows, SayWhatIsWrongWithAnSqliteSource) {
  const std::string path = make_database("events.db", "CREATE TABLE e(t, p)");
  const std::string database = " the SQLite database '" + path + "': ";
  EXPECT_EQ(error(path, "SELECT * FROM f"), "the query does not work on" + database + "no such table: f");
  EXPECT_EQ(error(path, "SELEC"), "the query does not work on" + database + "near \"SELEC\": syntax error");
  EXPECT_EQ(error(path, "DROP TABLE e"), "the query on '" + path + "' must be one that reads, such as SELECT");
  EXPECT_EQ(error(path, "DELETE FROM e RETURNING t"),
            "the query on '" + path + "' must be one that reads, such as SELECT");
  EXPECT_EQ(error(path, "SELECT 1; SELECT 2"), "the query on '" + path + "' must be one statement");
  EXPECT_EQ(error(path, "SELECT 1; -- and\n;DROP TABLE e"), "the query on '" + path + "' must be one statement");
  EXPECT_EQ(error(path, "SELECT 1; SELEC"), "the query on '" + path + "' must be one statement");
  EXPECT_EQ(error(path, "-- nothing"), "the query on '" + path + "' must be one statement");
  EXPECT_EQ(error(path, " "), "a database needs a query that gives the events");
  const std::string absent = directory_.file("absent.db");
  EXPECT_EQ(error("sqlite:" + absent, "SELECT 1"),
            "cannot open the SQLite database '" + absent + "': unable to open database file");
  testing::write_all(directory_.file("text.db"),
                     "a,b\n1,2\n and more, so that it is as long as a header of SQLite is, at least");
  EXPECT_NE(error(directory_.file("text.db"), "SELECT * FROM a").find("file is not a database"), std::string::npos);
}

TEST_F(OpenRows, ReadCsvByPath) {
  testing::write_all(directory_.file("e.csv"), "a;b\n1;2\n");
  EXPECT_EQ(all(*open_rows(directory_.file("e.csv"), "")), (Rows{{"a", "b"}, {"1", "2"}}));
  EXPECT_EQ(error(directory_.file("e.csv"), "SELECT 1"),
            "a query needs a database, and '" + directory_.file("e.csv") + "' is none");
  EXPECT_NE(error(directory_.file("absent.csv")).find("No such file"), std::string::npos);
  EXPECT_EQ(error("mysql://user:secret@host/db"), "a source cannot begin with 'mysql://'");
}

TEST_F(OpenRows, SayWhichServerCannotBeReachedWithoutThePassword) {
  const std::string message = error("postgresql://me:s%33cret@127.0.0.1:1/db?password=other", "SELECT 1");
  EXPECT_EQ(message.find("cannot connect to the PostgreSQL database 'postgresql://me@127.0.0.1:1/db': "), 0U)
      << message;
  EXPECT_EQ(message.find("s%33cret"), std::string::npos);
  EXPECT_EQ(message.find("s3cret"), std::string::npos);
  EXPECT_EQ(message.find("other"), std::string::npos);
}

TEST(PostgresqlUrl, ShowsNoPassword) {
  EXPECT_EQ(PostgresqlUrl("postgresql://me:secret@host:5432/db?sslmode=require").shown(),
            "postgresql://me@host:5432/db");
  EXPECT_EQ(PostgresqlUrl("postgres:///db?host=/run&password=x").shown(), "postgres:///db");
  EXPECT_EQ(PostgresqlUrl("postgresql://[::1]:5432,b:1/db").shown(), "postgresql://[::1]:5432,b:1/db");
  EXPECT_EQ(PostgresqlUrl("postgresql://").shown(), "postgresql://");
}

TEST(PostgresqlUrl, GivesUpOnSilentServers) {
  const std::string later = "keepalives_idle=15&keepalives_interval=5&keepalives_count=3&tcp_user_timeout=30000";
  const std::string all = "connect_timeout=10&" + later;
  EXPECT_EQ(PostgresqlUrl("postgresql:///db").connection(), "postgresql:///db?" + all);
  EXPECT_EQ(PostgresqlUrl("postgresql:///db?").connection(), "postgresql:///db?" + all);
  EXPECT_EQ(PostgresqlUrl("postgresql:///db?host=/run").connection(), "postgresql:///db?host=/run&" + all);
  EXPECT_EQ(PostgresqlUrl("postgresql:///db?connect_timeout=2").connection(),
            "postgresql:///db?connect_timeout=2&" + later);
}

TEST(PostgresqlUrl, RefusesPasswordsThatCouldBeTakenForAnotherPart) {
  for (const char* url :
       {"postgresql://me:sec@ret@host/db", "postgresql://me:sec/ret@host/db", "postgresql://me:sec?ret@host/db",
        "postgresql://me:secret/db", "postgresql://me:secret", "postgresql://a,me:secret/db"}) {
    EXPECT_EQ(input_error([&] { PostgresqlUrl{url}; }), "the postgresql:// URL cannot be understood") << url;
  }
}

TEST(PostgresqlUrl, TakesSecretsOutOfMessages) {
  const PostgresqlUrl url("postgresql://me:a%40b@host/db?sslpassword=c");
  EXPECT_EQ(url.without_secrets("a%40b a@b; c me"), "*** ***; *** me");
}

}  // namespace
}  // namespace sourdine
