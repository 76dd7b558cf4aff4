// The page of a survey: the guarantee at both levels, each attribute's distribution with its intervals, change over
// collections, and what many reports of one person tell. Who makes a survey fills SurveyPage; the page is one HTML file
// in both languages. Nothing in it is computed from people: it shows the numbers it is given, rounded for a reader. The
// shape of its JSON is SurveyData in web/src/survey-types.ts.
//
// Names, labels and sentences are text, whatever they hold: none can become markup.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "sourdine/release/config.h"

namespace sourdine {

// Shares of people, nominally from 0 to 1: an unbiased estimate may lie outside. Of a change, from −1 to 1.
struct SurveyPageShare {
  double value = 0, lower = 0, upper = 0;
};

struct SurveyPageAttribute {
  std::string name;
  std::string oracle;  // "l-osue", "grr"
  std::vector<std::string> labels;
  // [collection][label]; of a collection in which nobody told of it, none. What is not finite is shown as not known.
  std::vector<std::vector<SurveyPageShare>> shares;
  // [collection − 1][label], from the collection before; empty: there is one collection, or they are not known.
  std::vector<std::vector<SurveyPageShare>> changes = {};
  std::vector<double> reports = {};     // by collection: reports that tell of it
  std::optional<double> epsilon1 = {};  // of the first report, where collections are repeated
  // (t, ε(t)) after t reports about one value, t increasing; empty: not memoised.
  std::vector<std::pair<std::uint64_t, double>> leakage = {};
  std::optional<double> epsilon_limit = {};  // ε∞, what ε(t) never exceeds; nothing: the survey's attribute_epsilon
};

struct SurveyPage {
  std::string title;
  Language language = Language::en;      // that the page opens in; it has both
  std::string solution;                  // "smp", "rs+fd" …
  std::vector<std::string> collections;  // names, in order; of a single one it may be empty
  std::vector<double> people;            // by collection
  double confidence = 0.95;              // of all intervals
  bool has_memo = false;                 // people report again by a memo; false: every report is fresh
  double tuple_epsilon = 0;              // all attributes of a person together: of one report,
  double attribute_epsilon = 0;          // … and one attribute; where they are memoised, of all reports of one value
  // Of one person: everything ever reported by a memo; without one, a fresh report in every collection shown.
  std::optional<double> worst_total = {};
  std::vector<std::string> guarantee;  // sentences, in `language`: what is promised, and what is not protected
  std::vector<std::string> not_private_because = {};  // sentences, in `language`; any: the page says so at the top
  std::optional<std::uint64_t> cap = {};              // on the different values of an attribute that a person reports
  std::vector<SurveyPageAttribute> attributes;
  // The same in the other language; empty: shown as they are.
  std::vector<std::string> guarantee_translated = {};
  std::vector<std::string> not_private_because_translated = {};
};

// The page's data as JSON. Throws Error(internal) when the numbers do not fit each other: a share or a change without
// its label, a collection without its number of people or of reports.
std::string survey_page_data(const SurveyPage& survey);
// The whole page, one HTML file that needs no other file and no network.
std::string survey_page(const SurveyPage& survey);

}  // namespace sourdine
