#include "sourdine/simulate/doubs_rhythm.h"

#include <algorithm>
#include <cstdlib>

#include "sourdine/random/binomial.h"

namespace sourdine::doubs {
namespace {

using std::chrono::local_days;
using std::chrono::year_month_day;

using Months = std::array<std::uint64_t, 12>;

constexpr Months seasons{1030, 1010, 975, 965, 985, 1030, 1060, 1030, 985, 970, 975, 1010};
constexpr std::array<std::uint64_t, 7> weekdays{1000, 1005, 980, 970, 980, 1020, 1045};  // Sunday first

// How a kind of region lives: busier in some months, and on Saturday and Sunday.
struct Kind {
  Months months;
  std::uint64_t weekend;
};
constexpr Kind city{{1010, 1010, 1005, 1005, 1000, 1000, 970, 965, 1010, 1010, 1010, 1005}, 990};
constexpr Kind country{{980, 980, 990, 1000, 1010, 1015, 1025, 1025, 1000, 990, 990, 995}, 1015};
constexpr Kind mountain{{1090, 1100, 1020, 950, 950, 970, 1040, 1050, 960, 940, 920, 1010}, 1040};

// How a region lives, and how often its people call beside those of the cities. The rates are fitted to the error rates
// of the paper's Table 3, which say that some regions are rarer than their population is.
struct Character {
  const Kind* kind;
  std::uint64_t rate;
};
constexpr std::array<Character, regions> characters{{
    {&city, 1000},      // Grand Besançon
    {&city, 1000},      // Pays de Montbéliard
    {&country, 500},    // Altitude 800
    {&country, 500},    // Montbenoit
    {&country, 1000},   // Deux Vallées Vertes
    {&mountain, 1000},  // Lacs et Montagnes du Haut-Doubs
    {&country, 1000},   // Portes du Haut-Doubs
    {&country, 1000},   // Doubs Baumois
    {&mountain, 1000},  // Grand Pontarlier
    {&country, 1000},   // Pays d'Héricourt
    {&country, 1000},   // Pays de Maîche
    {&country, 500},    // Pays de Sancey-Belleherbe
    {&mountain, 500},   // Plateau de Frasne et Val de Drugeon
    {&country, 500},    // Plateau de Russey
    {&mountain, 1000},  // Val de Morteau
    {&country, 400},    // Val Marnaysien, whose seat and brigade are in the next department
    {&country, 1000},   // Loue-Lison
}};

constexpr std::array<std::uint64_t, 24> weekday_hours{22, 18, 16, 15, 15, 18, 24, 34, 46, 54, 58, 58,
                                                      52, 50, 52, 54, 56, 60, 60, 54, 46, 40, 34, 27};
constexpr std::array<std::uint64_t, 24> weekend_hours{36, 33, 30, 27, 24, 22, 22, 26, 36, 46, 54, 58,
                                                      54, 50, 50, 52, 54, 56, 56, 52, 46, 42, 38, 34};
constexpr std::array<std::uint64_t, 24> burst_hours{0, 0,  0,  0,  0,  0,  1,  2,  3,  4, 5, 6,
                                                    8, 10, 14, 18, 20, 20, 18, 14, 10, 7, 4, 2};

bool is_weekend(local_days date) {
  const std::chrono::weekday day(date);
  return day == std::chrono::Saturday || day == std::chrono::Sunday;
}

// Between the middles of the months, a straight line.
std::uint64_t month_weight(const Months& months, local_days date) {
  const year_month_day day(date);
  const std::uint64_t month = static_cast<unsigned>(day.month()) - 1;
  constexpr std::uint64_t middle = 15;
  constexpr std::uint64_t length = 31;
  const std::uint64_t since_first = static_cast<unsigned>(day.day());
  if (since_first >= middle) {
    const std::uint64_t past = since_first - middle;
    return (months[month] * (length - past) + months[(month + 1) % 12] * past) / length;
  }
  const std::uint64_t to_go = middle - since_first;
  return (months[month] * (length - to_go) + months[(month + 11) % 12] * to_go) / length;
}

std::uint64_t feast_weight(local_days date) {
  const year_month_day day(date);
  const auto is = [&day](unsigned month, unsigned number) {
    return day.month() == std::chrono::month(month) && day.day() == std::chrono::day(number);
  };
  if (is(1, 1)) return 1300;                             // the night of the new year
  if (is(6, 21) || is(7, 13) || is(7, 14)) return 1150;  // music and fireworks
  if (is(12, 25)) return 900;
  return one;
}

}  // namespace

std::uint64_t calendar_weight(local_days date) {
  const std::uint64_t weekday = weekdays[std::chrono::weekday(date).c_encoding()];
  return scale(scale(month_weight(seasons, date), weekday), feast_weight(date));
}

std::uint64_t summer_height(local_days date) {
  const year_month_day day(date);
  const local_days height(day.year() / 7 / 25);
  constexpr std::int64_t half_width = 52;  // days
  const std::int64_t away = std::abs((date - height).count());
  if (away >= half_width) return 0;
  return static_cast<std::uint64_t>(1000 - 1000 * away * away / (half_width * half_width));
}

std::uint64_t region_weight(std::size_t region, local_days date) {
  const auto& [kind, rate] = characters[region];
  return scale(scale(month_weight(kind->months, date), is_weekend(date) ? kind->weekend : one), rate);
}

std::span<const std::uint64_t, 24> hour_weights(local_days date) {
  return is_weekend(date) ? weekend_hours : weekday_hours;
}

std::span<const std::uint64_t, 24> burst_hour_weights() { return burst_hours; }

std::uint64_t Wander::step(Random& random, std::uint64_t deviation) {
  const std::uint64_t coins = 4 * deviation * deviation;  // their number of heads has that standard deviation
  const auto shock =
      static_cast<std::int64_t>(sample_fair_binomial(random, coins)) - static_cast<std::int64_t>(coins / 2);
  state_ = state_ * keep_ / 100 + shock;
  return static_cast<std::uint64_t>(std::max<std::int64_t>(3000, 10'000 + state_)) * one / 10'000;
}

}  // namespace sourdine::doubs
