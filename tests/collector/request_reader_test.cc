#include "sourdine/collector/http/request_reader.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "sourdine/collector/problem.h"

namespace sourdine {
namespace {

// The paths of the requests in these bytes, which come so many at a time; "!" at the end where they are refused.
std::string paths_read(std::string_view bytes, std::size_t piece) {
  RequestReader reader({4096, 65'536});
  std::string paths;
  try {
    for (; !bytes.empty(); bytes.remove_prefix(std::min(piece, bytes.size()))) {
      reader.add(bytes.substr(0, piece));
      for (bool goes_on = true; goes_on;) {
        const auto before = reader.state();
        const auto state = reader.step();
        if (state == RequestReader::State::whole) {
          paths += reader.take().path + " ";
          goes_on = reader.has_rest();
        } else {
          goes_on = state == RequestReader::State::body && state != before;  // the body is read by another step
        }
      }
    }
  } catch (const Problem&) {
    paths += "!";
  }
  return paths;
}

const std::string one = "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n";

TEST(RequestReader, OneEmptyLineMayStandBeforeEachRequestHoweverItComes) {
  for (std::size_t piece = 1; piece < 100; ++piece) {
    EXPECT_EQ(paths_read("\r\n" + one + "\r\n" + one, piece), "/healthz /healthz ") << piece;
  }
}

// Two readers that disagree about where a request begins are how one request is smuggled into another.
TEST(RequestReader, TwoEmptyLinesAreRefusedHoweverTheyCome) {
  for (std::size_t piece = 1; piece < 100; ++piece) {
    EXPECT_EQ(paths_read(one + "\r\n\r\n" + one, piece), "/healthz !") << piece;
    EXPECT_EQ(paths_read("\r\n\r\n" + one, piece), "!") << piece;
  }
}

// The last chunk of five bytes, alone or behind others, must not be looked at in parts.
TEST(RequestReader, ChunksEndTheSameWayHoweverTheyCome) {
  const std::string head = "POST /reports HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n";
  for (const std::string body : {"0\r\n\r\n", "1\r\na\r\n0\r\n\r\n", "3;x=y\r\nabc\r\n2\r\nde\r\n0\r\nA: b\r\n\r\n"}) {
    for (std::size_t piece = 1; piece < 120; ++piece) {
      EXPECT_EQ(paths_read(head + body + one, piece), "/reports /healthz ") << piece << " " << body;
    }
  }
  for (std::size_t piece = 1; piece < 120; ++piece) {
    EXPECT_EQ(paths_read(head + "0\r\nH", piece), "") << piece;
    EXPECT_EQ(paths_read(head + "nonsense\r\n", piece), "!") << piece;
  }
}

}  // namespace
}  // namespace sourdine
