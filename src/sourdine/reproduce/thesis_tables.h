// Tables 2.1 to 2.3 of Arcolezi's thesis, as printed. Internal to background2022.
#pragma once

#include <span>
#include <string_view>

namespace sourdine {

struct ThesisRow {
  std::string_view zip, age, gender, nationality, disease;
};

// Pseudonymised records, numbered from 1 in the thesis.
inline constexpr ThesisRow thesis_table1[] = {
    {"13053", "28", "M", "Russian", "Tuberculosis"}, {"13068", "29", "M", "American", "Heart"},
    {"13068", "21", "F", "Japanese", "Viral"},       {"13053", "23", "M", "American", "Viral"},
    {"14853", "49", "M", "Indian", "Cancer"},        {"14853", "48", "F", "Russian", "Heart"},
    {"14850", "47", "M", "American", "Viral"},       {"14850", "49", "F", "American", "Viral"},
    {"13053", "31", "M", "American", "Cancer"},      {"13053", "37", "M", "Indian", "Cancer"},
    {"13068", "36", "F", "Japanese", "Cancer"},      {"13068", "35", "F", "American", "Cancer"}};

// Their 4-anonymous version.
inline constexpr ThesisRow thesis_table2[] = {
    {"130**", "[21;31[", "*", "*", "Tuberculosis"}, {"130**", "[21;31[", "*", "*", "Heart"},
    {"130**", "[21;31[", "*", "*", "Viral"},        {"130**", "[21;31[", "*", "*", "Viral"},
    {"148**", "[41;50[", "*", "*", "Cancer"},       {"148**", "[41;50[", "*", "*", "Heart"},
    {"148**", "[41;50[", "*", "*", "Viral"},        {"148**", "[41;50[", "*", "*", "Viral"},
    {"130**", "[31;41[", "*", "*", "Cancer"},       {"130**", "[31;41[", "*", "*", "Cancer"},
    {"130**", "[31;41[", "*", "*", "Cancer"},       {"130**", "[31;41[", "*", "*", "Cancer"}};

// The 5-anonymous table of a second hospital; its 148*** has one star too many, and stands for the same places.
inline constexpr ThesisRow thesis_table3[] = {
    {"130**", "< 35", "*", "*", "Tuberculosis"}, {"130**", "< 35", "*", "*", "Diabetes"},
    {"130**", "< 35", "*", "*", "Parkinson"},    {"130**", "< 35", "*", "*", "Parkinson"},
    {"130**", "< 35", "*", "*", "Diabetes"},     {"148***", "≥ 35", "*", "*", "Heart"},
    {"148***", "≥ 35", "*", "*", "Cancer"},      {"148***", "≥ 35", "*", "*", "Viral"},
    {"148***", "≥ 35", "*", "*", "Cancer"},      {"148***", "≥ 35", "*", "*", "Cancer"}};

// What the text says that the attacker knows of the person of the first record.
inline constexpr std::string_view thesis_attacker_age = "29";
inline constexpr std::string_view thesis_attacker_zip = "13012";

}  // namespace sourdine
