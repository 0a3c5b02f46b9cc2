/// Overloads that a plain call cannot tell apart, or where a template that is not virtual would
/// match better.
#pragma once

#include <cstddef>
#include <string>
#include <utility>

namespace sampling {

struct Sample {
    double value = 0;
};

class Sink {
public:
    virtual ~Sink() = default;

    virtual std::string put(Sample sample) = 0;
    virtual std::string put(const Sample& sample) = 0;
    virtual std::string put(Sample&& sample) = 0;

    virtual std::string set(int value) = 0;
    virtual std::string set(long value) = 0;
    virtual std::string set(unsigned char value) = 0;
    virtual std::string set(bool value) = 0;
    virtual std::string set(const char* value) = 0;
    virtual std::string set(std::nullptr_t value) = 0;
    virtual std::string set(int value, int base = 10) = 0;

    virtual std::string get(int index) = 0;
    virtual std::string get(int index) const = 0;

    virtual std::string add(const int& value) = 0;
    template <class T>
    std::string add(T&& value) {
        return "template " + std::to_string(value);
    }
};

} // namespace sampling
