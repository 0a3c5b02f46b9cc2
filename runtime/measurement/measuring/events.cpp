#include "events.hpp"

#include <proxima/detail/no_destructor.hpp>
#include <proxima/detail/regions.hpp>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <exception>
#include <sched.h>

namespace proxima::measuring {

namespace {

std::atomic<unsigned> threads{0};
__thread unsigned number_of_thread = 0; // from 1

unsigned number_here() noexcept {
    if (number_of_thread == 0) {
        number_of_thread = threads.fetch_add(1, std::memory_order_relaxed) + 1;
    }
    return number_of_thread;
}

// One that is interrupted in a shard, by a signal or by an allocator that triggers events itself,
// does not wait for itself.
__thread bool in_shard = false;

class InShard {
public:
    explicit InShard(std::atomic_flag& taken) noexcept : taken_(taken) {
        in_shard = true;
        while (taken_.test_and_set(std::memory_order_acquire)) {
            sched_yield();
        }
    }
    InShard(const InShard&) = delete;
    InShard& operator=(const InShard&) = delete;
    ~InShard() {
        taken_.clear(std::memory_order_release);
        in_shard = false;
    }

private:
    std::atomic_flag& taken_;
};

class MeasuringEvent final : public measurement::Event {
public:
    MeasuringEvent(EventSums& sums, bool by_path) : sums_(sums), by_path_(by_path) {}

    void trigger(double value) noexcept override {
        if (!std::isfinite(value) || !sums_.site().active()) {
            return;
        }
        std::uint64_t word = 0;
        std::memcpy(&word, &value, sizeof word);
        detail::record_instant(sums_.site().site(), word);
        try {
            sums_.add(value, by_path_ ? detail::innermost_node() : nullptr);
        } catch (const std::exception&) { // no memory to count it
        }
    }

private:
    EventSums& sums_;
    bool by_path_;
};

class SampledMemory final : public measurement::MemoryTracker {
public:
    SampledMemory(std::string_view event, std::uint64_t (*bytes)() noexcept)
        : event_(make_event(event, false)), bytes_(bytes) {}

    void track_here() noexcept override { event_->trigger(static_cast<double>(bytes_())); }

private:
    std::unique_ptr<measurement::Event> event_;
    std::uint64_t (*bytes_)() noexcept;
};

} // namespace

// Welford's update.
void EventValues::add(double value) noexcept {
    ++samples;
    minimum = std::min(minimum, value);
    maximum = std::max(maximum, value);
    sum_squares += value * value;
    const double difference = value - mean;
    mean += difference / static_cast<double>(samples);
    spread += difference * (value - mean);
}

void EventValues::merge(const EventValues& other) noexcept {
    if (other.samples == 0) {
        return;
    }
    const auto mine = static_cast<double>(samples);
    const auto theirs = static_cast<double>(other.samples);
    const double difference = other.mean - mean;
    spread += other.spread + difference * difference * mine * theirs / (mine + theirs);
    mean += difference * theirs / (mine + theirs);
    samples += other.samples;
    minimum = std::min(minimum, other.minimum);
    maximum = std::max(maximum, other.maximum);
    sum_squares += other.sum_squares;
}

double EventValues::deviation() const noexcept {
    return samples == 0 ? 0 : std::sqrt(spread / static_cast<double>(samples));
}

void EventSums::add(double value, const detail::Node* node) {
    if (in_shard) {
        return;
    }
    Shard& shard = shards_[number_here() % shards_.size()];
    const InShard taken(shard.taken);
    shard.values.add(value);
    if (node != nullptr) {
        shard.by_node[node].add(value);
    }
}

template <class Action>
void EventSums::each(Action&& action) const {
    for (Shard& shard : shards_) {
        const InShard taken(shard.taken);
        action(shard);
    }
}

EventValues EventSums::values() const {
    EventValues all;
    each([&](const Shard& shard) { all.merge(shard.values); });
    return all;
}

EventSums::ByNode EventSums::by_node() const {
    ByNode all;
    each([&](const Shard& shard) {
        for (const auto& [node, values] : shard.by_node) {
            all[node].merge(values);
        }
    });
    return all;
}

// A thread that is gone may have been within one: what it has is left where it is.
void EventSums::begin_child() noexcept {
    for (Shard& shard : shards_) {
        shard.taken.clear();
        shard.values = {};
        new (&shard.by_node) ByNode;
    }
}

EventSums& Events::find_or_add(std::string_view name) {
    const Lock lock;
    if (const auto known = events_.find(name); known != events_.end()) {
        return known->second;
    }
    CallSite& site = call_sites().find_or_add(
        {event_port, std::string(name), {}, "event", ColumnType::real, {"value"}});
    return events_.try_emplace(std::string(name), site).first->second;
}

std::vector<const EventSums*> Events::all() {
    const Lock lock;
    std::vector<const EventSums*> all;
    for (const auto& [name, event] : events_) {
        all.push_back(&event);
    }
    return all;
}

void Events::begin_child() noexcept {
    for (auto& [name, event] : events_) {
        event.begin_child();
    }
}

Events& events() noexcept {
    static detail::NoDestructor<Events> instance;
    return *instance;
}

std::unique_ptr<measurement::Event> make_event(std::string_view name, bool by_path) {
    if (name.empty()) {
        return std::make_unique<measurement::Event>();
    }
    return std::make_unique<MeasuringEvent>(events().find_or_add(name), by_path);
}

std::unique_ptr<measurement::MemoryTracker> make_tracker(std::string_view event,
                                                         std::uint64_t (*bytes)() noexcept) {
    return std::make_unique<SampledMemory>(event, bytes);
}

} // namespace proxima::measuring
