// Hierarchies and configurations of generalised tables: any bytes are read without harm; what comes out is nested.
// The first byte says which of the two the rest is.
#include "check.h"
#include "sourdine/anonymity/hierarchy.h"
#include "sourdine/anonymize/config.h"
#include "sourdine/base/error.h"

namespace {

using sourdine::fuzz::check;

void read_hierarchy(const std::string& text) {
  sourdine::InputBytes input("fuzz", text);
  const sourdine::Hierarchy made = sourdine::Hierarchy::from_csv("a", input);
  for (sourdine::Value value = 0; value < made.size(); ++value) {
    for (std::size_t level = 0; level + 1 < made.levels(); ++level) {
      check(made.parent(level, made.group(level, value)) == made.group(level + 1, value),
            "a group lies whole in one of the next level");
    }
  }
  for (std::size_t level = 0; level < made.levels(); ++level) {
    std::uint64_t leaves = 0;
    for (sourdine::Value group = 0; group < made.size(level); ++group) leaves += made.leaves(level, group);
    check(leaves == made.size(), "every value is in one group");
  }
  check(made.with_own_category("not there before").size() == made.size() + 1, "one value more");
}

void build_hierarchies(const std::vector<std::string>& values) {
  for (int kind = 0; kind < 4; ++kind) {
    try {
      const std::vector<double> cuts[] = {{-1, 0.5, 7}, {0.5}};
      if (kind == 0) sourdine::Hierarchy::masked("a", values);
      if (kind == 1) sourdine::Hierarchy::dates("a", values);
      if (kind == 2) sourdine::Hierarchy::cut("a", values, cuts);
      if (kind == 3) {
        sourdine::Hierarchy::intervals("a", values, sourdine::Hierarchy::automatic_widths("a", values));
      }
    } catch (const sourdine::Error& error) {
      check(error.code() == sourdine::ErrorCode::bad_input, "what is no value of its kind is bad input");
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string text(reinterpret_cast<const char*>(data + 1), size - 1);
  try {
    if (data[0] % 3 == 0) read_hierarchy(text);
    if (data[0] % 3 == 1) sourdine::parse_anonymize_config(text, "fuzz.toml");
    if (data[0] % 3 == 2) build_hierarchies({"1", text});
  } catch (const sourdine::Error& error) {
    check(error.code() == sourdine::ErrorCode::bad_input, "whatever the bytes, they are bad input at worst");
  }
  return 0;
}
