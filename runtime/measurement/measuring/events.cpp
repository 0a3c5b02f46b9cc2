#include "events.hpp"

#include <proxima/detail/call_path.hpp>
#include <proxima/detail/no_destructor.hpp>

#include <algorithm>
#include <cmath>
#include <cstring>
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

class Release {
public:
    explicit Release(std::atomic_flag& taken) noexcept : taken_(taken) {}
    Release(const Release&) = delete;
    Release& operator=(const Release&) = delete;
    ~Release() { taken_.clear(std::memory_order_release); }

private:
    std::atomic_flag& taken_;
};

} // namespace

// Welford's update.
void EventValues::add(double value) noexcept {
    ++samples;
    minimum = std::min(minimum, value);
    maximum = std::max(maximum, value);
    sum += value;
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
    sum += other.sum;
    sum_squares += other.sum_squares;
}

double EventValues::deviation() const noexcept {
    return samples == 0 ? 0 : std::sqrt(spread / static_cast<double>(samples));
}

void EventSums::add(double value, const detail::Node* node) {
    for (unsigned i = number_here();; ++i) {
        Shard& shard = shards_[i % shards_.size()];
        if (shard.taken.test_and_set(std::memory_order_acquire)) {
            continue;
        }
        const Release release(shard.taken);
        shard.values.add(value);
        if (node != nullptr) {
            shard.by_node[node].add(value);
        }
        return;
    }
}

template <class Action>
void EventSums::each(Action&& action) const {
    for (Shard& shard : shards_) {
        while (shard.taken.test_and_set(std::memory_order_acquire)) {
            sched_yield();
        }
        const Release release(shard.taken);
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

EventSums* Events::find_or_add(std::string_view name) {
    const Lock lock;
    if (const auto known = events_.find(name); known != events_.end()) {
        return &known->second;
    }
    CallSite* const site = call_sites().find_or_add(
        {event_port, std::string(name), {}, "event", 0, ColumnType::real, {"value"}});
    return site == nullptr ? nullptr : &events_.try_emplace(std::string(name), *site).first->second;
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

void trigger_event(std::atomic<EventSums*>& event, std::string_view name, double value,
                   bool by_path) noexcept {
    if (!std::isfinite(value)) {
        return;
    }
    try {
        EventSums* sums = event.load(std::memory_order_acquire);
        if (sums == nullptr && !Lock::is_interrupted()) {
            sums = events().find_or_add(name);
            event.store(sums, std::memory_order_release);
        }
        if (sums == nullptr || !sums->site().active()) {
            return;
        }
        std::uint64_t word = 0;
        std::memcpy(&word, &value, sizeof word);
        detail::record_instant(sums->site().site(), word);
        sums->add(value, by_path ? detail::innermost_node() : nullptr);
    } catch (const std::exception&) { // no memory to count it
    }
}

} // namespace proxima::measuring
