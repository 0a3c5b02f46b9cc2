/// Types without a name in signatures: an enumeration and a structure that only their uses tell.
#pragma once

namespace nameless {

class Port {
public:
    enum { red = 1, green = 2 };
    struct {
        int value;
    } state;

    virtual ~Port() = default;
    virtual int colour(decltype(red) colour, int weight) = 0;
    virtual int store(const decltype(state)& other) = 0;
};

} // namespace nameless
