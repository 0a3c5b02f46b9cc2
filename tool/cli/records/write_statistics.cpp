#include "records/record_statistics.hpp"
#include "records/statistics_writers.hpp"
#include "text/json_text.hpp"
#include "text/text.hpp"
#include "text/units.hpp"

namespace proxima::cli {
namespace {

constexpr double us = 1e-3; // in nanoseconds

} // namespace

void write_statistics_table(const RecordStatistics& statistics, Output& output) {
    output.print("{:>8} {:>7} {:>7} {:>7} {:>7} {:>7}  {}\n", "records", "total", "min", "mean",
                 "max", "dev", "instance, method");
    for (const auto& [key, durations] : statistics.totals()) {
        output.print("{:>8} {:>7} {:>7} {:>7} {:>7} {:>7}  {}, {}\n",
                     human_count(durations.count()), human_time(durations.sum() * us),
                     human_time(durations.minimum() * us), human_time(durations.mean() * us),
                     human_time(durations.maximum() * us), human_time(durations.deviation() * us),
                     printable(key.instance), printable(key.method));
    }
}

void write_statistics_json_lines(const RecordStatistics& statistics, Output& output) {
    for (const auto& [key, durations] : statistics.totals()) {
        output.write("{\"instance\":");
        append_json_string(output.buffer(), key.instance);
        output.write(",\"method\":");
        append_json_string(output.buffer(), key.method);
        output.print(",\"records\":{}", durations.count());
        for (const auto& [name, value] :
             {std::pair{"total_ns", durations.sum()}, std::pair{"min_ns", durations.minimum()},
              std::pair{"mean_ns", durations.mean()}, std::pair{"max_ns", durations.maximum()},
              std::pair{"dev_ns", durations.deviation()}}) {
            output.print(",\"{}\":", name);
            append_json_number(output.buffer(), value);
        }
        output.write("}\n");
    }
}

} // namespace proxima::cli
