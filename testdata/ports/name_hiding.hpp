/// A derived port that hides the overloads it inherits; they are still virtual and still reachable
/// through the base.
#pragma once

#include <string>

// The hiding is the construct under test; clang warns about it in the port itself.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Woverloaded-virtual"

namespace mesh {

class Field {
public:
    virtual ~Field() = default;
    virtual std::string value(int index) const = 0;
    virtual std::string value(double position) const = 0;
};

class NamedField : public Field {
public:
    virtual std::string value(const std::string& name) const = 0;
};

} // namespace mesh

#pragma GCC diagnostic pop
