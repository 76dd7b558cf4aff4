#include "sourdine/survey/survey.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "sourdine/base/error.h"
#include "sourdine/base/input_file.h"
#include "sourdine/base/line_reader.h"
#include "sourdine/base/text.h"
#include "sourdine/longitudinal/allomfree.h"
#include "sourdine/publish/speaker.h"
#include "sourdine/random/exact.h"

namespace sourdine {
namespace {

constexpr std::array<std::string_view, 7> survey_memo_oracles = {"l-grr",  "l-osue", "l-sue",   "l-oue",
                                                                 "l-soue", "loloha", "dbitflip"};
constexpr std::size_t most_label_bytes = std::size_t{1} << 28;

namespace bin_words {
constexpr Words any{"any number", "tout nombre"};
constexpr Words below{"< {high}", "< {high}"};
constexpr Words from{">= {low}", "≥ {low}"};
constexpr Words between{"[{low}, {high})", "[{low} ; {high}["};
constexpr Words last{"[{low}, {high}]", "[{low} ; {high}]"};
}  // namespace bin_words

bool is_survey_memo(std::string_view oracle) {
  return std::ranges::find(survey_memo_oracles, oracle) != survey_memo_oracles.end();
}

std::vector<std::string> label_lines(const std::string& path) {
  InputFile input(path);
  LineReader reader(input);
  std::vector<std::string> lines;
  std::size_t bytes = 0;
  while (reader.next()) {
    bytes += reader.text().size() + 1;
    if (bytes > most_label_bytes) fail_input(fmt::format("{} is too long for a list of labels", input.name()));
    lines.emplace_back(reader.text());
  }
  if (lines.empty()) fail_input(fmt::format("{} has no labels", input.name()), "Write one label on each line.");
  return lines;
}

void choose_memo_oracle(const SurveyConfig& config, const SurveyAttributeConfig& asked, TupleAttribute& attribute) {
  const SurveyPrivacyConfig& privacy = config.privacy;
  // What the attribute's oracle has to spend, as the tuple protocol will have it.
  const bool is_divided = privacy.solution == TupleSolution::spl && privacy.level == TupleLevel::tuple;
  const double share = is_divided ? 1 / static_cast<double>(config.attributes.size()) : 1;
  const double epsilon1 = share * privacy.epsilon1.value_or(privacy.epsilon / 2);
  std::string oracle = asked.oracle.empty() ? privacy.oracle : asked.oracle;
  if (oracle == "adp") oracle = allomfree_spec(attribute.domain, share * privacy.epsilon, epsilon1).oracle;
  if (!is_survey_memo(oracle)) {
    fail_input(
        fmt::format("'{}': oracle '{}' of attribute '{}' has no memo, and the mean of fresh reports shows the value",
                    config.head.path, shown(oracle), shown(asked.name)),
        "People who report again take l-grr, l-osue, l-sue, l-oue, l-soue, loloha or dbitflip.");
  }
  if (oracle == "dbitflip") {
    if (privacy.epsilon1) {
      fail_input(fmt::format("'{}': 'epsilon1' is of no use to dbitflip, whose first report tells all of epsilon",
                             config.head.path),
                 "Leave it out, or choose another oracle.");
    }
  } else {
    attribute.parameters.try_emplace("epsilon1", epsilon1);
  }
  attribute.oracle = oracle;
}

TupleSpec spec_of(const SurveyConfig& config) {
  const SurveyPrivacyConfig& privacy = config.privacy;
  TupleSpec spec{.solution = privacy.solution,
                 .attributes = {},
                 .epsilon = privacy.epsilon,
                 .level = privacy.level,
                 .oracle = privacy.oracle,
                 .pairs = privacy.pairs};
  for (const SurveyAttributeConfig& asked : config.attributes) {
    TupleAttribute attribute{
        .name = asked.name, .domain = survey_domain(asked), .oracle = asked.oracle, .parameters = asked.parameters};
    if (attribute.domain.size() < 2) {
      fail_input(fmt::format("'{}': attribute '{}' has one value only: there is nothing to ask", config.head.path,
                             shown(asked.name)));
    }
    if (!asked.prior.empty()) {
      if (asked.prior.size() != attribute.domain.size()) {
        fail_input(fmt::format("'{}': attribute '{}' has {} values and a prior of {}", config.head.path,
                               shown(asked.name), attribute.domain.size(), asked.prior.size()));
      }
      attribute.prior = prior_weights(asked.prior);
    }
    const std::string& oracle = asked.oracle.empty() ? privacy.oracle : asked.oracle;
    if (config.is_repeated) {
      choose_memo_oracle(config, asked, attribute);
    } else if (oracle == "rappor" || is_survey_memo(oracle)) {
      fail_input(fmt::format("'{}': oracle '{}' is for people who report again", config.head.path, shown(oracle)),
                 "Name [privacy] 'memo_key' and [people] 'id', or choose an oracle for one report.");
    }
    spec.attributes.push_back(std::move(attribute));
  }
  if (config.is_repeated) spec.oracle = "l-grr";  // every attribute names its own
  return spec;
}

Exact exact_total(const PreparedSurvey& survey, std::uint64_t collections, SymbolCap cap) {
  if (!survey.config.is_repeated) return Exact(collections) * Exact(survey.protocol->privacy().tuple);
  Exact sum = 0;
  for (std::size_t i = 0; i < survey.width(); ++i) {
    const Exact spent = Exact(std::min(collections, survey.limit(i, cap))) * Exact(survey.memoised(i).symbol_epsilon());
    sum = survey.is_split() ? Exact(sum + spent) : std::max(sum, spent);
  }
  return sum;
}

}  // namespace

std::vector<std::string> bin_labels(const std::vector<double>& edges, Language language) {
  const Speaker speaker(language);
  std::vector<std::string> labels;
  for (std::size_t i = 0; i + 1 < edges.size(); ++i) {
    const bool has_low = !std::isinf(edges[i]), has_high = !std::isinf(edges[i + 1]);
    const std::string low = speaker.exact(edges[i]), high = speaker.exact(edges[i + 1]);
    const Words& words = !has_low && !has_high   ? bin_words::any
                         : !has_low              ? bin_words::below
                         : !has_high             ? bin_words::from
                         : i + 2 == edges.size() ? bin_words::last
                                                 : bin_words::between;
    labels.push_back(speaker.say(words, {{"low", low}, {"high", high}}));
  }
  return labels;
}

Domain survey_domain(const SurveyAttributeConfig& attribute) {
  try {
    if (!attribute.bins.empty()) return Domain(bin_labels(attribute.bins, Language::en));
    return Domain(attribute.labels.empty() ? label_lines(attribute.labels_file) : attribute.labels);
  } catch (const Error& error) {
    throw Error(error.code(), fmt::format("attribute '{}': {}", shown(attribute.name), error.what()), error.hint());
  }
}

PreparedSurvey prepare_survey(SurveyConfig config) {
  auto protocol = TupleProtocol::make(spec_of(config));
  return {.config = std::move(config), .protocol = std::move(protocol)};
}

const Memoised& PreparedSurvey::memoised(std::size_t attribute) const {
  const auto* const memoised = dynamic_cast<const Memoised*>(&protocol->oracle(attribute));
  if (memoised == nullptr) fail_internal("an attribute without a memo");
  return *memoised;
}

TuplePrivacy PreparedSurvey::first_report() const {
  std::vector<double> epsilons;
  for (std::size_t i = 0; i < width(); ++i) epsilons.push_back(memoised(i).report_epsilon());
  return is_split() ? split_privacy(epsilons) : sampled_privacy(epsilons);
}

std::uint64_t PreparedSurvey::limit(std::size_t attribute, SymbolCap cap) const {
  const std::uint64_t all = memoised(attribute).max_symbols();
  return cap == SymbolCap::enforced && config.privacy.cap ? std::min(all, *config.privacy.cap) : all;
}

std::uint64_t PreparedSurvey::largest_limit(SymbolCap cap) const {
  std::uint64_t largest = 0;
  for (std::size_t i = 0; i < width(); ++i) largest = std::max(largest, limit(i, cap));
  return largest;
}

double PreparedSurvey::total(std::uint64_t collections, SymbolCap cap) const {
  return up_to_double(exact_total(*this, collections, cap));
}

double PreparedSurvey::step(std::uint64_t collection, SymbolCap cap) const {
  return up_to_double(exact_total(*this, collection, cap) - exact_total(*this, collection - 1, cap));
}

std::vector<std::uint64_t> usual_report_counts() { return {1, 2, 3, 4, 5, 7, 10, 15, 20, 30, 50, 100}; }

}  // namespace sourdine
