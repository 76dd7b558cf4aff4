#include "sourdine/privacy/ledger/totals.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>

#include "sourdine/base/error.h"
#include "sourdine/base/text.h"
#include "sourdine/privacy/claim.h"
#include "sourdine/privacy/ledger/loss_json.h"

namespace sourdine {
namespace {

// Pure ε in billionths; what does not fit is never called less.
LedgerLoss multiplied(const LedgerLoss& pure, std::uint64_t times) {
  constexpr std::uint64_t largest = std::numeric_limits<std::uint64_t>::max();
  const Wide product = static_cast<Wide>(pure.epsilon.nano) * times;
  return LedgerLoss::pure({product <= largest ? static_cast<std::uint64_t>(product) : largest});
}

// From an entry's loss to the target's by the functions of claim.h, which say what is allowed; sums of pure ε are kept
// exact beside them.
class Converter {
 public:
  Converter(const LedgerEntry& entry, const LedgerTarget& target) : entry_(entry), target_(target), exact_(entry.loss) {
    if (!entry.unit) {
      fail_unreachable(fmt::format("it is about '{}', in the words of an older line", shown(entry.unit_text)),
                       "A budget by [privacy] 'budget = NUMBER' adds such lines up as they are.");
    }
    claim_ = {.loss = entry.loss.loss(), .unit = *entry.unit, .neighbours = entry.neighbours, .model = entry.model};
  }

  LedgerLoss converted() {
    try {
      convert();
    } catch (const Error& error) {
      fail_unreachable(error.what(), error.hint());
    }
    return exact_;
  }

 private:
  void convert() {
    if (claim_.neighbours == Neighbours::nearby || target_.neighbours == Neighbours::nearby) return convert_nearby();
    const bool is_report = claim_.unit == Unit::report_value && target_.unit == Unit::report_value;
    if (claim_.model == PrivacyModel::local && !is_report) claim_ = as_central(claim_);
    if (claim_.unit == Unit::person && target_.unit != Unit::person) {
      const bool is_pair = claim_.neighbours == Neighbours::add_remove;
      take(for_part_of_person(claim_, target_.unit, target_.neighbours), is_pair ? 2 : 1);
    } else if (target_.unit == Unit::person && claim_.unit != Unit::person) {
      const auto most = entry_.max_units ? entry_.max_units : target_.max_units;
      if (!most) {
        fail_input(fmt::format("how many {}s a person has at most is not known", word_of(claim_.unit)),
                   "Give max_events in [person] of the budget, or --max-units to what is recorded.");
      }
      take(for_person(claim_, *most), *most);
    }
    if (claim_.unit != target_.unit) {
      fail_input(fmt::format("it is about one {}", word_of(claim_.unit)),
                 "State the budget for that unit, or for a person.");
    }
    if (target_.neighbours == Neighbours::replace && claim_.neighbours == Neighbours::add_remove) {
      take(for_replacement(claim_), 2);
    }
    if (claim_.neighbours != target_.neighbours) {
      fail_input("it holds for 'replace', where the number of units is public",
                 "State the budget for neighbours = \"replace\".");
    }
  }

  // Where something was, and anything else that may be told of it, are different matters: no theorem leads across.
  void convert_nearby() {
    if (target_.neighbours != Neighbours::nearby) {
      fail_input("it holds for places that are near each other, by their distance",
                 "State the budget for neighbours = \"nearby\", with unit = \"place\" and within = METRES.");
    }
    if (claim_.neighbours != Neighbours::nearby) {
      fail_input(fmt::format("it holds for '{}', and is no loss per metre", word_of(claim_.neighbours)),
                 "Keep blurred places and other releases in ledgers of their own.");
    }
    if (claim_.unit == Unit::event && target_.unit == Unit::place && entry_.max_units) {
      take(for_place(claim_, *entry_.max_units), *entry_.max_units);
    }
    if (claim_.unit != target_.unit) {
      fail_input(fmt::format("it is about one {}", word_of(claim_.unit)), "State the budget for that unit.");
    }
    if (!target_.within) fail_input("how far apart the places are is not said", "Give 'within', in metres.");
    take(for_places_within(claim_, *target_.within), 1);
  }

