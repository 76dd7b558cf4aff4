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
      while (reader.step() == RequestReader::State::whole) {
        paths += reader.take().path + " ";
        if (!reader.has_rest()) break;
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

}  // namespace
}  // namespace sourdine
