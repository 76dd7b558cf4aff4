// Blurred places as a publication: events → a directory of
//   blurred.csv    one row per event: kept columns, the blurred place, what is computed from it
//   density.csv    x, y, latitude, longitude (of a cell's middle), estimate, std_error, lower, upper, counted; cells
//                  whose estimate rounds to 0 and where no blurred point is are left out
//   regions.csv    region, estimate, std_error, lower, upper, counted: where the configuration has regions; std_error
//                  is that of the farther end of the interval, which need not lie around the estimate
// What is estimated is computed from points as the noise left them and from what is public, so it costs nothing.
#pragma once

#include "sourdine/blur/blur.h"
#include "sourdine/geo/place_estimates.h"
#include "sourdine/publish/publish.h"

namespace sourdine {

inline constexpr Kind blur_kind{.name = "blur",
                                .verb = "blur",
                                .title = Words("blurred places", "lieux floutés"),
                                .form = Form::directory,
                                .page_bundle = "blur"};

class BlurPublication final : public Ground {
 public:
  // Throws what prepare_blur() does, and Error(bad_input) for a level that protects nobody.
  explicit BlurPublication(const BlurConfig& config) : blur_(prepare_blur(config)) {}

  const Kind& kind() const override { return blur_kind; }
  const Head& head() const override { return blur_.config.head; }
  void read(const Reading& reading) override;
  std::vector<Spending> spendings(const Drawing& drawing) const override;
  Outlook outlook(const Drawing& drawing) override;
  Drawn draw(const Drawing& drawing) override;

  const PreparedBlur& prepared() const { return blur_; }
  const BlurredEvents& events() const { return events_; }  // after draw()

 private:
  PreparedBlur blur_;
  ReadPlaces places_ = {};
  BlurredEvents events_ = {};
  PlaceEstimates estimates_ = {};
};

}  // namespace sourdine
