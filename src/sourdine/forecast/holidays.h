// Public holidays of France, computed: eleven days a year, three of them by the date of Easter.
#pragma once

#include <chrono>

namespace sourdine {

// Easter Sunday of the Gregorian calendar (the computus; years from 1583).
std::chrono::local_days easter_sunday(std::chrono::year year);

// 1 January, 1 and 8 May, 14 July, 15 August, 1 and 11 November, 25 December; Easter Monday, Ascension Day, Whit
// Monday.
bool is_french_holiday(std::chrono::local_days day);

}  // namespace sourdine
