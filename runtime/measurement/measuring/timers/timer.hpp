// Timer and Phase.
#pragma once

#include "regions.hpp"
#include "threads.hpp"

#include <proxima/call_path.hpp>
#include <proxima/measurement/labelled_timer.hpp>
#include <proxima/measurement/phase.hpp>
#include <proxima/ticks.hpp>

#include <atomic>
#include <exception>

namespace proxima::measuring {

template <class Base, RegionKind kind>
class RegionTimer final : public measurement::LabelledTimer<Base> {
public:
    explicit RegionTimer(measurement::TimerLabel label)
        : measurement::LabelledTimer<Base>(std::move(label)) {}

    void start() noexcept override {
        const Region* const region = region_.load(std::memory_order_acquire);
        if (__builtin_expect(region == nullptr, 0)) {
            start_first();
            return;
        }
        ThreadProfile* const mine = region->active() ? Threads::mine() : nullptr;
        if (mine != nullptr && mine->enter()) {
            mine->profile().start(*region);
            mine->leave();
        }
    }

    // One that has been disabled, or is called something else by now, may still run.
    void stop() noexcept override {
        const Region* const region = started_.load(std::memory_order_acquire);
        ThreadProfile* const mine = Threads::mine_if_any();
        if (region == nullptr || mine == nullptr ||
            (!region->active() && !mine->profile().runs(*region))) {
            return;
        }
        const std::uint64_t end = detail::counter();
        if (mine->enter()) {
            mine->profile().stop(*region, end);
            mine->leave();
        }
    }

    void set_parameter(long value, std::string_view name) noexcept override {
        const Region* const region = started_.load(std::memory_order_acquire);
        ThreadProfile* const mine = Threads::mine_if_any();
        if (region != nullptr && mine != nullptr && mine->enter()) {
            mine->profile().set_parameter(*region, value, name);
            mine->leave();
        }
    }

    // Whether it would be if it started now.
    bool measured() noexcept {
        ThreadProfile* const mine = Threads::mine();
        const Region* region = region_.load(std::memory_order_acquire);
        if (mine == nullptr) {
            return false;
        }
        if (region == nullptr && mine->enter()) {
            region = resolve();
            mine->leave();
        }
        return region != nullptr && region->active();
    }

    // For a timer that is measured(): with `layout`, as one that will have those parameters.
    void start_as(const Layout* layout) noexcept {
        const Region* const region = started_.load(std::memory_order_acquire);
        ThreadProfile* const mine = Threads::mine();
        if (mine != nullptr && mine->enter()) {
            mine->profile().start(*region, layout);
            mine->leave();
        }
    }

    // Stops at `end` what start_as() has started. `layout` null: it has no parameters.
    void stop_as(std::uint64_t end, const Layout* layout, const double* values) noexcept {
        const Region* const region = started_.load(std::memory_order_acquire);
        ThreadProfile* const mine = Threads::mine_if_any();
        if (mine != nullptr && mine->enter()) {
            const Recorded recorded =
                layout == nullptr ? Recorded{region->site(), 0, nullptr} : layout->with(values);
            mine->profile().stop(*region, end, recorded);
            mine->leave();
        }
    }

private:
    void relabelled() noexcept override { region_.store(nullptr, std::memory_order_release); }

    // Looks for what the label says, before it starts.
    void start_first() noexcept {
        ThreadProfile* const mine = Threads::mine();
        if (mine == nullptr || !mine->enter()) {
            return;
        }
        const Region* const region = resolve();
        if (region != nullptr && region->active()) {
            mine->profile().start(*region);
        }
        mine->leave();
    }

    // Null if it has no name, or there is no memory, or the runtime itself is interrupted.
    const Region* resolve() noexcept {
        if (detail::is_within_runtime()) {
            return nullptr;
        }
        try {
            const Region* const region = regions().find_or_add(kind, this->label());
            region_.store(region, std::memory_order_release);
            started_.store(region, std::memory_order_release);
            return region;
        } catch (const std::exception&) {
            return nullptr;
        }
    }

    std::atomic<const Region*> region_{nullptr};  // that the label says; null: to be looked up
    std::atomic<const Region*> started_{nullptr}; // that was started last
};

using MeasuringTimer = RegionTimer<measurement::Timer, RegionKind::timer>;
using MeasuringPhase = RegionTimer<measurement::Phase, RegionKind::phase>;

} // namespace proxima::measuring
