#include "table.hpp"

#include <algorithm>
#include <cstdio>

namespace bench {

void Collector::ReportRuns(const std::vector<Run>& runs) {
    for (const Run& run : runs) {
        if (run.run_type == Run::RT_Iteration && !run.error_occurred) {
            const auto calls = static_cast<double>(run.iterations);
            samples_[run.run_name.function_name].push_back(run.real_accumulated_time * 1e9 / calls);
        }
    }
}

double Collector::median(const std::string& name) const {
    const auto found = samples_.find(name);
    if (found == samples_.end()) {
        return 0;
    }
    std::vector<double> sorted = found->second;
    std::sort(sorted.begin(), sorted.end());
    return sorted[sorted.size() / 2];
}

void print_table(const std::vector<Row>& rows, double reference, double bare) {
    std::printf("%-44s %8s %8s %8s %8s\n", "one call", "ns", "- bare", "/ rdtsc", "bytes");
    for (const Row& row : rows) {
        if (row.nanoseconds == 0) {
            continue;
        }
        std::printf("%-44s %8.2f %8.2f %8.3f ", row.what.c_str(), row.nanoseconds,
                    row.nanoseconds - bare, row.nanoseconds / reference);
        if (row.bytes == 0) {
            std::printf("%8s\n", "-");
        } else {
            std::printf("%8.2f\n", row.bytes);
        }
    }
}

} // namespace bench
