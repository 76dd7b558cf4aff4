#include "sourdine/simulate/doubs_days.h"

#include <algorithm>
#include <array>

#include "sourdine/base/error.h"
#include "sourdine/base/stop.h"
#include "sourdine/random/multinomial.h"
#include "sourdine/simulate/doubs_rhythm.h"

namespace sourdine::doubs {
namespace {

using std::chrono::day;
using std::chrono::local_days;
using std::chrono::month;
using std::chrono::year;

// What is invented about a year, chosen so that draws with the published deviation are common.
struct YearModel {
  std::uint64_t level;   // of the events a day on New Year's Day, out of the hot season
  std::uint64_t summer;  // how much the hot season adds at its height, in thousandths
  std::uint64_t wander;  // the deviation of the daily shock, in 1/10,000
  unsigned burst_month, burst_day;
  std::size_t burst_region;
};

constexpr std::size_t besancon = 0;
constexpr std::size_t montbeliard = 1;
constexpr std::size_t portes = 6;
constexpr std::size_t pontarlier = 8;
constexpr std::size_t maiche = 10;
constexpr std::size_t morteau = 14;
constexpr std::size_t loue = 16;

constexpr std::array<YearModel, 14> models{{
    {.level = 36, .summer = 1230, .wander = 600, .burst_month = 7, .burst_day = 5, .burst_region = pontarlier},
    {.level = 41, .summer = 700, .wander = 600, .burst_month = 6, .burst_day = 21, .burst_region = besancon},
    {.level = 44, .summer = 600, .wander = 500, .burst_month = 8, .burst_day = 7, .burst_region = montbeliard},
    {.level = 46, .summer = 1450, .wander = 600, .burst_month = 7, .burst_day = 17, .burst_region = besancon},
    {.level = 66, .summer = 640, .wander = 600, .burst_month = 7, .burst_day = 12, .burst_region = montbeliard},
    {.level = 72, .summer = 1150, .wander = 600, .burst_month = 7, .burst_day = 13, .burst_region = besancon},
    {.level = 74, .summer = 320, .wander = 600, .burst_month = 7, .burst_day = 1, .burst_region = loue},
    {.level = 78, .summer = 200, .wander = 500, .burst_month = 6, .burst_day = 20, .burst_region = portes},
    {.level = 80, .summer = 150, .wander = 500, .burst_month = 7, .burst_day = 4, .burst_region = morteau},
    {.level = 86, .summer = 280, .wander = 600, .burst_month = 6, .burst_day = 7, .burst_region = pontarlier},
    {.level = 90, .summer = 100, .wander = 400, .burst_month = 6, .burst_day = 25, .burst_region = montbeliard},
    {.level = 96, .summer = 160, .wander = 500, .burst_month = 8, .burst_day = 1, .burst_region = maiche},
    {.level = 104, .summer = 250, .wander = 600, .burst_month = 1, .burst_day = 22, .burst_region = besancon},
    // Where the level of 2018 leads.
    {.level = 114, .summer = 0, .wander = 0, .burst_month = 1, .burst_day = 1, .burst_region = 0},
}};

// The level on a date: a straight line from one New Year's Day to the next.
std::uint64_t level_weight(std::size_t y, std::uint64_t since_new_year, std::uint64_t length) {
  return (models[y].level * (length - since_new_year) + models[y + 1].level * since_new_year) * 1000 / length;
}

class YearDraw {
 public:
  YearDraw(Random& random, std::size_t y) : random_(random), published_(published_years()[y]), model_(models[y]) {
    const local_days first(year(published_.year) / 1 / 1);
    const local_days end(year(published_.year + 1) / 1 / 1);
    for (local_days date = first; date < end; date += std::chrono::days(1)) days_.push_back({date});
    main_ = static_cast<std::size_t>(
        (local_days(year(published_.year) / month(model_.burst_month) / day(model_.burst_day)) - first).count());
    y_ = y;
  }

  // One draw of the year; the wander goes on from where it was.
  void draw(Wander& wander) {
    for (Day& d : days_) d.ordinary = d.burst = 0;
    draw_weights(wander);
    place_bursts();
    share_out();
    place_smallest();
    keep_within_bounds();
  }

  const std::vector<Day>& days() const { return days_; }

  // The sample variance times n(n−1) is an integer; four times it is compared with (2 deviation ± 1)².
  bool has_published_deviation() const {
    const std::uint64_t n = days_.size();
    std::uint64_t squares = 0;
    for (const Day& d : days_) squares += count(d) * count(d);
    const std::uint64_t spread = 4 * (n * squares - published_.total * published_.total);
    const std::uint64_t unit = n * (n - 1);
    const std::uint64_t low = 2 * published_.deviation - 1;
    const std::uint64_t high = 2 * published_.deviation + 1;
    return spread >= low * low * unit && spread < high * high * unit;
  }

 private:
  static std::uint64_t count(const Day& d) { return d.ordinary + d.burst; }

  void draw_weights(Wander& wander) {
    weights_.clear();
    for (std::size_t i = 0; i < days_.size(); ++i) {
      const local_days date = days_[i].date;
      const std::uint64_t summer = one + scale(summer_height(date), model_.summer);
      const std::uint64_t level = level_weight(y_, i, days_.size());
      weights_.push_back(
          scale(scale(scale(level, calendar_weight(date)), summer), wander.step(random_, model_.wander)));
    }
  }

