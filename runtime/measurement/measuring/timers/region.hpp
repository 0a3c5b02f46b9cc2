// What timers of one name, type and group have in common.
#pragma once

#include <proxima/instance.hpp>
#include <proxima/measurement/labelled_timer.hpp>
#include <proxima/record.hpp>

#include <atomic>
#include <cstdint>
#include <string>

namespace proxima::measuring {

enum class RegionKind { timer, phase };

// The port under which timers or phases are known to the call graph; their group is the instance.
const char* port_name(RegionKind kind) noexcept;

// Lives as long as the process: threads and the runtime refer to it.
class Region {
public:
    Region(std::uint32_t number, RegionKind kind, const measurement::TimerLabel& label);
    Region(const Region&) = delete;
    Region& operator=(const Region&) = delete;
    ~Region() = default;

    std::uint32_t number() const noexcept { return number_; } // 0, 1, 2 ... over the process
    bool is_phase() const noexcept { return kind_ == RegionKind::phase; }
    const std::string& name() const noexcept { return name_; }           // alone
    const std::string& full_name() const noexcept { return full_name_; } // with the type
    const std::string& group_name() const noexcept { return group_name_; }
    long group_id() const noexcept { return group_id_; }
    Site site() const noexcept { return instance_.site(0); }

    // Whether it is measured now: switched on here, and not excluded from the run.
    bool active() const noexcept {
        return enabled_.load(std::memory_order_relaxed) && record_.active();
    }
    void enable(bool enabled) noexcept { enabled_.store(enabled, std::memory_order_relaxed); }

private:
    std::atomic<bool> enabled_{true};
    RegionKind kind_;
    std::uint32_t number_;
    std::string name_;
    std::string type_;
    std::string full_name_;
    std::string group_name_;
    long group_id_;
    Record<> record_;
    Method* const methods_[1]{&record_};
    PortRecord port_;
    Instance instance_;
};

} // namespace proxima::measuring
