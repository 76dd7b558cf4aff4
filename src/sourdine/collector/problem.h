// Problems: what the collector answers when it does not do what was asked (RFC 9457). One table of all of them; a slug
// that is not in it cannot be sent, and the OpenAPI file is held to it.
#pragma once

#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sourdine/collector/http/message.h"

namespace sourdine {

struct ProblemRow {
  unsigned status;
  std::string_view slug;   // "token-missing"
  std::string_view title;  // the same words every time
  std::string_view hint;   // what to do, where nothing better is known
};
std::span<const ProblemRow> problem_table();

class Problem : public std::runtime_error {
 public:
  // Throws Error(internal) for a slug that the table does not have. `detail`: one sentence about this case.
  Problem(std::string_view slug, const std::string& detail, std::string hint = {});

  // With a header; one of the same name is replaced.
  Problem with(const std::string& name, const std::string& value) &&;

  const ProblemRow& row() const { return *row_; }
  const std::string& hint() const { return hint_; }
  const std::vector<std::pair<std::string, std::string>>& headers() const { return headers_; }

 private:
  const ProblemRow* row_;
  std::string hint_;
  std::vector<std::pair<std::string, std::string>> headers_;
};

// application/problem+json with type, title, status, detail and hint.
HttpResponse problem_response(const Problem& problem);

}  // namespace sourdine
