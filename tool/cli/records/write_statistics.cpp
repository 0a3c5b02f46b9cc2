#include "records/record_statistics.hpp"
#include "records/statistics_writers.hpp"
#include "text/json_text.hpp"
#include "text/text.hpp"
#include "text/units.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace proxima::cli {
namespace {

constexpr double us = 1e-3; // in nanoseconds

/// In the column before the calls.
std::string recorded_share(const RecordStatistics::Total& total) {
    const auto calls = static_cast<double>(std::max<std::uint64_t>(total.durations.calls(), 1));
    return fmt::format("{:>8} ", human_share(static_cast<double>(total.records) / calls));
}

} // namespace

void write_statistics_table(const RecordStatistics& statistics, Output& output) {
    const bool sampled = statistics.sampled();
    output.print("{}{:>8} {:>7} {:>7} {:>7} {:>7} {:>7}  {}\n", sampled ? "recorded " : "",
                 sampled ? "calls" : "records", "total", "min", "mean", "max", "dev",
                 "instance, method");
    for (const auto& [key, total] : statistics.totals()) {
        const auto& durations = total.durations;
        output.print("{}{:>8} {:>7} {:>7} {:>7} {:>7} {:>7}  {}, {}\n",
                     sampled ? recorded_share(total) : "", human_count(durations.calls()),
                     human_time(durations.total_ns() * us), human_time(durations.min_ns() * us),
                     human_time(durations.mean_ns() * us), human_time(durations.max_ns() * us),
                     human_time(durations.deviation_ns() * us), printable(key.instance),
                     printable(key.method));
    }
}

void write_statistics_json_lines(const RecordStatistics& statistics, Output& output) {
    for (const auto& [key, total] : statistics.totals()) {
        const auto& durations = total.durations;
        output.write("{\"instance\":");
        append_json_string(output.buffer(), key.instance);
        output.write(",\"method\":");
        append_json_string(output.buffer(), key.method);
        output.print(",\"records\":{},\"calls\":{}", total.records, durations.calls());
        for (const auto& [name, value] :
             {std::pair{"total_ns", durations.total_ns()}, std::pair{"min_ns", durations.min_ns()},
              std::pair{"mean_ns", durations.mean_ns()}, std::pair{"max_ns", durations.max_ns()},
              std::pair{"dev_ns", durations.deviation_ns()}}) {
            output.print(",\"{}\":", name);
            append_json_number(output.buffer(), value);
        }
        output.write("}\n");
    }
}

} // namespace proxima::cli
