#include "sourdine/blur/spending.h"

#include <fmt/format.h>

#include <span>

#include "sourdine/base/sha256.h"
#include "sourdine/random/aes_stream.h"

namespace sourdine {

std::string draw_name(const PreparedBlur& blur, const RowSecret& secret) {
  const MetricEpsilon loss = blur.promise.loss();
  const MapBox& area = blur.projection.area();  // which events there are is told by it
  // All doubles as they are, in hexadecimal.
  const std::string about =
      fmt::format("sourdine draw of places|{}|{:a}|{:a}|{:a}|{:a}|{:a}|{:a}|{}", blur.promise.epsilon().numerator,
                  loss.per_metre, loss.offset, area.west, area.south, area.east, area.north, noise_label(blur));
  // A pseudo-random function of the secret, and no other use of it has this label.
  const std::span bytes(reinterpret_cast<const std::uint8_t*>(about.data()), about.size());
  return hexadecimal(detail::derive_key(secret.bytes(), bytes)).substr(0, 32);
}

Spending spending_of(const PreparedBlur& blur, const BlurSpending& blurring) {
  Spending spending = blur.config.head.spending();
  spending.purpose = blurring.purpose;
  spending.mechanism = "planar-laplace";
  spending.guarantee = blur.charged;
  spending.is_seeded = blurring.is_seeded;
  spending.is_private = not_private_reasons(blur.guarantee, blurring.is_seeded).empty();
  spending.draw = blurring.draw;
  return spending;
}

}  // namespace sourdine
