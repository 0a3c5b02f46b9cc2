/// Types that are only declared: pointers and references to them pass through unseen.
#pragma once

#include <memory>

namespace opaque {

class Context;
struct Handle;
enum class Code : int;
template <class T>
class Box;

class Port {
public:
    virtual ~Port() = default;
    virtual Context* open(const Context& context, Handle* handle) = 0;
    virtual Handle& handle(Handle&& handle) = 0;
    virtual std::shared_ptr<Context> share(std::shared_ptr<Context> context,
                                           const Box<int>& box) = 0;
    virtual Code check(Code code) = 0;
};

} // namespace opaque
