#include "sourdine/blur/spending.h"

#include <fmt/format.h>

#include <span>

#include "sourdine/base/sha256.h"
#include "sourdine/random/aes_stream.h"

namespace sourdine {

std::string draw_name(const BlurGround& ground, const RowSecret& secret) {
  const MetricEpsilon loss = ground.promise.loss();
  const MapBox& area = ground.projection.area();  // which events there are is told by it
  // All doubles as they are, in hexadecimal.
  const std::string about =
      fmt::format("sourdine draw of places|{}|{:a}|{:a}|{:a}|{:a}|{:a}|{:a}|{}", ground.promise.epsilon().numerator,
                  loss.per_metre, loss.offset, area.west, area.south, area.east, area.north, noise_label(ground));
  // A pseudo-random function of the secret, and no other use of it has this label.
  const std::span bytes(reinterpret_cast<const std::uint8_t*>(about.data()), about.size());
  return hexadecimal(detail::derive_key(secret.bytes(), bytes)).substr(0, 32);
}

Spending spending_of(const BlurGround& ground, const BlurSpending& blurring) {
  return {.ledger = ground.config.ledger(),
          .budget_file = ground.config.privacy.budget_file,
          .dataset = ground.config.dataset,
          .purpose = blurring.purpose,
          .mechanism = "planar-laplace",
          .guarantee = ground.charged,
          .is_seeded = blurring.is_seeded,
          .draw = blurring.draw};
}

}  // namespace sourdine
