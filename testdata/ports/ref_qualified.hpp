/// Methods that differ by the value category of the object they are called on.
#pragma once

#include <string>

namespace build {

class Builder {
public:
    virtual ~Builder() = default;
    virtual std::string text() & = 0;
    virtual std::string text() const& = 0;
    virtual std::string text() && = 0;
    virtual std::string text() const&& = 0;
    virtual std::string&& release(int reserve) && = 0;
    virtual Builder& append(const std::string& part) & = 0;
};

} // namespace build
