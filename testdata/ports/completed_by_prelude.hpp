/// A header that passes by value what it only declares: its user includes the definition before it.
#pragma once

#include <memory>

namespace opaque {

class Value;
class Part;

class Store {
public:
    virtual ~Store() = default;
    virtual Value get(int index) const = 0;
    virtual int put(Value value, std::unique_ptr<Part> part) = 0;
};

} // namespace opaque
