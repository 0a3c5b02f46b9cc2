// A second implementation of the measurement interface: sums up timers per process, and prints them
// when the program ends. It knows nothing of Proxima's runtime: an application that is instrumented
// against the interface chooses it when it starts, without being compiled again:
//
//     PROXIMA_MEASUREMENT=./libtimer_printer.so ./application
//     PROXIMA_MEASUREMENT=./libtimer_printer.so:FILE ./application      # into a file
#include <proxima/measurement/connect.hpp>

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace {

namespace pm = proxima::measurement;

using Clock = std::chrono::steady_clock;
using Microseconds = std::chrono::duration<double, std::micro>;

// All timers of one name, type and group.
struct Totals {
    std::uint64_t calls = 0;
    double inclusive = 0; // microseconds
    double exclusive = 0;
};

// Totals of all threads. Never destroyed: the application may measure until the very end.
struct Profile {
    std::mutex mutex;
    std::map<std::string, Totals> timers;
    std::string file; // empty: standard error
};

Profile& profile() {
    static auto* const instance = new Profile; // NOLINT(cppcoreguidelines-owning-memory)
    return *instance;
}

// A timer that runs on this thread.
struct Running {
    const void* timer;
    Clock::time_point start;
    double inside = 0; // microseconds in timers that were started in it
};

thread_local std::vector<Running> running;

// Stops only the innermost timer: this is a sketch of a tool.
class PrintedTimer final : public pm::Timer {
public:
    using pm::Timer::Timer;

    void start() noexcept override { running.push_back({this, Clock::now()}); }

    void stop() noexcept override {
        const Clock::time_point end = Clock::now();
        if (running.empty() || running.back().timer != this) {
            return;
        }
        const Running ended = running.back();
        running.pop_back();
        const double elapsed = Microseconds(end - ended.start).count();
        if (!running.empty()) {
            running.back().inside += elapsed;
        }
        const std::lock_guard lock(profile().mutex);
        Totals& totals = profile().timers[label().full_name()];
        ++totals.calls;
        totals.inclusive += elapsed;
        totals.exclusive += elapsed - ended.inside;
    }
};

using Names = std::vector<std::string>;

class PrintedQuery final : public pm::Query {
public:
    Names timer_names() const override {
        const std::lock_guard lock(profile().mutex);
        Names names;
        for (const auto& [name, totals] : profile().timers) {
            names.push_back(name);
        }
        return names;
    }

    // Returns the totals of all threads, whichever thread is asked for.
    pm::TimerData timer_data(const Names& names,
                             std::optional<std::uint64_t> thread) const override {
        const std::lock_guard lock(profile().mutex);
        pm::TimerData data = Query::timer_data(names, thread);
        for (std::size_t i = 0; i < names.size(); ++i) {
            const auto found = profile().timers.find(names[i]);
            if (found != profile().timers.end()) {
                data.calls[i] = found->second.calls;
                data.inclusive[i][0] = found->second.inclusive;
                data.exclusive[i][0] = found->second.exclusive;
            }
        }
        return data;
    }
};

// Events, memory and the rest do nothing.
class PrintedMeasurement final : public pm::Measurement {
public:
    std::unique_ptr<pm::Timer> create_timer(std::string_view name, std::string_view type,
                                            std::string_view group) override {
        return std::make_unique<PrintedTimer>(pm::TimerLabel(name, type, group));
    }
    std::unique_ptr<pm::Timer> create_phase(std::string_view name, std::string_view type,
                                            std::string_view group) override {
        return create_timer(name, type, group);
    }
    std::unique_ptr<pm::Query> create_query() override { return std::make_unique<PrintedQuery>(); }
};

class TimerPrinter final : public pm::Implementation {
public:
    pm::Measurement& measurement() noexcept override { return measurement_; }

private:
    PrintedMeasurement measurement_;
};

[[gnu::destructor]] void print() {
    Profile& all = profile();
    std::FILE* const opened = all.file.empty() ? nullptr : std::fopen(all.file.c_str(), "w");
    std::FILE* const to = opened == nullptr ? stderr : opened;
    std::fprintf(to, "%10s %15s %15s  %s\n", "calls", "inclusive us", "exclusive us", "timer");
    for (const auto& [name, totals] : all.timers) {
        std::fprintf(to, "%10llu %15.1f %15.1f  %s\n",
                     static_cast<unsigned long long>(totals.calls), totals.inclusive,
                     totals.exclusive, name.c_str());
    }
    if (opened != nullptr) {
        std::fclose(opened);
    }
}

} // namespace

proxima::measurement::Implementation*
proxima_measurement_1(const proxima::measurement::ConnectRequest* connection) noexcept {
    static auto* const tool = new TimerPrinter; // NOLINT(cppcoreguidelines-owning-memory)
    profile().file = connection->options;
    return tool;
}
