// What an answer of the collector means for whoever sent reports.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

#include "sourdine/collector/client/http_client.h"

namespace sourdine {

struct ServerAnswer {
  enum class Meaning {
    done,   // 2xx
    later,  // 408, 429, 5xx, nothing clear: again, with the same key
    final,  // everything else, redirects included
  };
  Meaning meaning = Meaning::final;
  unsigned status = 0;
  std::string slug = {};                    // of the problem: "batch-too-old"; empty when there is none
  std::string text = {};                    // one sentence or two, fit for a terminal
  std::chrono::milliseconds retry_after{};  // what the collector asks for, at most an hour; 0 when it does not
};
ServerAnswer judge_answer(const HttpAnswer& answer);
// Of a batch: only the collector's own word that it has all reports is `done`. What else may answer 2xx (a proxy with a
// page of its own) is no clear answer, and the batch is sent again.
ServerAnswer judge_answer_to_batch(const HttpAnswer& answer, std::uint64_t reports);

}  // namespace sourdine
