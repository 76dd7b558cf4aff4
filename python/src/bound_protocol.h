// BoundProtocol: a protocol as Python holds it.
#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "sourdine/oracle/oracle.h"
#include "sourdine/protocol/domain_index.h"

namespace sourdine::python {

class BoundProtocol {
 public:
  explicit BoundProtocol(std::shared_ptr<const Protocol> protocol);

  const Protocol* operator->() const { return protocol_.get(); }
  const Protocol& operator*() const { return *protocol_; }
  // nullptr when it is none.
  const Oracle* oracle() const { return oracle_; }
  // None, or as many as values.
  const std::vector<std::string>& labels() const;
  // Text → value, of the first attribute; made at the first use.
  const DomainIndex& index() const;

 private:
  struct Index {
    std::once_flag made;
    Domain domain;
    std::optional<DomainIndex> index;
  };

  std::shared_ptr<const Protocol> protocol_;
  const Oracle* oracle_;
  std::shared_ptr<Index> index_;
};

}  // namespace sourdine::python
