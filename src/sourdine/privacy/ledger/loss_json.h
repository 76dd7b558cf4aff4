// A loss as JSON, and back. Internal to ledger/ (third-party type).
//
// Numbers that add up are exact decimals in quotes. A curve is its points with a finite ε: what lies between two of
// them is bounded by their chord (rdp.h). A privacy loss distribution is the pairs it is made of, by name and
// parameters, so that it can be composed again; an enumerated channel is its two laws. What does not fit a line cannot
// be written: state such a loss as (ε, δ) or as a curve.
#pragma once

#include <nlohmann/json.hpp>

#include "sourdine/privacy/ledger/entry.h"

namespace sourdine {

nlohmann::ordered_json loss_json(const LedgerLoss& loss);
// Throws Error(bad_input) or nlohmann::json::exception for what loss_json() does not write.
LedgerLoss loss_from(const nlohmann::json& json);

}  // namespace sourdine
