/// Where identity shows: `this` returned, a clone, a call of a method on itself, a dynamic_cast.
#pragma once

#include <memory>

namespace identity {

class Component {
public:
    virtual ~Component() = default;
    virtual Component& self() = 0;
    virtual std::unique_ptr<Component> clone() const = 0;
    virtual int outer(int depth) = 0;
    virtual int inner(int depth) = 0;
    virtual bool same(const Component& other) const = 0;
};

} // namespace identity
