// A compiler must destroy what a method returns or takes by value, and all that it owns.
// options: --class owned::Result --class owned::Argument --class owned::Pair
// options: --class owned::Vector --class owned::Nested --class owned::Elements
// expect: owned::Result: make\(\) cannot be forwarded: .*incomplete type 'owned::Wheel'; complete
// expect: name the header that defines it with PRELUDE \(--prelude\)
// expect: owned::Argument: take\(\) cannot be forwarded
// expect: owned::Pair: pair\(\) cannot be forwarded
// expect: owned::Vector: list\(\) cannot be forwarded
// expect: owned::Nested: nested\(\) cannot be forwarded
// expect: owned::Elements: all\(\) cannot be forwarded
// not: shared|see
#pragma once
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>
namespace owned {
class Wheel;
struct Result {
    virtual ~Result() = default;
    virtual std::unique_ptr<Wheel> make(int n) const = 0;
    virtual std::shared_ptr<Wheel> shared() = 0;
    virtual const std::unique_ptr<Wheel>& see() = 0;
};
struct Argument {
    virtual ~Argument() = default;
    virtual void take(std::unique_ptr<Wheel> part) = 0;
};
struct Pair {
    virtual ~Pair() = default;
    virtual std::pair<int, std::unique_ptr<Wheel>> pair() = 0;
};
struct Vector {
    virtual ~Vector() = default;
    virtual std::vector<std::unique_ptr<Wheel>> list() = 0;
};
struct Nested {
    virtual ~Nested() = default;
    virtual std::unique_ptr<std::vector<Wheel>> nested() = 0;
};
struct Elements {
    virtual ~Elements() = default;
    virtual std::map<std::string, std::unique_ptr<Wheel>> all() = 0;
};
} // namespace owned
