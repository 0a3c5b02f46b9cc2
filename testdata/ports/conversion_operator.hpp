/// Virtual conversion functions: to built-in types, pointers, references, and types with commas in
/// their names.
#pragma once

#include <map>
#include <string>

namespace value {

struct Money {
    long cents;
};

class Variant {
public:
    virtual ~Variant() = default;
    virtual explicit operator bool() const = 0;
    virtual operator int() const = 0;
    virtual explicit operator const char*() const noexcept = 0;
    virtual explicit operator std::string&() & = 0;
    virtual explicit operator Money() && = 0;
    virtual explicit operator std::map<int, std::string>() const = 0;
    typedef double (*Function)(double);
    virtual explicit operator Function() const = 0;
};

} // namespace value
