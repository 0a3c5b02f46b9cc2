// Timers, phases and monitored methods: regions of the runtime's call tree.
#pragma once

#include "call_sites.hpp"

#include <proxima/detail/call_path.hpp>
#include <proxima/invocation.hpp>
#include <proxima/measurement/labelled_timer.hpp>
#include <proxima/measurement/timer.hpp>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <string_view>

namespace proxima::measuring {

// Enters the site, or what it is replaced by later, on the calling thread.
inline void start_region(const CallSite& site) noexcept {
    detail::enter_region(site.site());
}

// Leaves the site if it is the innermost, and its parameters are `words`.
template <std::size_t words>
bool stop_innermost(const CallSite& site, const std::uint64_t* parameters) noexcept {
    detail::Node* const node = detail::current_buffer->current;
    return node->site == site.site() && detail::leave_node<words>(node, parameters);
}

// The open region of the calling thread that is at `site` or at one of its variants; null: none is.
detail::Node* open_region(const CallSite& site) noexcept;

// Leaves an open region; says so if it overlaps with others.
void stop_region(detail::Node* node, const CallSite& site, const std::uint64_t* parameters,
                 std::size_t words) noexcept;

// A parameter of the region of `site` that is the innermost, for when it stops.
void set_parameter_of(CallSite& site, long value, std::string_view name) noexcept;
// Stops it with all that have been set.
void stop_with_parameters(const CallSite& site) noexcept;

// `Base` is Timer or Phase.
template <class Base, const char* const& port>
class MeasuringTimer final : public measurement::LabelledTimer<Base> {
public:
    using measurement::LabelledTimer<Base>::LabelledTimer;

    void start() noexcept override {
        const CallSite* site = site_.load(std::memory_order_acquire);
        if (__builtin_expect(site == nullptr, 0)) {
            site = resolve();
        }
        if (site != nullptr && site->active()) {
            start_region(*site);
        }
    }

    // One that has been disabled, or is called something else by now, may still run.
    void stop() noexcept override {
        CallSite* const site = started_.load(std::memory_order_acquire);
        if (site != nullptr && !stop_innermost<0>(*site, nullptr)) {
            stop_with_parameters(*site);
        }
    }

    void set_parameter(long value, std::string_view name) noexcept override {
        if (CallSite* const site = started_.load(std::memory_order_acquire)) {
            set_parameter_of(*site, value, name);
        }
    }

private:
    void relabelled() noexcept override { site_.store(nullptr, std::memory_order_release); }

    // Looks for what the label says, before it starts.
    const CallSite* resolve() noexcept {
        if (Lock::is_interrupted()) {
            return nullptr;
        }
        const measurement::TimerLabel& label = this->label();
        try {
            CallSite* const site = call_sites().find_or_add(
                {port, label.name, label.type, label.group_name, label.group_id, {}, {}});
            site_.store(site, std::memory_order_release);
            if (site != nullptr) {
                started_.store(site, std::memory_order_release);
            }
            return site;
        } catch (const std::exception&) {
            return nullptr;
        }
    }

    std::atomic<CallSite*> site_{nullptr};    // that the label says; null: to be looked up
    std::atomic<CallSite*> started_{nullptr}; // that was started last
};

} // namespace proxima::measuring
