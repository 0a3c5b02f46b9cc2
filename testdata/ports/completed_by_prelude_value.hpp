/// The definitions that completed_by_prelude.hpp needs.
#pragma once

namespace opaque {

class Value {
public:
    explicit Value(int number) : number_(number) {}
    int number() const { return number_; }

private:
    int number_;
};

class Part {
public:
    int weight = 1;
};

} // namespace opaque
