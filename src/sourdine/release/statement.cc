#include "sourdine/release/statement.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <cmath>

#include "sourdine/release/statement_phrases.h"

namespace sourdine {
namespace {

constexpr double weak = 4;  // an ε above which single events are hardly protected

// Given all other events, the odds of one change by at most e^ε: as a percentage, what a coin toss (50 %) can become.
double worst_belief(double epsilon) { return 100 / (1 + std::exp(-epsilon)); }

// Speaks one language: phrases filled in, and numbers and dates as its readers write them.
class Speaker {
 public:
  explicit Speaker(Language language) : language_(language) {}

  // say(Phrase::promise, fmt::arg("factor", …), …); all that is filled in is named.
  template <class... Arguments>
  std::string say(Phrase phrase, const Arguments&... arguments) const {
    return fmt::format(fmt::runtime(phrase_text(phrase, language_)), arguments...);
  }

  std::string decimal(double value, int digits) const {
    std::string text = fmt::format("{:.{}f}", value, digits);
    if (const std::size_t point = text.find('.'); point != std::string::npos) {
      text.replace(point, 1, phrase_text(Phrase::decimal_mark, language_));
    }
    return text;
  }

  // Bounds are rounded up: "at most" stays true.
  std::string at_most(double value, int digits) const {
    const double scale = std::pow(10, digits);
    return decimal(std::ceil(value * scale * (1 - 1e-12)) / scale, digits);
  }

  // e^ε as people read it; beyond a million nothing is promised any more.
  std::string factor(double epsilon) const {
    const double value = std::exp(epsilon);
    return value > 1e6 ? say(Phrase::beyond_a_million) : at_most(value, value < 100 ? 2 : 0);
  }

  // With as many decimals as it has, nine at most.
  std::string long_epsilon(double epsilon) const {
    std::string text = at_most(epsilon, 9);
    text.erase(text.find_last_not_of('0') + 1);
    if (text.ends_with(phrase_text(Phrase::decimal_mark, language_))) text.pop_back();
    return text;
  }

  std::string percent(double share) const {
    const double value = 100 * share;
    return language_ == Language::fr ? decimal(value, std::fmod(value, 1) == 0 ? 0 : 1) : fmt::format("{:.4g}", value);
  }

  // `word`: the plural that stands for the phrase's own, or empty.
  std::string counted(std::uint64_t count, Phrase one, Phrase many, const std::string& word = {}) const {
    if (!word.empty() && count != 1) return fmt::format("{} {}", grouped(count), word);
    return say(count == 1 ? one : many, fmt::arg("count", grouped(count)));
  }

  // "2018-12-31"; in French 31/12/2018.
  std::string date(const std::string& iso) const {
    const bool is_turned = language_ == Language::fr && iso.size() == 10;
    return is_turned ? iso.substr(8, 2) + "/" + iso.substr(5, 2) + "/" + iso.substr(0, 4) : iso;
  }

  std::string periods(const std::vector<std::string>& names) const {
    constexpr std::array words{Phrase::hour, Phrase::day, Phrase::week, Phrase::month, Phrase::year};  // as Period
    std::vector<std::string> spoken;
    for (const std::string& name : names) spoken.push_back(say(words[static_cast<std::size_t>(find_period(name))]));
    return fmt::format("{}", fmt::join(spoken, ", "));
  }

 private:
  std::string grouped(std::uint64_t value) const {
    const std::string digits = std::to_string(value);
    std::string text;
    for (std::size_t i = 0; i < digits.size(); ++i) {
      if (i != 0 && (digits.size() - i) % 3 == 0) text += phrase_text(Phrase::thousands_mark, language_);
      text += digits[i];
    }
    return text;
  }

