#pragma once
#ifndef PARTS_READY
#error "include parts.h first"
#endif
namespace parts {
class Gear {
public:
    int number = 0;
};
} // namespace parts
