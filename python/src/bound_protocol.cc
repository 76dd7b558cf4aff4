#include "bound_protocol.h"

namespace sourdine::python {

BoundProtocol::BoundProtocol(std::shared_ptr<const Protocol> protocol)
    : protocol_(std::move(protocol)),
      oracle_(dynamic_cast<const Oracle*>(protocol_.get())),
      index_(std::make_shared<Index>()) {}

const std::vector<std::string>& BoundProtocol::labels() const {
  static const std::vector<std::string> none;
  return oracle_ != nullptr ? oracle_->domain().labels() : none;
}

const DomainIndex& BoundProtocol::index() const {
  std::call_once(index_->made, [this] {
    index_->domain = oracle_ != nullptr ? oracle_->domain() : Domain(protocol_->domain_size(0));
    index_->index.emplace(index_->domain);
  });
  return *index_->index;
}

}  // namespace sourdine::python
