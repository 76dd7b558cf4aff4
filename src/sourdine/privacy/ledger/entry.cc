#include "sourdine/privacy/ledger/entry.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <cmath>
#include <filesystem>
#include <limits>

#include "sourdine/base/error.h"

namespace sourdine {
namespace {

// The smallest double that is not below: fma rounds once, so its sign is that of the exact difference.
double epsilon_up(ExactEpsilon epsilon) {
  const double near = epsilon.value();
  const long double difference =
      std::fma(static_cast<long double>(near), 1e9L, -static_cast<long double>(epsilon.nano));
  return difference < 0 ? std::nextafter(near, std::numeric_limits<double>::infinity()) : near;
}

bool has(std::string_view text, std::string_view part) { return text.find(part) != std::string_view::npos; }

}  // namespace

LedgerLoss LedgerLoss::of(const PrivacyLoss& loss) {
  require_valid(loss);
  LedgerLoss exact{.kind = kind_of(loss)};
  if (const auto* pure = std::get_if<PureEpsilon>(&loss)) {
    exact.epsilon = ExactEpsilon::charged(pure->epsilon);
  } else if (const auto* approximate = std::get_if<ApproximateDp>(&loss)) {
    exact.epsilon = ExactEpsilon::charged(approximate->epsilon);
    exact.delta = ExactDecimal::charged(approximate->delta);
    if (approximate->delta == 0) exact.kind = LossKind::pure;
  } else if (const auto* zcdp = std::get_if<Zcdp>(&loss)) {
    exact.rho = ExactDecimal::charged(zcdp->rho);
  } else if (const auto* metric = std::get_if<MetricEpsilon>(&loss)) {
    exact.per_metre = ExactDecimal::charged(metric->per_metre);
    exact.offset = ExactDecimal::charged(metric->offset);
  } else {
    exact.law = loss;
  }
  return exact;
}

PrivacyLoss LedgerLoss::loss() const {
  switch (kind) {
    case LossKind::pure:
      return PureEpsilon{epsilon_up(epsilon)};
    case LossKind::approximate:
      return ApproximateDp{epsilon_up(epsilon), delta.value_up()};
    case LossKind::zcdp:
      return Zcdp{rho.value_up()};
    case LossKind::metric:
      return MetricEpsilon{.per_metre = per_metre.value_up(), .offset = offset.value_up()};
    case LossKind::rdp:
    case LossKind::distribution:
      return law;
  }
  fail_internal("a loss without a kind");
}

std::string utc_text(std::chrono::system_clock::time_point time) {
  return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::chrono::system_clock::to_time_t(time)));
}

std::string utc_now() { return utc_text(std::chrono::system_clock::now()); }

bool is_day(std::string_view text) {
  if (text.size() != 10 || text[4] != '-' || text[7] != '-') return false;
  int parts[3] = {0, 0, 0};
  int part = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (i == 4 || i == 7) {
      ++part;
    } else if (text[i] < '0' || text[i] > '9') {
      return false;
    } else {
      parts[part] = parts[part] * 10 + (text[i] - '0');
    }
  }
  return std::chrono::year_month_day(std::chrono::year(parts[0]), std::chrono::month(static_cast<unsigned>(parts[1])),
                                     std::chrono::day(static_cast<unsigned>(parts[2])))
      .ok();
}

std::optional<MeantUnit> meant_unit(std::string_view words) {
  const Neighbours neighbours = has(words, "add or remove") ? Neighbours::add_remove : Neighbours::replace;
  if (has(words, "one event") || has(words, "un événement") || has(words, "one record")) {
    return MeantUnit{Unit::event, neighbours};
  }
  if (has(words, "one report")) return MeantUnit{Unit::event, neighbours};  // one report each
  return std::nullopt;
}

std::string dataset_of_ledger(const std::string& path) {
  // "postgresql://host/name?options" is named after its database.
  const std::string name = std::filesystem::path(path.substr(0, path.find('?'))).filename().string();
  if (name.size() > ledger_ending.size() && name.ends_with(ledger_ending)) {
    return name.substr(0, name.size() - ledger_ending.size());
  }
  const std::size_t colon = name.find(':');
  return std::filesystem::path(name.starts_with("sqlite:") ? name.substr(colon + 1) : name).stem().string();
}

}  // namespace sourdine
