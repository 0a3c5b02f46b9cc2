#pragma once

#include <vector>

// The port: all that the application knows of a sorter.
class Sorter {
public:
    virtual ~Sorter() = default;
    virtual void sort(std::vector<double>& values) = 0;
};
