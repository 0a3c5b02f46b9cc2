#include "mastermind.hpp"

#ifdef PROXIMA_HAS_RUNDIR

#include "../timers/region.hpp"
#include "scratch_run.hpp"
#include "system/immortal.hpp"

#include <proxima/rundir/error.hpp>
#include <proxima/rundir/record_reader.hpp>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <map>
#include <mutex>
#include <optional>
#include <set>

namespace proxima::measuring {

namespace {

using rundir::CallPath;
using rundir::Lane;
using rundir::Method;
using rundir::Parameter;
using rundir::ParameterType;
using rundir::Record;

bool is_timer(const Method& method) {
    return method.port == port_name(RegionKind::timer) ||
           method.port == port_name(RegionKind::phase);
}

std::string name_of(const Lane& lane, const CallPath& path) {
    return path.instance + "." + rundir::display_name(lane.method(path), lane.methods);
}

bool is_called(const Lane& lane, const CallPath& path, std::string_view name) {
    const Method& method = lane.method(path);
    return !is_timer(method) && (name_of(lane, path) == name || method.qualified_name() == name ||
                                 method.qualified_name() + method.parameter_types() == name);
}

double number(const Record& record, const Parameter& parameter) {
    switch (parameter.type) {
    case ParameterType::real:
        return record.real(parameter);
    case ParameterType::integer:
    case ParameterType::enumeration:
        return static_cast<double>(record.integer(parameter));
    default:
        return static_cast<double>(record.word(parameter));
    }
}

// Collects the invocations of one method.
class Collector : public rundir::RecordVisitor {
public:
    // `skipped` invocations of each lane, which have been returned before.
    Collector(std::string_view method, std::map<std::uint32_t, std::uint64_t> skipped)
        : method_(method), skipped_(std::move(skipped)) {
        data.columns = {"computation", "communication"};
    }

    void records(const Lane& lane, const Record* first, std::size_t count) override {
        for (const Record* record = first; record != first + count; ++record) {
            if (is_wanted(lane, record->call_path) &&
                seen[lane.number]++ >= skipped_[lane.number]) {
                add(lane, *record);
            }
        }
    }

    measurement::PerformanceData data;
    std::map<std::uint32_t, std::uint64_t> seen; // by lane

private:
    // Remembers the answer for the paths of a lane.
    bool is_wanted(const Lane& lane, std::size_t path) {
        std::vector<bool>& wanted = wanted_[lane.number];
        while (wanted.size() <= path) {
            wanted.push_back(is_called(lane, lane.call_paths[wanted.size()], method_));
        }
        return wanted[path];
    }

    void add(const Lane& lane, const Record& record) {
        constexpr double microseconds = 1e-3;
        std::vector<double>& row = data.rows.emplace_back();
        row = {(record.duration_ns - record.communication_ns) * microseconds,
               record.communication_ns * microseconds};
        for (const Parameter& parameter : lane.method(record).parameters) {
            if (parameter.type != ParameterType::text) {
                const std::size_t column = column_of(parameter.name);
                row.resize(std::max(row.size(), column + 1), missing);
                const bool is_time = parameter.counter == rundir::CounterUnit::nanoseconds;
                row[column] = number(record, parameter) * (is_time ? microseconds : 1);
            }
        }
    }

    std::size_t column_of(const std::string& parameter) {
        const auto known = std::find(data.columns.begin() + 2, data.columns.end(), parameter);
        const auto column = static_cast<std::size_t>(known - data.columns.begin());
        if (known == data.columns.end()) {
            data.columns.push_back(parameter);
        }
        return column;
    }

    static constexpr double missing = std::numeric_limits<double>::quiet_NaN();

    std::string_view method_;
    std::map<std::uint32_t, std::uint64_t> skipped_;
    std::map<std::uint32_t, std::vector<bool>> wanted_;
};

class MethodLister : public rundir::RecordVisitor {
public:
    void records(const Lane& lane, const Record* first, std::size_t count) override {
        for (const Record* record = first; record != first + count; ++record) {
            paths_.insert(record->call_path);
        }
        static_cast<void>(lane);
    }
    void end_lane(const Lane& lane) override {
        for (const std::size_t path : paths_) {
            if (!is_timer(lane.method(lane.call_paths[path]))) {
                names.insert(name_of(lane, lane.call_paths[path]));
            }
        }
        paths_.clear();
    }

    std::set<std::string> names;

private:
    std::set<std::size_t> paths_;
};

// Whether the records could be read.
bool read(rundir::RecordVisitor& visitor) {
    const std::optional<ScratchRun> run = ScratchRun::make();
    if (!run.has_value()) {
        return false;
    }
    try {
        rundir::read_records(rundir::RunDirectory::open(run->path()), visitor);
        return true;
    } catch (const rundir::Error&) {
        return false;
    }
}

// How many invocations of each lane a reset has done with, by method.
struct Resets {
    std::mutex mutex;
    std::map<std::string, std::map<std::uint32_t, std::uint64_t>, std::less<>> of_method;
};

Resets& resets() {
    static detail::Immortal<Resets> instance;
    return *instance;
}

} // namespace

measurement::PerformanceData mastermind_data(std::string_view method, bool reset) {
    const std::lock_guard lock(resets().mutex);
    const auto before = resets().of_method.find(method);
    Collector collector(method, before == resets().of_method.end()
                                    ? std::map<std::uint32_t, std::uint64_t>()
                                    : before->second);
    if (!read(collector) || collector.seen.empty()) {
        return {};
    }
    if (reset) {
        resets().of_method[std::string(method)] = collector.seen;
    }
    for (std::vector<double>& row : collector.data.rows) {
        row.resize(collector.data.columns.size(), std::numeric_limits<double>::quiet_NaN());
    }
    return std::move(collector.data);
}

std::vector<std::string> mastermind_methods() {
    MethodLister lister;
    read(lister);
    return {lister.names.begin(), lister.names.end()};
}

} // namespace proxima::measuring

#else

namespace proxima::measuring {

measurement::PerformanceData mastermind_data(std::string_view, bool) {
    return {};
}

std::vector<std::string> mastermind_methods() {
    return {};
}

} // namespace proxima::measuring

#endif
