#include "profile.hpp"

#include "overlaps.hpp"

#include <proxima/call_path.hpp>
#include <proxima/invocation.hpp>
#include <proxima/run_facts.hpp>

#include <algorithm>
#include <exception>

namespace proxima::measuring {

namespace {

// Timers do not live on the stack: what tells one open invocation from another is a place that no
// stack has.
std::uintptr_t frame_of_level(std::size_t level) noexcept {
    return UINTPTR_MAX - 1 - level;
}

} // namespace

// Frames are left as they are, so that no memory is touched before it is needed.
Profile::Profile(std::uint64_t number) : number_(number), frames_(new Frame[most_levels]) {
    context_ = &contexts_[nullptr];
}

void Profile::begin_thread() {
    counter_count_ = counters().count();
    counter_is_clock_ = detail::run_facts().counter_is_clock;
    events_ = counter_count_ > 1 ? counters().begin_thread() : Papi::no_events;
    read_counters(latest_);
}

// The runtime has let go of the thread, so its nodes are left alone.
void Profile::end_thread() noexcept {
    const std::uint64_t end = counter_is_clock_ ? detail::counter() : detail::clock_ticks();
    while (depth_ > 0) {
        frames_[depth_ - 1].node = nullptr;
        pop(end);
    }
    counters().end_thread(events_);
    events_ = Papi::no_events;
}

void Profile::abandon() noexcept {
    depth_ = 0;
    context_ = &contexts_[nullptr];
    for (Entry& entry : entries_) {
        entry.open = 0;
    }
}

void Profile::begin_child(std::uint64_t now) noexcept {
    for (Entry& entry : entries_) {
        entry.calls = entry.child_calls = 0;
        std::fill(std::begin(entry.counts), std::end(entry.counts), Count());
    }
    events_ = Papi::no_events; // they count in the parent
    read_counters(latest_);
    for (std::size_t level = 0; level < depth_; ++level) {
        Frame& frame = frames_[level];
        std::copy(std::begin(latest_), std::end(latest_), std::begin(frame.start));
        std::fill(std::begin(frame.children), std::end(frame.children), 0);
        frame.start[0] = now;
        frame.child_calls = 0;
    }
}

void Profile::read_counters(Reading& reading) const noexcept {
    if (counter_count_ > 1) {
        counters().read(events_, reading);
    }
}

Entry* Profile::entry_of(const Region& region) noexcept {
    const std::vector<Entry*>& entries = context_->entries;
    const std::uint32_t number = region.number();
    return number < entries.size() && entries[number] != nullptr ? entries[number]
                                                                 : add_entry(region);
}

// Null if there is no memory; then it is not measured.
Entry* Profile::add_entry(const Region& region) noexcept {
    try {
        std::vector<Entry*>& entries = context_->entries;
        if (entries.size() <= region.number()) {
            entries.resize(region.number() + 1);
        }
        Entry& entry = entries_.emplace_back();
        entry.region = &region;
        entry.phase = region.is_phase() ? nullptr : context_->phase;
        entries[region.number()] = &entry;
        return &entry;
    } catch (const std::exception&) {
        return nullptr;
    }
}

Context* Profile::context_of(const Region& phase) noexcept {
    try {
        Context& context = contexts_[&phase];
        context.phase = &phase;
        return &context;
    } catch (const std::exception&) {
        return nullptr;
    }
}

void Profile::start(const Region& region) noexcept {
    if (depth_ == most_levels) {
        report_too_deep(region);
        return;
    }
    Entry* const entry = entry_of(region);
    Context* const inside = region.is_phase() ? context_of(region) : context_;
    if (entry != nullptr && inside != nullptr) {
        push(region, *entry, *inside);
    }
}

void Profile::push(const Region& region, Entry& entry, Context& inside) noexcept {
    Frame& frame = frames_[depth_];
    frame.entry = &entry;
    frame.parameter = nullptr;
    frame.outer = context_;
    frame.child_calls = 0;
    frame.children[0] = 0;
    ++entry.open;
    if (depth_ > 0) {
        ++frames_[depth_ - 1].child_calls;
    }
    context_ = &inside;
    if (counter_count_ > 1) {
        std::fill_n(frame.children + 1, counter_count_ - 1, 0);
        read_counters(latest_);
        std::copy_n(latest_ + 1, counter_count_ - 1, frame.start + 1);
    }
    detail::Node* const node = detail::enter_node(region.site(), frame_of_level(depth_));
    frame.node = node;
    // Where the node has a lane it has just read the clock.
    frame.start[0] = __builtin_expect(node->lane != nullptr, 1)
                         ? node->start + detail::current_lane->overhead
                         : detail::clock_ticks();
    ++depth_;
}

void Profile::stop(const Region& region, std::uint64_t end) noexcept {
    if (!counter_is_clock_) {
        end = detail::clock_ticks();
    }
    if (__builtin_expect(depth_ > 0 && frames_[depth_ - 1].entry->region == &region, 1)) {
        pop(end);
    } else {
        stop_outer(region, end);
    }
}

void Profile::pop(std::uint64_t end) noexcept {
    Frame& frame = frames_[--depth_];
    Reading elapsed;
    elapsed[0] = end - frame.start[0];
    if (counter_count_ > 1) {
        read_counters(latest_);
        for (std::size_t i = 1; i < counter_count_; ++i) {
            elapsed[i] = latest_[i] - frame.start[i];
        }
    }
    if (frame.node != nullptr) {
        leave_node(frame.node, end);
    }
    context_ = frame.outer;
    add(*frame.entry, frame, elapsed);
    if (frame.parameter != nullptr) {
        add(*frame.parameter, frame, elapsed);
    }
    if (depth_ > 0) {
        for (std::size_t i = 0; i < counter_count_; ++i) {
            frames_[depth_ - 1].children[i] += elapsed[i];
        }
    }
}

void Profile::leave_node(detail::Node* node, std::uint64_t end) noexcept {
    const bool innermost = detail::current_lane->current == node;
    if (__builtin_expect(!innermost || !detail::leave_node<0>(node, end, nullptr), 0)) {
        detail::leave_early(node, end);
    }
}

void Profile::add(Entry& entry, const Frame& frame, const Reading& elapsed) noexcept {
    ++entry.calls;
    entry.child_calls += frame.child_calls;
    --entry.open;
    for (std::size_t i = 0; i < counter_count_; ++i) {
        entry.counts[i].exclusive += elapsed[i] - frame.children[i];
        entry.counts[i].inclusive += entry.open == 0 ? elapsed[i] : 0;
    }
}

// Those inside of it are stopped with it, and started again where it was.
void Profile::stop_outer(const Region& region, std::uint64_t end) noexcept {
    std::size_t level = depth_;
    while (level > 0 && frames_[level - 1].entry->region != &region) {
        --level;
    }
    if (level == 0) {
        return;
    }
    const std::size_t top = depth_;
    for (std::size_t inner = level; inner < top; ++inner) {
        report_overlap(region, *frames_[inner].entry->region);
    }
    while (depth_ >= level) {
        pop(end);
    }
    // The frames above are as they were; each is read before the one below it is written to.
    for (std::size_t inner = level; inner < top; ++inner) {
        start(*frames_[inner].entry->region);
    }
}

void Profile::set_parameter(const Region& region, long value, std::string_view name) noexcept {
    std::size_t level = depth_;
    while (level > 0 && frames_[level - 1].entry->region != &region) {
        --level;
    }
    if (level == 0) {
        return;
    }
    Frame& frame = frames_[level - 1];
    Entry* const before = frame.parameter != nullptr ? frame.parameter : frame.entry;
    try {
        const auto key = std::make_tuple(before, std::string(name), value);
        auto known = parameter_entries_.find(key);
        if (known == parameter_entries_.end()) {
            if (parameter_entries_.size() == most_parameter_entries) {
                report_too_many_values(region);
                return;
            }
            Entry& added = entries_.emplace_back();
            added.region = &region;
            added.phase = frame.entry->phase;
            added.parameters = before->parameters + (before->parameters.empty() ? "" : ", ") +
                               std::string(name) + " = " + std::to_string(value);
            known = parameter_entries_.emplace(key, &added).first;
        }
        if (frame.parameter != nullptr) {
            --frame.parameter->open;
        }
        frame.parameter = known->second;
        ++frame.parameter->open;
    } catch (const std::exception&) { // the call counts without its parameter
    }
}

} // namespace proxima::measuring