  Language language_;
};

std::string bullets(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += "- " + line + "\n";
  return text;
}

// What stands between the promise and the first heading.
std::string coverage(const StatementFacts& facts, const Speaker& speaker) {
  const bool uses_counts = facts.filter == BiasFilter::ratio || facts.filter == BiasFilter::private_ratio;
  const std::string text = speaker.say(
      Phrase::coverage,
      fmt::arg("events", speaker.counted(facts.events, Phrase::one_event, Phrase::many_events, facts.events_word)),
      fmt::arg("first", speaker.date(facts.first)), fmt::arg("last", speaker.date(facts.last)),
      fmt::arg("regions", speaker.counted(facts.regions, Phrase::one_region, Phrase::many_regions, facts.places_word)),
      fmt::arg("periods", speaker.periods(facts.periods)), fmt::arg("oracle", facts.oracle),
      fmt::arg("sources", speaker.say(uses_counts ? Phrase::from_counts_too : Phrase::from_reports_alone)));
  std::string words;
  if (!facts.events_word.empty()) words = speaker.say(Phrase::word_event, fmt::arg("word", facts.events_word));
  if (!facts.places_word.empty()) words += speaker.say(Phrase::word_region, fmt::arg("word", facts.places_word));
  return text + words;
}

std::string numbers_table(const StatementFacts& facts, const Speaker& speaker) {
  const Guarantee& guarantee = facts.guarantee;
  std::string table = "| | |\n|---|---|\n";
  const auto add = [&table](const std::string& label, const std::string& value) {
    table += fmt::format("| {} | {} |\n", label, value);
  };
  add(speaker.say(Phrase::label_model),
      speaker.say(guarantee.model == PrivacyModel::local ? Phrase::local_model : Phrase::central_model));
  add(speaker.say(Phrase::label_epsilon_asked), speaker.long_epsilon(guarantee.epsilon_asked));
  add(speaker.say(Phrase::label_epsilon_realised),
      speaker.say(Phrase::epsilon_realised, fmt::arg("epsilon", speaker.long_epsilon(guarantee.epsilon))));
  add("δ", "0");
  add(speaker.say(Phrase::label_unit), speaker.say(Phrase::unit));
  add(speaker.say(Phrase::label_neighbours), speaker.say(Phrase::neighbours));
  add(speaker.say(Phrase::label_mechanism),
      facts.filter == BiasFilter::private_ratio
          ? speaker.say(Phrase::mechanism_with_ratio, fmt::arg("oracle", facts.oracle))
          : facts.oracle);
  add(speaker.say(Phrase::label_randomness),
      speaker.say(facts.is_seeded ? Phrase::randomness_seeded : Phrase::randomness_private));
  add(speaker.say(Phrase::label_made),
      speaker.say(Phrase::made, fmt::arg("date", speaker.date(facts.date)), fmt::arg("software", facts.software)));
  return table;
}

std::string how_to_read(const StatementFacts& facts, const Speaker& speaker) {
  std::vector<std::string> sentences{
      speaker.say(Phrase::intervals, fmt::arg("confidence", speaker.percent(facts.confidence))),
      speaker.say(facts.is_smoothed ? Phrase::smoothed_columns : Phrase::plain_columns)};
  if (facts.has_synthetic) sentences.push_back(speaker.say(Phrase::synthetic_rows));
  if (facts.dropped != 0) {
    const std::string events = speaker.counted(facts.dropped, Phrase::one_event, Phrase::many_events);
    sentences.push_back(speaker.say(Phrase::left_out, fmt::arg("events", events)));
  }
  return fmt::format("{}", fmt::join(sentences, " "));
}

}  // namespace

Statement make_statement(const StatementFacts& facts, Language language) {
  const Speaker speaker(language);
  const double epsilon = facts.guarantee.epsilon;
  const std::string epsilon_text = speaker.at_most(epsilon, 4);  // outlives the argument, which only refers to it
  const auto epsilon_argument = fmt::arg("epsilon", epsilon_text);
  Statement statement;
  statement.promise = speaker.say(Phrase::promise, fmt::arg("factor", speaker.factor(epsilon)), epsilon_argument);

  const auto protects = [&](std::string sentence) { statement.protects.push_back(std::move(sentence)); };
  protects(speaker.say(Phrase::protects_region));
  protects(speaker.say(Phrase::protects_belief, fmt::arg("belief", speaker.at_most(worst_belief(epsilon), 1))));
  protects(speaker.say(Phrase::protects_against_anyone));
  if (facts.filter == BiasFilter::private_ratio) {
    protects(speaker.say(Phrase::protects_ratio, fmt::arg("epsilon", speaker.at_most(facts.ratio_epsilon, 4))));
  }

  const auto exposes = [&](std::string sentence) { statement.does_not_protect.push_back(std::move(sentence)); };
  exposes(speaker.say(Phrase::exposes_time));
  exposes(speaker.say(Phrase::exposes_several_events, epsilon_argument));
  exposes(speaker.say(Phrase::exposes_crowds));
  exposes(speaker.say(Phrase::exposes_other_releases));
  exposes(speaker.say(Phrase::exposes_domain));
  if (facts.drops_places) exposes(speaker.say(Phrase::exposes_dropped_places));
  if (epsilon > weak) exposes(speaker.say(Phrase::exposes_by_large_epsilon));
  if (!facts.kept.empty()) {
    exposes(speaker.say(Phrase::exposes_kept_columns, fmt::arg("columns", fmt::join(facts.kept, ", "))));
  }

  if (facts.is_seeded) statement.not_private_because.push_back(speaker.say(Phrase::seeded));
  if (epsilon > largest_private_epsilon) {
    statement.not_private_because.push_back(
        speaker.say(Phrase::no_protection, fmt::arg("factor", speaker.factor(epsilon)), epsilon_argument));
  }
  if (!facts.has_public_places) statement.not_private_because.push_back(speaker.say(Phrase::places_from_events));
  if (facts.filter == BiasFilter::ratio) statement.not_private_because.push_back(speaker.say(Phrase::exact_ratio));
  return statement;
}

std::string privacy_document(const StatementFacts& facts, Language language) {
  const Speaker speaker(language);
  const Statement statement = make_statement(facts, language);
  const auto heading = [&](Phrase phrase) { return fmt::format("\n## {}\n\n", speaker.say(phrase)); };
  std::string text = fmt::format("# {}\n\n", speaker.say(Phrase::title, fmt::arg("title", facts.title)));
  if (!statement.not_private_because.empty()) {
    text += fmt::format("**{}**\n\n{}\n{}\n\n", speaker.say(Phrase::not_private),
                        bullets(statement.not_private_because), speaker.say(Phrase::promise_otherwise));
  }
  text += fmt::format("**{}**\n\n{}\n", statement.promise, coverage(facts, speaker));
  const bool is_private = statement.not_private_because.empty();
  if (is_private) text += heading(Phrase::heading_protected) + bullets(statement.protects);
  text += heading(Phrase::heading_not_protected) + bullets(statement.does_not_protect);
  text += heading(Phrase::heading_numbers) + numbers_table(facts, speaker);
  text += heading(Phrase::heading_reading) + how_to_read(facts, speaker) + "\n";
  return text;
}

}  // namespace sourdine
