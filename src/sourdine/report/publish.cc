#include "sourdine/report/publish.h"

#include "sourdine/report/bundle.h"
#include "sourdine/report/page.h"

namespace sourdine {

Published publish(const ReleaseConfig& config, const RandomSource& random, const std::string& directory,
                  const BuildOptions& options) {
  refuse_existing_release(directory);
  Published published{build_release(config, random, options), {}};
  const StatementFacts& facts = published.release.facts;
  options.progress("writing");
  const auto page = [&] { return release_page(page_data(published.release)); };
  write_release(published.release, random, page, directory, [&] {
    const bool is_private = make_statement(facts, Language::en).not_private_because.empty();
    const std::uint64_t cost = facts.is_seeded ? 0 : nano_epsilon(facts.guarantee.epsilon);
    LedgerEntry entry{facts.date, config.dataset, directory, cost, facts.guarantee.unit, is_private};
    if (config.privacy.budget) entry.budget = nano_epsilon(*config.privacy.budget);
    published.spent = charge(config.ledger(), entry);
  });
  return published;
}

}  // namespace sourdine
