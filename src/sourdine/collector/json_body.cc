#include <fmt/format.h>

#include <array>
#include <nlohmann/json.hpp>

#include "sourdine/base/text.h"
#include "sourdine/collector/body.h"
#include "sourdine/collector/problem.h"

namespace sourdine {
namespace {

using nlohmann::json;

constexpr std::array<std::int8_t, 256> base64_values() {
  std::array<std::int8_t, 256> values{};
  values.fill(-1);
  constexpr std::string_view letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  for (std::size_t i = 0; i < letters.size(); ++i) {
    values[static_cast<unsigned char>(letters[i])] = static_cast<std::int8_t>(i);
  }
  return values;
}
constexpr auto base64_table = base64_values();

// Standard base64 with padding, in its one canonical form; false for anything else.
bool append_base64(std::string_view text, std::vector<std::uint8_t>& into) {
  if (text.size() % 4 != 0) return false;
  for (std::size_t i = 0; i < text.size(); i += 4) {
    const bool is_last = i + 4 == text.size();
    const unsigned padding = !is_last || text[i + 3] != '=' ? 0 : text[i + 2] == '=' ? 2 : 1;
    std::uint32_t word = 0;
    for (std::size_t j = 0; j < 4; ++j) {
      const int value = j >= 4 - padding ? 0 : base64_table[static_cast<unsigned char>(text[i + j])];
      if (value < 0) return false;
      word = word << 6 | static_cast<std::uint32_t>(value);
    }
    if ((padding == 1 && (word & 0xFF) != 0) || (padding == 2 && (word & 0xFFFF) != 0)) return false;
    into.push_back(static_cast<std::uint8_t>(word >> 16));
    if (padding < 2) into.push_back(static_cast<std::uint8_t>(word >> 8 & 0xFF));
    if (padding < 1) into.push_back(static_cast<std::uint8_t>(word & 0xFF));
  }
  return true;
}

[[noreturn]] void fail_json(const std::string& why) { throw Problem("malformed-json", why); }

// Reports are decoded while the text is read, so that no tree of millions of strings is built.
class ReportsSax : public nlohmann::json_sax<json> {
 public:
  ReportsSax(const Collection& collection, const BodyLimits& limits) : collection_(collection), limits_(limits) {}

  ReportsBody finish() {
    if (!has_reports_) fail_json("'reports' is missing");
    if (fingerprint_.empty()) fail_json("'fingerprint' is missing");
    if (fingerprint_ != hexadecimal(collection_.protocol->spec()->fingerprint())) {
      throw Problem("wrong-spec", "the fingerprint is not that of this collection's spec");
    }
    return std::move(reports_);
  }

  bool null() override { return other(); }
  bool boolean(bool) override { return other(); }
  bool number_integer(json::number_integer_t) override { return other(); }
  bool number_unsigned(json::number_unsigned_t) override { return other(); }
  bool number_float(json::number_float_t, const json::string_t&) override { return other(); }
  bool binary(json::binary_t&) override { return other(); }
  bool string(json::string_t& text) override {
    if (place_ == Place::reports) return report(text);
    if (place_ != Place::object) fail_json("the body is no object");
    if (key_ == "fingerprint") {
      fingerprint_ = text;
    } else if (key_ == "randomness") {
      if (text != "private" && text != "seeded, not private") {
        fail_json(fmt::format("'{}' is no randomness: 'private' or 'seeded, not private' are", shown(text)));
      }
      reports_.is_private = text == "private";
    } else {
      fail_json("'reports' is no list");
    }
    return true;
  }
  bool start_object(std::size_t) override {
    if (place_ != Place::nothing) fail_json("an object is in the wrong place");
    place_ = Place::object;
    return true;
  }
  bool key(json::string_t& name) override {
    if (name != "fingerprint" && name != "randomness" && name != "reports") {
      fail_json(fmt::format("a batch has no '{}': it has fingerprint, reports and randomness", shown(name)));
    }
    for (const std::string& before : keys_) {
      if (before == name) fail_json(fmt::format("'{}' is there twice", name));
    }
    keys_.push_back(name);
    key_ = name;
    return true;
  }
  bool end_object() override {
    place_ = Place::end;
    return true;
  }
  bool start_array(std::size_t) override {
    if (place_ != Place::object || key_ != "reports") fail_json("a list is in the wrong place");
    place_ = Place::reports;
    has_reports_ = true;
    return true;
  }
  bool end_array() override {
    place_ = Place::object;
    return true;
  }
  bool parse_error(std::size_t position, const std::string&, const json::exception&) override {
    fail_json(fmt::format("the body is no JSON: it goes wrong at byte {}", position));
  }

 private:
  enum class Place { nothing, object, reports, end };

  bool other() { fail_json(place_ == Place::reports ? "a report is no text" : "a value is of the wrong kind"); }
  bool report(const std::string& text) {
    if (reports_.reports == limits_.reports) {
      throw Problem("too-large", fmt::format("the batch has more than {} reports", limits_.reports));
    }
    const std::size_t before = reports_.bytes.size();
    if (!append_base64(text, reports_.bytes)) {
      throw Problem("malformed-reports", fmt::format("report {} is no base64 with padding", reports_.reports + 1));
    }
    if (reports_.bytes.size() - before != collection_.protocol->report_bytes()) {
      throw Problem("malformed-reports",
                    fmt::format("report {} has {} bytes, but those of this collection have {}", reports_.reports + 1,
                                reports_.bytes.size() - before, collection_.protocol->report_bytes()));
    }
    ++reports_.reports;
    return true;
  }

  const Collection& collection_;
  const BodyLimits& limits_;
  Place place_ = Place::nothing;
  std::string key_, fingerprint_;
  std::vector<std::string> keys_;
  bool has_reports_ = false;
  ReportsBody reports_;
};

}  // namespace

ReportsBody read_json_reports(std::string_view body, const Collection& collection, const BodyLimits& limits) {
  ReportsSax sax(collection, limits);
  json::sax_parse(body.begin(), body.end(), &sax);
  return sax.finish();
}

}  // namespace sourdine
