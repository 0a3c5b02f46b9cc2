/// Inline and nested namespaces, namespace aliases, and a port declared before it is defined.
#pragma once

#include <string>

namespace lib {
inline namespace v2 {
class Port;
struct Options {
    int level = 3;
};
inline namespace __detail {
struct Hidden {
    int value = 4;
};
} // namespace __detail
} // namespace v2

namespace v1 {
struct Options {
    int level = 1;
};
} // namespace v1

namespace old = v1;

class v2::Port {
public:
    virtual ~Port() = default;
    virtual int configure(const Options& options, old::Options previous,
                          __detail::Hidden hidden) = 0;
    virtual std::string name(const ::std::string& prefix) const = 0;
};

inline namespace v2 {
namespace deep::er {
class Nested {
public:
    virtual ~Nested() = default;
    virtual int level(lib::Options options) = 0;
};
} // namespace deep::er
} // namespace v2
} // namespace lib
