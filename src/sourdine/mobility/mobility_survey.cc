#include "sourdine/mobility/mobility_survey.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string_view>

#include "sourdine/base/error.h"
#include "sourdine/base/text.h"
#include "sourdine/oracle/table.h"
#include "sourdine/random/keyed_bits.h"

namespace sourdine {
namespace {

// What a draw is for, and all it depends on but the secret: parts with their lengths in front, so that none can be
// taken for two.
class DrawContext {
 public:
  explicit DrawContext(std::string_view purpose) { add("sourdine mobility report").add(purpose); }

  DrawContext& add(std::uint64_t number) {
    for (unsigned shift = 0; shift < 64; shift += 8) bytes_.push_back(static_cast<std::uint8_t>(number >> shift));
    return *this;
  }
  DrawContext& add(std::string_view text) {
    add(text.size());
    bytes_.insert(bytes_.end(), text.begin(), text.end());
    return *this;
  }
  DrawContext& add(const MobilitySurvey& survey) {
    add(survey.size());
    for (std::size_t i = 0; i < survey.size(); ++i) add(survey[i].name);
    return *this;
  }
  std::span<const std::uint8_t> bytes() const { return bytes_; }

 private:
  std::vector<std::uint8_t> bytes_;
};

}  // namespace

SurveyAttribute survey_attribute(std::string name, Domain values, double epsilon, const std::string& oracle) {
  return {std::move(name), make_oracle({oracle, std::move(values), epsilon, {}})};
}

MobilitySurvey::MobilitySurvey(std::vector<SurveyAttribute> attributes) : attributes_(std::move(attributes)) {
  if (attributes_.empty()) fail_input("a mobility survey needs an attribute to ask for");
  std::set<std::string_view> names;
  for (const SurveyAttribute& attribute : attributes_) {
    if (attribute.name.empty()) fail_input("an attribute of a mobility survey has no name");
    if (!names.insert(attribute.name).second) {
      fail_input(fmt::format("a mobility survey has two attributes '{}'", shown(attribute.name)));
    }
    if (attribute.oracle == nullptr) fail_internal("an attribute of a mobility survey has no oracle");
  }
}

MobilityReport MobilitySurvey::enumerate(std::span<const Value> record, Branches& branches) const {
  const std::size_t attribute = draw_attribute(branches);
  const Oracle& oracle = *attributes_[attribute].oracle;
  MobilityReport report{attribute, std::vector<std::uint8_t>(oracle.report_bytes())};
  oracle.enumerate(record.subspan(attribute, 1), branches, report.bytes);
  return report;
}

double MobilitySurvey::epsilon() const {
  double largest = 0;
  for (const SurveyAttribute& attribute : attributes_) largest = std::max(largest, attribute.oracle->epsilon());
  return largest;
}

Guarantee MobilitySurvey::guarantee() const {
  Guarantee guarantee = local_report_guarantee(0, epsilon());
  for (const SurveyAttribute& attribute : attributes_) {
    const double asked = attribute.oracle->guarantee().epsilon_asked;
    guarantee.epsilon_asked = std::max(guarantee.epsilon_asked, asked);
  }
  guarantee.unit = Unit::tuple;
  guarantee.unit_text = "all attributes of one person, however often the person is seen, while they stay the same";
  guarantee.neighbours_text = "replace the attributes by any others of their domains";
  guarantee.caveats.clear();
  const auto add = [&](const char* caveat) { guarantee.caveats.emplace_back(caveat); };
  add("not protected: on which days somebody is seen; how many people are in each store is exact and public, and these "
      "numbers tell in part how many came on which days");
  add("not protected: which one of the attributes a person reports");
  add("a person has the same report in every store: reports can be linked across stores, which tells on which days "
      "that "
      "person was seen, and nothing more about the attributes");
  add("counting everybody once needs identifiers, which stay with whoever sees people");
  add("an attribute that changes is reported anew: m different values together spend m times this epsilon");
  return guarantee;
}

MobilityReporter::MobilityReporter(const MobilitySurvey& survey, const Secret& secret)
    : survey_(survey), secret_(secret) {
  KeyedBits bits(secret_, DrawContext("attribute").add(survey).bytes());
  attribute_ = survey_.draw_attribute(bits);
}

MobilityReport MobilityReporter::report(Value value) const {
  const SurveyAttribute& attribute = survey_[attribute_];
  const Fingerprint& fingerprint = attribute.oracle->spec()->fingerprint();
  DrawContext context("response");
  context.add(survey_).add(attribute.name).add(value);
  context.add(std::string_view(reinterpret_cast<const char*>(fingerprint.data()), fingerprint.size()));
  KeyedBits bits(secret_, context.bytes());
  MobilityReport report{attribute_, std::vector<std::uint8_t>(attribute.oracle->report_bytes())};
  attribute.oracle->randomize_into({{&value, 1}}, bits, report.bytes);
  return report;
}

MobilityReporter::Secret person_secret(const MobilityReporter::Secret& operator_secret, std::uint64_t person) {
  KeyedBits bits(operator_secret, DrawContext("person").add(person).bytes());
  MobilityReporter::Secret secret{};
  for (std::size_t i = 0; i < secret.size(); i += 8) {
    const std::uint64_t word = bits.next();
    for (std::size_t byte = 0; byte < 8; ++byte) secret[i + byte] = static_cast<std::uint8_t>(word >> (8 * byte));
  }
  return secret;
}

}  // namespace sourdine
