// The files of all ranks, together.
#include "files/malformed.hpp"
#include "values/live_file.hpp"

#include <proxima/rundir/error.hpp>
#include <proxima/rundir/live_values.hpp>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>

namespace proxima::rundir {
namespace {

/// The leading bits of a double are its power of two and the bucket within.
double middle_of(std::int32_t key) {
    constexpr int bits_behind_key = 46;
    const auto size = static_cast<std::uint64_t>(std::abs(std::int64_t{key}));
    const std::uint64_t half = key == 0 ? 0 : std::uint64_t{1} << (bits_behind_key - 1);
    const std::uint64_t bits = (size << bits_behind_key) + half;
    double value = 0;
    std::memcpy(&value, &bits, sizeof value);
    return key < 0 ? -value : value;
}

void drop_unused(LiveValues& values) {
    const auto has_no_calls = [](const LiveTimer& timer) { return timer.calls == 0; };
    auto& timers = values.timers;
    timers.erase(std::remove_if(timers.begin(), timers.end(), has_no_calls), timers.end());
    const auto has_no_samples = [](const LiveEvent& event) { return event.samples == 0; };
    auto& events = values.events;
    events.erase(std::remove_if(events.begin(), events.end(), has_no_samples), events.end());
    std::sort(events.begin(), events.end(),
              [](const LiveEvent& left, const LiveEvent& right) { return left.name < right.name; });
}

} // namespace

double LiveEvent::quantile(double level) const {
    std::uint64_t count = 0;
    for (const auto& [key, in_bucket] : buckets) {
        count += in_bucket;
    }
    const double share = std::clamp(level, 0.0, 1.0) * static_cast<double>(count);
    const double rank = std::max(1.0, std::ceil(share));
    double below = 0;
    double middle = minimum;
    for (const auto& [key, in_bucket] : buckets) {
        middle = middle_of(key);
        below += static_cast<double>(in_bucket);
        if (below >= rank) {
            break;
        }
    }
    return std::max(minimum, std::min(middle, maximum)); // they may be anything
}

std::vector<LiveValues> read_live_values(const RunDirectory& run,
                                         std::vector<std::string>& problems) {
    std::map<std::uint64_t, LiveFiles> by_rank;
    for (const auto& [rank, file] : run.value_files()) {
        try {
            by_rank[rank].read(file);
        } catch (const Malformed& problem) {
            problems.emplace_back(Error(file, problem.offset, problem.problem).what());
        } catch (const Error& error) {
            problems.emplace_back(error.what());
        }
    }
    std::vector<LiveValues> all;
    for (auto& [rank, files] : by_rank) {
        LiveValues values = files.take();
        values.rank = rank;
        drop_unused(values);
        if (!values.timers.empty() || !values.events.empty()) {
            all.push_back(std::move(values));
        }
    }
    return all;
}

} // namespace proxima::rundir
