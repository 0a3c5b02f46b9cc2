// What one thread has measured: values of timers, and those that run.
#pragma once

#include "../live/live_values.hpp"
#include "counters.hpp"
#include "layout.hpp"
#include "region.hpp"

#include <proxima/lane.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace proxima::measuring {

// The values of a timer in a phase, perhaps of its calls with a certain parameter only.
struct Entry {
    const Region* region = nullptr;
    const Region* phase = nullptr;      // null: outside of any
    std::string parameters;             // "n = 5"
    const detail::Node* node = nullptr; // that it was entered as last, if there are counters
    std::uint32_t open = 0;             // frames of it
    std::uint64_t calls = 0;            // completed
    std::uint64_t child_calls = 0;      // in completed calls
    Count counts[most_counters];
    LiveTimer* live = nullptr; // where they are kept as well, from the first completed call on
};

// With its phase and parameters: "solve => assemble void () [n = 5]".
std::string name_of(const Entry& entry);

// The entries of what runs in one phase, or outside of any, by the number of the region.
struct Context {
    const Region* phase = nullptr;
    std::vector<Entry*> entries;
};

// A timer that runs.
struct Frame {
    Entry* entry;
    Entry* parameter; // null: none was set
    Context* outer;   // of what started it
    detail::Node* node;
    const Recorded* recorded; // null: its node has no columns, and it has no parameters
    std::uint64_t child_calls;
    Reading start;
    Reading children; // in frames directly inside of it
};

// Belongs to its thread alone, which is the only one to change it; others read it while the thread
// cannot (see Threads).
class Profile {
public:
    explicit Profile(std::uint64_t number);
    Profile(const Profile&) = delete;
    Profile& operator=(const Profile&) = delete;
    ~Profile() = default;

    std::uint64_t number() const noexcept { return number_; }
    bool is_idle() const noexcept { return top_ == frames_.get(); } // no timer runs
    std::size_t depth() const noexcept { return static_cast<std::size_t>(top_ - frames_.get()); }
    const Frame& frame(std::size_t level) const noexcept { return frames_[level]; }
    const std::deque<Entry>& entries() const noexcept { return entries_; }
    // Of all counters but the wall clock, when a timer was last started or stopped.
    const Reading& latest() const noexcept { return latest_; }

    // By a reader that counts what runs up to `moment`, or up to where it was counted already: what
    // has been seen does not lie in the future, though another processor's clock may be ahead, and
    // what runs will not end before.
    std::uint64_t count_until(std::uint64_t moment) noexcept {
        return counted_until_ = std::max(counted_until_, moment);
    }

    // All that follow are called by the thread itself.

    void begin_thread();
    void end_thread() noexcept;
    // In the child of a fork: everything begins anew, what runs counts from `now` on.
    void begin_child(std::uint64_t now) noexcept;
    // The same, for a thread that is not there.
    void abandon() noexcept;

    bool runs(const Region& region) const noexcept { return find(region) != nullptr; }
    // With `layout` as one that will probably have its parameters.
    void start(const Region& region, const Layout* layout = nullptr) noexcept;
    // `end` is what counter() said as early as possible.
    void stop(const Region& region, std::uint64_t end) noexcept;
    void stop(const Region& region, std::uint64_t end, const Recorded& recorded) noexcept;
    void set_parameter(const Region& region, long value, std::string_view name) noexcept;
    // The current values of all counters but the wall clock.
    void read_counters(Reading& reading) const noexcept;

private:
    static constexpr std::size_t most_levels = 4096;
    static constexpr std::size_t most_parameter_entries = 10'000;

    Entry* entry_of(const Region& region) noexcept;
    Entry* add_entry(const Region& region) noexcept;
    Context* context_of(const Region& phase) noexcept;
    Frame* find(const Region& region) const noexcept;
    void push(Entry& entry, Context& inside, Site site, const Recorded* recorded) noexcept;
    void pop(std::uint64_t end) noexcept;
    void leave_node(detail::Node* node, std::uint64_t end) noexcept;
    void leave_recorded(const Frame& frame, std::uint64_t end) noexcept;
    void start_counters(Frame& frame) noexcept;
    void restart(Frame& frame) noexcept;
    void add_counters(Frame& frame) noexcept;
    void add_to_parameter(const Frame& frame, std::uint64_t end) noexcept;
    void keep(Entry& entry) noexcept;
    bool begin_keeping(Entry& entry) noexcept;
    void stop_outer(const Region& region, std::uint64_t end) noexcept;

    std::uint64_t number_;
    std::unique_ptr<Frame[]> frames_; // touched as far as timers have nested
    Frame* top_;                      // behind the innermost
    Context* context_ = nullptr;
    bool only_wall_clock_ = true;
    bool counter_is_clock_ = false;
    std::uint64_t counted_until_ = 0; // nothing that starts or stops lies before
    Reading latest_ = {};
    std::deque<Entry> entries_;
    LiveTimer unkept_ = {};                     // what there is no room to keep
    std::map<const Region*, Context> contexts_; // by phase; null: outside of any
    std::map<std::tuple<Entry*, std::string, long>, Entry*> parameter_entries_;
};

} // namespace proxima::measuring
