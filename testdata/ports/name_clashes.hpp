/// Names that collide with those a generator would use: parameters, methods, nested types and
/// namespaces.
#pragma once

#include <string>

namespace acme {

namespace proxima {
struct MethodInfo {
    int value;
};
} // namespace proxima

namespace std {
struct string {
    int length;
};
} // namespace std

struct Invocation {
    int value;
};

enum class Mode { slow, fast };

class Proxy {
public:
    struct Target {
        int value;
    };

    virtual ~Proxy() = default;
    virtual int call(int record, int invocation, int instance, int target, int site, int arg1) = 0;
    virtual int compute(proxima::MethodInfo record, Invocation invocation, Target target) = 0;
    virtual int text(std::string text, const ::std::string& other) = 0;
    virtual int acme(Mode Mode) = 0;
    virtual int record() const = 0;
    virtual int active(int active) const = 0;
    virtual int unwrap() = 0;
    virtual int measured() = 0;
};

} // namespace acme

/// A port of the global namespace, with the name of one elsewhere.
class Proxy {
public:
    virtual ~Proxy() = default;
    virtual int value() const = 0;
};
