// How the claims about Friis (2021) pick cells and draw them. Internal to the claims.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "sourdine/reproduce/friis_claims.h"
#include "sourdine/reproduce/slope_fit.h"

namespace sourdine {

inline constexpr double shown_epsilon = 1;
inline constexpr std::uint64_t shown_size = 2048;

inline constexpr FriisKind central_flat = {PrivacyModel::central, 0, false};
inline constexpr FriisKind local_flat = {PrivacyModel::local, 0, false};
inline constexpr FriisKind local_flat_adjusted = {PrivacyModel::local, 0, true};

ChartPoint chart_point(double x, const FriisCell& cell);
// The error of a in units of that of b.
ChartPoint ratio_point(double x, const FriisCell& a, const FriisCell& b);
// "flat", "B = 4", "B = 4, adjusted", in the colour of the degree.
ChartLine line_of(const FriisKind& kind, std::vector<ChartPoint> points);
// What the thesis says: no measurements.
ChartLine thesis_line(std::string label, std::vector<ChartPoint> points);
// The cells as points, x being a function of the cell.
std::vector<ChartPoint> points_of(const std::vector<const FriisCell*>& cells,
                                  const std::function<double(const FriisCell&)>& x);

std::vector<const FriisCell*> cells_where(const FriisStudy& study, const std::function<bool(const FriisCell&)>& wanted);
// The lengths of Table 1 at one N and ε.
std::vector<const FriisCell*> cells_by_length(const FriisStudy& study, const FriisKind& kind, std::uint64_t size,
                                              double epsilon);
// All ε at one N and length.
std::vector<const FriisCell*> cells_by_epsilon(const FriisStudy& study, const FriisKind& kind, std::uint64_t size,
                                               std::uint64_t length);

bool is_of_table1(const FriisCell& cell);
// How error depends on r (cells of one ε share a factor; local errors in units of √n) and, for ε ≤ 1, on 1/ε (cells of
// one N and r share a factor), over the whole study.
Slope exponent_of_length(const FriisStudy& study, const FriisKind& kind);
Slope exponent_of_epsilon(const FriisStudy& study, const FriisKind& kind);
std::string text_of(const Slope& slope);

// The claims, group by group.
FriisClaim claim_linear_in_length(const FriisStudy& study);
FriisClaim claim_local_flat_falls(const FriisStudy& study);
FriisClaim claim_exact_total_leaks(const FriisStudy& study);
FriisClaim claim_domain_free_oracle(const FriisStudy& study);
FriisClaim claim_central_tree_epsilon(const FriisStudy& study);
FriisClaim claim_central_tree_degree(const FriisStudy& study);
FriisClaim claim_local_tree_epsilon(const FriisStudy& study);
FriisClaim claim_local_tree_degree(const FriisStudy& study);
FriisClaim claim_rule(const std::vector<FriisBreakEven>& break_evens);
FriisClaim claim_flat_beats_central_tree(const FriisStudy& study);
FriisClaim claim_local_trees_beat_flat_early(const FriisStudy& study);
FriisClaim claim_central_tree_beats_flat(const FriisStudy& study);
FriisClaim claim_local_tree_beats_flat(const FriisStudy& study);
FriisClaim claim_gap_widens(const FriisStudy& study);
FriisClaim claim_local_is_worse(const FriisStudy& study);

}  // namespace sourdine
