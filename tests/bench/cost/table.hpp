// The table that the benchmark ends with.
#pragma once

#include <benchmark/benchmark.h>

#include <map>
#include <string>
#include <vector>

namespace bench {

// Collects nanoseconds per call of every repetition, besides what it shows as they come.
class Collector : public benchmark::ConsoleReporter {
public:
    void ReportRuns(const std::vector<Run>& runs) override;

    // Nanoseconds per call; 0 if it was not run.
    double median(const std::string& name) const;

private:
    std::map<std::string, std::vector<double>> samples_;
};

struct Row {
    std::string what;
    double nanoseconds;
    double bytes; // per invocation; 0: writes nothing
};

// `reference` is what ratios are to, `bare` what differences are to; both in nanoseconds.
void print_table(const std::vector<Row>& rows, double reference, double bare);

} // namespace bench
