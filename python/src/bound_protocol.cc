#include "bound_protocol.h"

namespace sourdine::python {

BoundProtocol::BoundProtocol(std::shared_ptr<const Protocol> protocol)
    : protocol_(std::move(protocol)),
      oracle_(dynamic_cast<const Oracle*>(protocol_.get())),
      spellings_(std::make_shared<Spellings>()) {}

const std::vector<std::string>& BoundProtocol::labels() const {
  static const std::vector<std::string> none;
  return oracle_ != nullptr ? oracle_->domain().labels() : none;
}

const SpellingTable& BoundProtocol::spellings() const {
  std::call_once(spellings_->made, [this] {
    for (const std::string& label : labels()) spellings_->table.add(label);
  });
  return spellings_->table;
}

}  // namespace sourdine::python
