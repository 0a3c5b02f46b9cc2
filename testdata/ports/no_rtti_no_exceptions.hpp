/// A port of a program that is compiled without run-time type information and without exceptions.
#pragma once

#include <string>
#include <vector>

namespace embedded {

class Port {
public:
    virtual ~Port() = default;
    virtual int read(const std::string& name, std::vector<int> values) = 0;
    virtual void write(int channel, double value) noexcept = 0;

protected:
    virtual int status() const = 0;

public:
    int current() const { return status(); }
};

} // namespace embedded