  // The largest day is made of what the day would have had, and a burst for the rest; a quarter of that burst is left
  // for the day after. Four lesser bursts fall anywhere.
  void place_bursts() {
    std::uint64_t sum = 0;
    for (const std::uint64_t weight : weights_) sum += weight;
    Day& largest = days_[main_];
    largest.ordinary = std::min(published_.total * weights_[main_] / sum, published_.largest);
    largest.burst = published_.largest - largest.ordinary;
    largest.burst_region = model_.burst_region;
    Day& after = days_[main_ + 1];
    after.burst = largest.burst / 4;
    after.burst_region = model_.burst_region;
    for (int lesser = 0; lesser < 4; ++lesser) {
      Day& d = days_[random_.below(days_.size())];
      if (&d == &largest || d.burst != 0) continue;
      d.burst = 8 + random_.below(published_.deviation);
      d.burst_region = random_.below(regions);
    }
  }

  // Poisson days given the year's total are multinomial.
  void share_out() {
    std::uint64_t left = published_.total - days_[main_].ordinary;
    for (const Day& d : days_) left -= d.burst;
    weights_[main_] = 0;
    std::vector<std::uint64_t> drawn(days_.size());
    add_multinomial(random_, left, weights_, drawn);
    for (std::size_t i = 0; i < days_.size(); ++i) days_[i].ordinary += drawn[i];
  }

  void place_smallest() {
    const auto smallest =
        std::min_element(days_.begin(), days_.end(), [](const Day& a, const Day& b) { return count(a) < count(b); });
    smallest_ = static_cast<std::size_t>(smallest - days_.begin());
    smallest->burst = 0;
    smallest->ordinary = published_.smallest;
  }

  // Days beyond the bounds come back to them; what that adds or takes is made good one event at a time, anywhere.
  void keep_within_bounds() {
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < days_.size(); ++i) {
      Day& d = days_[i];
      while (count(d) < published_.smallest) ++d.ordinary;
      while (i != main_ && count(d) >= published_.largest && d.ordinary > 0) --d.ordinary;
      sum += count(d);
    }
    while (sum != published_.total) {
      const std::size_t i = random_.below(days_.size());
      Day& d = days_[i];
      if (i == main_ || i == smallest_) continue;
      if (sum < published_.total && count(d) + 1 < published_.largest) {
        ++d.ordinary;
        ++sum;
      } else if (sum > published_.total && count(d) > published_.smallest && d.ordinary > 0) {
        --d.ordinary;
        --sum;
      }
    }
  }

  Random& random_;
  const PublishedYear& published_;
  const YearModel& model_;
  std::size_t y_ = 0;
  std::size_t main_ = 0;  // the largest day
  std::size_t smallest_ = 0;
  std::vector<Day> days_;
  std::vector<std::uint64_t> weights_;
};

}  // namespace

const std::vector<PublishedYear>& published_years() {
  static const std::vector<PublishedYear> years{
      {.year = 2006, .total = 17'333, .deviation = 20, .largest = 131, .smallest = 17},
      {.year = 2007, .total = 19'277, .deviation = 16, .largest = 116, .smallest = 23},
      {.year = 2008, .total = 18'021, .deviation = 14, .largest = 117, .smallest = 26},
      {.year = 2009, .total = 28'669, .deviation = 38, .largest = 257, .smallest = 22},
      {.year = 2010, .total = 29'604, .deviation = 26, .largest = 328, .smallest = 42},
      {.year = 2011, .total = 33'645, .deviation = 39, .largest = 403, .smallest = 48},
      {.year = 2012, .total = 29'079, .deviation = 16, .largest = 143, .smallest = 52},
      {.year = 2013, .total = 29'760, .deviation = 14, .largest = 145, .smallest = 47},
      {.year = 2014, .total = 30'641, .deviation = 14, .largest = 164, .smallest = 54},
      {.year = 2015, .total = 33'518, .deviation = 17, .largest = 154, .smallest = 57},
      {.year = 2016, .total = 34'436, .deviation = 28, .largest = 556, .smallest = 60},
      {.year = 2017, .total = 37'553, .deviation = 16, .largest = 165, .smallest = 61},
      {.year = 2018, .total = 40'510, .deviation = 21, .largest = 265, .smallest = 73},
  };
  return years;
}

std::vector<Day> simulate_days(Random& random) {
  std::vector<Day> all;
  Wander wander(80);
  for (std::size_t y = 0; y < published_years().size(); ++y) {
    YearDraw year_draw(random, y);
    const Wander before = wander;
    constexpr int patience = 10'000;
    int tries = 0;
    do {
      if (++tries > patience) throw Error(ErrorCode::internal, "no draw of a Doubs year has the published deviation");
      StopToken().check();
      wander = before;
      year_draw.draw(wander);
    } while (!year_draw.has_published_deviation());
    const std::vector<Day>& drawn = year_draw.days();
    all.insert(all.end(), drawn.begin(), drawn.end());
  }
  return all;
}

}  // namespace sourdine::doubs
