// The records of monitored methods: one row for each invocation.
#pragma once

#include "../timers/timer.hpp"
#include "rows.hpp"

#include <proxima/measurement/perf_param.hpp>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace proxima::measuring {

// Thread-safe. Lives as long as the process: invocations may be open.
class MethodRecord {
public:
    explicit MethodRecord(std::string_view name);
    MethodRecord(const MethodRecord&) = delete;
    MethodRecord& operator=(const MethodRecord&) = delete;
    ~MethodRecord() = default;

    const std::string& name() const noexcept { return name_; }
    MeasuringTimer& timer() noexcept { return timer_; }

    // That the next invocation will probably have; null: no parameters.
    const Layout* expected_layout() const noexcept { return layout_.load(); }
    // Of an invocation with these parameters. Null if there are none, or too many to record them.
    const Layout* layout_of(const std::vector<std::string>& names, std::size_t count);
    void append(Row row, const std::vector<std::string>& names, const std::vector<double>& values);
    enum class Wanted { all, since_reset };
    // With `reset`, those until now are not among the latter any more.
    measurement::PerformanceData data(Wanted wanted, bool reset);
    void clear();
    bool empty();

    void set_file(std::string_view file);
    std::string file();

    // Held over fork().
    std::mutex& mutex() noexcept { return mutex_; }

private:
    std::size_t column_of(const std::string& parameter);

    std::mutex mutex_;
    std::string name_;
    std::string file_;
    std::deque<Layout> layouts_;
    std::atomic<const Layout*> layout_{nullptr}; // of the latest invocation
    MeasuringTimer timer_;
    std::vector<std::string> parameters_;
    Rows rows_;
    std::size_t after_reset_ = 0; // the first row after the last reset
};

class MethodRecords {
public:
    MethodRecord& find_or_add(std::string_view name);
    MethodRecord* find(std::string_view name); // null if it is not known
    std::vector<std::string> names();          // of those that have invocations

    void before_fork();
    void after_fork(bool in_child);

private:
    std::mutex mutex_;
    std::map<std::string, MethodRecord, std::less<>> records_;
};

MethodRecords& method_records() noexcept;

} // namespace proxima::measuring
