#pragma once

#include "sorter.hpp"

#include <algorithm>
#include <utility>

class InsertionSorter : public Sorter {
public:
    void sort(std::vector<double>& values) override {
        for (std::size_t i = 1; i < values.size(); ++i) {
            for (std::size_t j = i; j > 0 && values[j] < values[j - 1]; --j) {
                std::swap(values[j], values[j - 1]);
            }
        }
    }
};

class MergeSorter : public Sorter {
public:
    void sort(std::vector<double>& values) override {
        std::stable_sort(values.begin(), values.end());
    }
};
