/// One argument of each kind: the target must see the same object where the caller gave an object,
/// and no copy more than the signature asks for.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <string>
#include <vector>

namespace passing {

/// Counts its copies and moves over all objects.
class Counted {
public:
    Counted() = default;
    Counted(const Counted&) { ++copies(); }
    Counted(Counted&&) noexcept { ++moves(); }
    Counted& operator=(const Counted&) = default;
    Counted& operator=(Counted&&) = default;
    ~Counted() = default;

    static int& copies() {
        static int count = 0;
        return count;
    }
    static int& moves() {
        static int count = 0;
        return count;
    }
};

class Receiver {
public:
    virtual ~Receiver() = default;
    virtual void by_value(Counted object) = 0;
    virtual void by_constant_value(const Counted object) = 0;
    virtual void by_reference(Counted& object) = 0;
    virtual void by_constant_reference(const Counted& object) = 0;
    virtual void by_rvalue_reference(Counted&& object) = 0;
    virtual void by_constant_rvalue_reference(const Counted&& object) = 0;
    virtual void by_pointer(Counted* object, const Counted* other) = 0;
    virtual void by_volatile_reference(volatile int& flag) = 0;
    virtual void text(std::string text) = 0;
    virtual void lists(std::initializer_list<int> values, std::vector<std::string> names) = 0;
    virtual void bits(unsigned one, const unsigned& other) = 0;
};

} // namespace passing
