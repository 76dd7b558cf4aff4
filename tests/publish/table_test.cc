#include "sourdine/publish/table.h"

#include <gtest/gtest.h>

#include "sourdine/base/error.h"
#include "support/errors.h"

namespace sourdine {
namespace {

std::string text_of(const Table& table, const StopToken& stop = {}) {
  std::string text;
  OutputBytes output(text);
  table.write(output, stop);
  return text;
}

TEST(Table, IsCsvWithAHeaderAndFourCellsForAnEstimate) {
  const Table table =
      Table::of_rows("t.csv", with_estimate_columns({"name"}, "share", {"n"}), [](const Table::Add& add) {
        add(TableRow().text("a,b").estimate({.value = 0.5, .std_error = 0.25, .lower = 0, .upper = 1}).whole(7));
        add(TableRow()
                .label("=1+1")
                .estimate({.value = -1, .std_error = 2, .lower = -3.125, .upper = 1.5}, 2)
                .whole(0));
      });
  EXPECT_EQ(text_of(table),
            "name,share,std_error,lower,upper,n\n\"a,b\",0.5,0.25,0,1,7\n'=1+1,-1.00,2.00,-3.12,1.50,0\n");
}

// A table may have more rows than memory holds: they are visited while it is written.
TEST(Table, IsVisitedWhenItIsWrittenAndCanBeStopped) {
  std::size_t visited = 0;
  const Table table = Table::of_rows("t.csv", {"row"}, [&](const Table::Add& add) {
    for (; visited < 1000; ++visited) add(TableRow().whole(visited));
  });
  EXPECT_EQ(visited, 0U);
  StopSource stop;
  stop.ask();
  EXPECT_EQ(testing::error_code([&] { text_of(table, stop.token()); }), ErrorCode::cancelled);
  EXPECT_EQ(visited, 0U);
  EXPECT_EQ(text_of(table).substr(0, 8), "row\n0\n1\n");
  EXPECT_EQ(visited, 1000U);
}

}  // namespace
}  // namespace sourdine
