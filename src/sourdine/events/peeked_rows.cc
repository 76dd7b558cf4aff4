#include "sourdine/events/peeked_rows.h"

namespace sourdine {

void PeekedRows::peek(
    const std::function<bool(std::span<const std::string_view>, const std::string& where)>& is_enough) {
  for (std::size_t bytes = 0; kept_.size() < max_rows && bytes < max_bytes && source_->next();) {
    Kept& kept = kept_.emplace_back();
    for (const std::string_view field : source_->row()) {
      kept.text += field;
      kept.ends.push_back(kept.text.size());
    }
    kept.where = source_->where();
    bytes += kept.text.size();
    if (is_enough(source_->row(), kept.where)) return;
  }
}

bool PeekedRows::next() {
  if (kept_.empty()) return source_->next();
  if (++at_ == kept_.size()) {
    kept_ = {};
    return source_->next();
  }
  fields_.clear();
  std::size_t begin = 0;
  for (const std::size_t end : kept_[at_].ends) {
    fields_.push_back(std::string_view(kept_[at_].text).substr(begin, end - begin));
    begin = end;
  }
  return true;
}

}  // namespace sourdine
