// Collects when each rank communicated: the time that its calls spent in MPI themselves.
#pragma once

#include <proxima/rundir/record_reader.hpp>

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace proxima::view {

// Time in MPI of each rank, for each bin of the run.
using RankSeries = std::map<std::uint32_t, std::vector<double>>;

struct MpiTimes {
    double bin_us = 0;
    RankSeries all;
    // Time of calls by the values of their parameter: `level`, `field`.
    std::map<std::string, std::map<std::string, RankSeries>> by_parameter;
};

// Time in MPI belongs to the innermost measured call. What a long call has spent there is spread
// over its duration: when exactly is not recorded.
class MpiTimeline : public rundir::RecordVisitor {
public:
    static constexpr std::size_t bins = 120;
    static constexpr std::size_t most_values = 16; // parameters with more are not shown
    // With more, no parameter is shown: a series takes 1 KB, whatever its records take.
    static constexpr std::size_t most_series = 16384;

    explicit MpiTimeline(double duration_us);

    void begin_thread(const rundir::Thread& thread) override;
    void records(const rundir::Thread& thread, const rundir::Record* first,
                 std::size_t count) override;

    MpiTimes times() &&; // to be called last

private:
    double own_communication(const rundir::Thread& thread, const rundir::Record& record);
    std::size_t depth(const rundir::Thread& thread, std::size_t call_path);
    void add(RankSeries& series, std::uint32_t rank, const rundir::Record& record, double own_ns);
    void add_by_parameter(const rundir::Thread& thread, const rundir::Record& record,
                          double own_ns);

    MpiTimes times_;
    std::size_t series_ = 0;
    std::vector<std::size_t> depths_; // of the thread's call paths
    std::vector<double> inside_;      // by depth: communication of calls whose caller is open
};

} // namespace proxima::view
