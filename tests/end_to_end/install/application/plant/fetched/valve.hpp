#pragma once
#include <memory>
struct Valve {
    virtual ~Valve() = default;
    virtual int open(int degrees) = 0;
};
std::unique_ptr<Valve> make_valve();
