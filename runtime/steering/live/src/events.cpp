#include "sources.hpp"

#include <proxima/base/error.hpp>
#include <proxima/base/units.hpp>
#include <proxima/online/files/decisions.hpp>
#include <proxima/online/files/sensor_findings.hpp>

#include <algorithm>
#include <system_error>

namespace proxima::live {
namespace {

constexpr std::size_t most_events = 5; // newest events of each file

// Writes a swap as `12.3s flux: EFMFlux -> GodunovFlux (trial)`.
std::string line_of(const online::files::Swap& swap) {
    return base::human_seconds(swap.seconds) + " " + swap.instance + ": " + swap.from + " -> " +
           swap.to + " (" + swap.why + ")";
}

// Writes a finding as `12.3s flux.compute: mean > 10 us, since 11.9s: 12.5 on rank 3`.
std::string line_of(const online::files::SensorFinding& event) {
    return base::human_seconds(event.at) + " " + event.sensor + ", since " +
           base::human_seconds(event.since) + ": " + base::human_number(event.value) +
           (event.rank < 0 ? "" : " on rank " + std::to_string(event.rank));
}

template <typename Read, typename Lines>
void add_newest(const std::filesystem::path& file, Read read, Lines all,
                std::vector<std::string>& lines, std::vector<std::string>& problems) {
    std::error_code ignored;
    if (!std::filesystem::exists(file, ignored)) {
        return;
    }
    try {
        const auto events = all(read(file));
        for (auto i = events.size() - std::min(events.size(), most_events); i < events.size();
             ++i) {
            lines.push_back(line_of(events[i]));
        }
    } catch (const base::Error& error) {
        problems.emplace_back(error.what());
    }
}

} // namespace

std::vector<std::string> newest_events(const std::filesystem::path& run,
                                       std::vector<std::string>& problems) {
    std::vector<std::string> lines;
    add_newest(
        run / "attention.json", online::files::read_attention,
        [](const auto& file) { return file.events; }, lines, problems);
    add_newest(
        run / "decisions.json", online::files::read_decisions,
        [](const auto& file) { return file.swaps; }, lines, problems);
    return lines;
}

} // namespace proxima::live