  void take(const PrivacyClaim& next, std::uint64_t size) {
    exact_ = exact_.kind == LossKind::pure ? multiplied(exact_, size) : LedgerLoss::of(next.loss);
    claim_ = next;
  }

  [[noreturn]] void fail_unreachable(const std::string& why, const std::string& hint) const {
    fail_input(fmt::format("no theorem leads from what '{}' spent to {}: {}", shown(entry_.purpose),
                           target_text(target_), why),
               hint);
  }

  const LedgerEntry& entry_;
  const LedgerTarget& target_;
  LedgerLoss exact_;
  PrivacyClaim claim_;
};

// Losses that meet in one unit, each with how often it occurs. By their text, so that equal ones fall together.
using Meeting = std::map<std::string, std::pair<LedgerLoss, std::uint64_t>>;

bool is_within(const Meeting& small, const Meeting& large) {
  return std::all_of(small.begin(), small.end(), [&](const auto& each) {
    const auto found = large.find(each.first);
    return found != large.end() && each.second.second <= found->second.second;
  });
}

// What an entry says about a draw; empty for a draw of its own.
std::string claim_about_draw(const LedgerEntry& entry) {
  if (entry.draw.empty() || !entry.unit) return "";
  const LedgerPeriod period = entry.period.value_or(LedgerPeriod());
  return fmt::format("{}\n{}\n{}\n{}\n{}\n{}\n{}\n{}\n{}\n{}\n{}", entry.draw, word_of(*entry.unit),
                     word_of(entry.neighbours), model_name(entry.model), loss_json(entry.loss).dump(), entry.is_private,
                     entry.max_units.value_or(0), period.first, period.last, period.is_fixed, period.basis);
}

// For every moment at which the set of losses differs, those that a unit of that moment meets; none that is part of
// another.
std::vector<Meeting> meetings_of(std::span<const LedgerEntry* const> entries, const LedgerTarget& target) {
  struct Timed {
    std::string key;
    LedgerLoss loss;
    const LedgerPeriod* period;
  };
  std::vector<Timed> losses;
  std::set<std::string> starts;
  const std::string* basis = nullptr;  // the first one's; what has another may be met on any of its days
  for (const LedgerEntry* entry : distinct_draws(entries)) {
    const LedgerLoss loss = loss_for(*entry, target);
    const LedgerPeriod* period = is_of_one_period(*entry, target) ? &*entry->period : nullptr;
    if (period && !basis) basis = &period->basis;
    if (period && period->basis != *basis) period = nullptr;
    if (period) starts.insert(period->first);
    losses.push_back({.key = loss_json(loss).dump(), .loss = loss, .period = period});
  }
  // A set that is largest begins with a period; without periods there is one set.
  if (starts.empty()) starts.insert("");
  std::vector<Meeting> meetings;
  for (const std::string& day : starts) {
    Meeting meeting;
    for (const Timed& each : losses) {
      if (each.period && (day < each.period->first || each.period->last < day)) continue;
      const auto at = meeting.try_emplace(each.key, each.loss, 0).first;
      ++at->second.second;
    }
    if (std::any_of(meetings.begin(), meetings.end(), [&](const Meeting& m) { return is_within(meeting, m); }))
      continue;
    std::erase_if(meetings, [&](const Meeting& m) { return is_within(m, meeting); });
    meetings.push_back(std::move(meeting));
  }
  return meetings;
}

std::optional<Spent> exact_sum(const Meeting& meeting) {
  Spent sum{.is_exact_sum = true};
  for (const auto& [key, counted] : meeting) {
    const auto& [loss, times] = counted;
    if (!loss.has_epsilon()) return std::nullopt;
    sum.epsilon = sum.epsilon + multiplied(LedgerLoss::pure(loss.epsilon), times).epsilon;
    for (std::uint64_t i = 0; i < times && loss.delta.units != 0; ++i) sum.delta = sum.delta + loss.delta;
  }
  return sum;
}

// Losses that are known as ρ or a curve only keep the others from being convolved: together they are an (ε, δ) loss at
// a share of δ, and that is one that convolves. Nothing when there are none, or nothing else.
std::optional<std::vector<LossTimes>> with_curves_at(std::span<const LossTimes> losses, double share) {
  std::vector<LossTimes> known;
  std::optional<PrivacyLoss> curves;
  for (const LossTimes& each : losses) {
    const LossKind kind = kind_of(each.loss);
    if (kind != LossKind::zcdp && kind != LossKind::rdp) {
      known.push_back(each);
      continue;
    }
    const PrivacyLoss curve = convert(repeated(each.loss, each.times), LossKind::rdp);
    curves = curves ? compose(*curves, curve) : curve;
  }
  if (!curves || known.empty()) return std::nullopt;
  known.push_back({.loss = approximate_at(*curves, share), .times = 1});
  return known;
}

ExactEpsilon bounded_charge(double epsilon) {
  constexpr double most = 1e9;
  return epsilon <= most ? ExactEpsilon::charged(epsilon) : ExactEpsilon{std::numeric_limits<std::uint64_t>::max()};
}

std::optional<Spent> least_at(const Meeting& meeting, ExactDecimal delta) {
  std::optional<Spent> least = exact_sum(meeting);
  if (least && least->delta > delta) least.reset();
  const bool is_single_pure = meeting.size() == 1 && meeting.begin()->second.second == 1 && least;
  if (delta.units == 0 || meeting.empty() || (is_single_pure && least->delta.units == 0)) return least;
  std::vector<LossTimes> losses;
  for (const auto& [key, counted] : meeting) losses.push_back({.loss = counted.first.loss(), .times = counted.second});
  const auto try_total = [&](Accountant accountant, std::span<const LossTimes> some, bool has_lower) {
    try {
      const std::optional<Total> total = total_by(accountant, some, delta.value_down());
      if (!total) return;
      const Spent spent{.epsilon = bounded_charge(total->epsilon),
                        .delta = delta,
                        .accountant = accountant,
                        .lower = has_lower ? total->lower : std::nullopt};
      // At equal ε the accountant is named that did not have to divide δ; sums that are exact say more than either.
      const bool is_better = !least || spent.epsilon < least->epsilon;
      const bool is_tie = least && !least->is_exact_sum && spent.epsilon == least->epsilon;
      if (is_better || (is_tie && least->accountant == Accountant::basic)) least = spent;
    } catch (const Error&) {
      // out of the accountant's range; another one bounds it
    }
  };
  for (const Accountant accountant : all_accountants()) try_total(accountant, losses, true);
  if (const auto known = with_curves_at(losses, delta.value_down() / 2)) {
    try_total(Accountant::distribution, *known, false);
  }
  return least;
}

}  // namespace

std::string target_text(const LedgerTarget& target) {
  return fmt::format("one {} under '{}'{}", word_of(target.unit), word_of(target.neighbours),
                     target.within ? fmt::format(" within {:g} m", *target.within) : "");
}

SpentPerMetre spent_per_metre(std::span<const LedgerEntry* const> entries, Unit unit) {
  SpentPerMetre sum;
  for (const LedgerEntry* entry : distinct_draws(entries)) {
    if (entry->loss.kind == LossKind::pure && entry->loss.epsilon.nano == 0) continue;  // nothing was told
    if (entry->loss.kind != LossKind::metric || entry->unit != unit) {
      fail_input(
          fmt::format("what '{}' spent is no loss per metre about one {}", shown(entry->purpose), word_of(unit)));
    }
    sum.per_metre = sum.per_metre + entry->loss.per_metre;
    sum.offset = sum.offset + entry->loss.offset;
  }
  return sum;
}

std::vector<const LedgerEntry*> distinct_draws(std::span<const LedgerEntry* const> entries) {
  std::vector<const LedgerEntry*> distinct;
  std::set<std::string> seen;
  for (const LedgerEntry* entry : entries) {
    const std::string claim = claim_about_draw(*entry);
    if (claim.empty() || seen.insert(claim).second) distinct.push_back(entry);
  }
  return distinct;
}

LedgerLoss loss_for(const LedgerEntry& entry, const LedgerTarget& target) {
  if (entry.loss.kind == LossKind::pure && entry.loss.epsilon.nano == 0) return entry.loss;  // nothing was told
  return Converter(entry, target).converted();
}

bool is_of_one_period(const LedgerEntry& entry, const LedgerTarget& target) {
  if (!entry.period || target.unit == Unit::person) return false;
  // What is stated for replacements, or becomes so, may be moved to another period.
  return entry.period->is_fixed ||
         (target.neighbours == Neighbours::add_remove && entry.neighbours == Neighbours::add_remove);
}

std::vector<const LedgerEntry*> counted_entries(const LedgerContents& contents, const std::string& dataset) {
  std::vector<const LedgerEntry*> entries;
  for (const LedgerRecord& record : contents.records) {
    if (record.entry.dataset == dataset && record.state != RecordState::cancelled) entries.push_back(&record.entry);
  }
  return entries;
}

std::optional<Spent> spent_exactly(std::span<const LedgerEntry* const> entries, const LedgerTarget& target) {
  Spent worst{.is_exact_sum = true};
  for (const Meeting& meeting : meetings_of(entries, target)) {
    const auto sum = exact_sum(meeting);
    if (!sum) return std::nullopt;
    worst.epsilon = std::max(worst.epsilon, sum->epsilon);
    worst.delta = std::max(worst.delta, sum->delta);
  }
  return worst;
}

std::optional<Spent> spent_at(std::span<const LedgerEntry* const> entries, const LedgerTarget& target,
                              ExactDecimal delta) {
  // Beyond this many different moments, each is bounded by its sums alone where these suffice.
  constexpr std::size_t most_moments = 64;
  const std::vector<Meeting> meetings = meetings_of(entries, target);
  std::optional<Spent> worst;
  for (const Meeting& meeting : meetings) {
    std::optional<Spent> spent;
    if (meetings.size() > most_moments) spent = exact_sum(meeting);
    if (!spent || spent->delta > delta) spent = least_at(meeting, delta);
    if (!spent) return std::nullopt;
    const ExactDecimal most_delta = worst ? std::max(worst->delta, spent->delta) : spent->delta;
    if (!worst || worst->epsilon < spent->epsilon) worst = spent;
    worst->delta = most_delta;  // of whichever moment: the total holds for all of them
  }
  return worst ? worst : Spent{};
}

std::string_view theorem_of(Accountant accountant) {
  switch (accountant) {
    case Accountant::basic:
      return "basic composition (Dwork, McSherry, Nissim, Smith 2006)";
    case Accountant::advanced:
      return "advanced composition (Dwork, Rothblum, Vadhan 2010)";
    case Accountant::zcdp:
      return "zCDP (Bun, Steinke 2016; Canonne, Kamath, Steinke 2020)";
    case Accountant::rdp:
      return "RDP (Mironov 2017; Canonne, Kamath, Steinke 2020)";
    case Accountant::distribution:
      return "privacy loss distributions (Zhu, Dong, Wang 2022, Thm. 10)";
  }
  fail_internal("an accountant without a theorem");
}

LedgerTotal total_of(const LedgerContents& contents, const std::string& dataset, std::span<const LedgerEntry> asked) {
  LedgerTotal total;
  std::set<std::string> seen;
  const auto count = [&](const LedgerEntry& entry, bool is_cancelled) {
    if (entry.budget) total.budget = entry.budget;
    if (is_cancelled) return;
    if (entry.syntactic.empty()) total.units.insert(entry.unit_text);
    ++total.entries;
    if (!entry.is_private) ++total.not_private;
    if (const std::string claim = claim_about_draw(entry); !claim.empty() && !seen.insert(claim).second) {
      ++total.repeated;
      return;
    }
    total.epsilon = total.epsilon + entry.loss.epsilon;
    total.delta = total.delta + entry.loss.delta;
    if (!entry.loss.has_epsilon()) ++total.other_losses;
    if (entry.loss.kind == LossKind::metric) {
      ++total.metric_losses;
      total.per_metre.per_metre = total.per_metre.per_metre + entry.loss.per_metre;
      total.per_metre.offset = total.per_metre.offset + entry.loss.offset;
    }
  };
  for (const LedgerRecord& record : contents.records) {
    if (record.entry.dataset == dataset) count(record.entry, record.state == RecordState::cancelled);
  }
  for (const LedgerEntry& entry : asked) count(entry, false);
  return total;
}

std::set<std::string> datasets_of(const LedgerContents& contents) {
  std::set<std::string> names;
  for (const LedgerRecord& record : contents.records) names.insert(record.entry.dataset);
  return names;
}

}  // namespace sourdine
