#include "sorter.proxy.hpp"
#include "sorters.hpp"

#include <cstdio>
#include <memory>
#include <random>

namespace {

// Lets both sort the same random numbers, `repetitions` times for each size; false if they differ.
bool sort_alike(Sorter& one, Sorter& other, int repetitions) {
    std::mt19937 generator;
    std::uniform_real_distribution<double> uniform;
    for (std::size_t size = 8; size <= 1024; size *= 2) {
        for (int repetition = 0; repetition < repetitions; ++repetition) {
            std::vector<double> values(size);
            std::generate(values.begin(), values.end(), [&] { return uniform(generator); });
            auto same_values = values;
            one.sort(values);
            other.sort(same_values);
            if (values != same_values) {
                return false;
            }
        }
    }
    return true;
}

} // namespace

int main() {
    proxima::Proxy<Sorter> insertion{std::make_unique<InsertionSorter>(), "insertion"};
    proxima::Proxy<Sorter> merge{std::make_unique<MergeSorter>(), "merge"};

    const bool alike = sort_alike(insertion, merge, 50);
    std::puts(alike ? "both sort alike" : "they differ");
    return alike ? 0 : 1;
}
