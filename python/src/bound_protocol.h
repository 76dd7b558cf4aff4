// BoundProtocol: a protocol as Python holds it.
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "sourdine/base/spelling_table.h"
#include "sourdine/oracle/oracle.h"

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
  // The numbers of the labels, made at the first use.
  const SpellingTable& spellings() const;

 private:
  struct Spellings {
    std::once_flag made;
    SpellingTable table;
  };

  std::shared_ptr<const Protocol> protocol_;
  const Oracle* oracle_;
  std::shared_ptr<Spellings> spellings_;
};

}  // namespace sourdine::python
