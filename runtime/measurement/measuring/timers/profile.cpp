#include "profile.hpp"

#include "../events/counting.hpp"
#include "overlaps.hpp"

#include <proxima/call_path.hpp>
#include <proxima/communication.hpp>
#include <proxima/invocation.hpp>
#include <proxima/run_facts.hpp>

#include <algorithm>
#include <cstring>
#include <exception>
#include <utility>

namespace proxima::measuring {

namespace {

// Timers do not live on the stack: what tells one open invocation from another is a place that no
// stack has.
std::uintptr_t frame_of_level(std::size_t level) noexcept {
    return UINTPTR_MAX - 1 - level;
}

} // namespace

std::string name_of(const Entry& entry) {
    std::string name;
    if (entry.phase != nullptr) {
        name = entry.phase->full_name() + " => ";
    }
    name += entry.region->full_name();
    return entry.parameters.empty() ? name : name + " [" + entry.parameters + "]";
}

// Frames are left as they are, so that no memory is touched before it is needed.
Profile::Profile(std::uint64_t number)
    : number_(number), frames_(new Frame[most_levels]), top_(frames_.get()) {
    context_ = &contexts_[nullptr];
}

void Profile::begin_thread() {
    only_wall_clock_ = counters().count() == 1;
    counter_is_clock_ = detail::run_facts().counter_is_clock;
    if (const std::string problem = counters().begin_thread(); !problem.empty()) {
        detail::report_message(problem);
    }
    read_counters(latest_);
}

// The runtime has let go of the thread, so its nodes are left alone.
void Profile::end_thread() noexcept {
    const std::uint64_t end = counter_is_clock_ ? detail::counter() : detail::clock_ticks();
    while (!is_idle()) {
        top_[-1].node = nullptr;
        pop(count_until(end));
    }
    counters().end_thread();
}

void Profile::abandon() noexcept {
    top_ = frames_.get();
    context_ = &contexts_[nullptr];
    for (Entry& entry : entries_) {
        entry.open = 0;
    }
}

void Profile::begin_child(std::uint64_t now) noexcept {
    for (Entry& entry : entries_) {
        entry.calls = entry.child_calls = 0;
        std::fill(std::begin(entry.counts), std::end(entry.counts), Count());
        entry.live = nullptr; // the parent's
    }
    read_counters(latest_);
    for (std::size_t level = 0; level < depth(); ++level) {
        Frame& frame = frames_[level];
        std::copy(std::begin(latest_), std::end(latest_), std::begin(frame.start));
        std::fill(std::begin(frame.children), std::end(frame.children), 0);
        frame.start[0] = now;
        frame.child_calls = 0;
    }
}

void Profile::read_counters(Reading& reading) const noexcept {
    if (!only_wall_clock_) {
        counters().read(reading);
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

void Profile::start(const Region& region, const Layout* layout) noexcept {
    if (__builtin_expect(depth() == most_levels, 0)) {
        report_too_deep(region);
        return;
    }
    Entry* const entry = entry_of(region);
    Context* const inside = region.is_phase() ? context_of(region) : context_;
    if (entry != nullptr && inside != nullptr) {
        push(*entry, *inside, layout == nullptr ? region.site() : layout->site(),
             layout == nullptr ? nullptr : &layout->unknown());
    }
}

void Profile::push(Entry& entry, Context& inside, Site site, const Recorded* recorded) noexcept {
    Frame& frame = *top_;
    frame.entry = &entry;
    frame.parameter = nullptr;
    frame.outer = context_;
    frame.recorded = recorded;
    frame.child_calls = 0;
    frame.children[0] = 0;
    ++entry.open;
    if (!is_idle()) {
        ++top_[-1].child_calls;
    }
    context_ = &inside;
    if (!only_wall_clock_) {
        start_counters(frame);
    }
    detail::Node* const node = detail::enter_node(site, frame_of_level(depth()));
    frame.node = node;
    if (__builtin_expect(!only_wall_clock_ && entry.node != node, 0)) {
        entry.node = node;
        restart(frame);
    }
    // Where the node has a lane it has just read the clock.
    frame.start[0] = count_until(__builtin_expect(node->lane != nullptr, 1)
                                     ? node->start + detail::current_lane->overhead
                                     : detail::clock_ticks());
    ++top_;
}

void Profile::stop(const Region& region, std::uint64_t end) noexcept {
    if (__builtin_expect(!counter_is_clock_, 0)) {
        end = detail::clock_ticks();
    }
    end = count_until(end); // it was read before the profile was entered
    if (__builtin_expect(!is_idle() && top_[-1].entry->region == &region, 1)) {
        pop(end);
    } else {
        stop_outer(region, end);
    }
}

void Profile::stop(const Region& region, std::uint64_t end, const Recorded& recorded) noexcept {
    if (Frame* const frame = find(region)) {
        frame->recorded = &recorded;
        stop(region, end);
    }
}

void Profile::pop(std::uint64_t end) noexcept {
    Frame& frame = *--top_;
    Entry& entry = *frame.entry;
    const std::uint64_t elapsed = end - frame.start[0];
    ++entry.calls;
    entry.child_calls += frame.child_calls;
    --entry.open;
    entry.counts[0].exclusive += elapsed - frame.children[0];
    if (entry.open == 0) {
        entry.counts[0].inclusive += elapsed;
    }
    if (!is_idle()) {
        top_[-1].children[0] += elapsed;
    }
    context_ = frame.outer;
    if (__builtin_expect(!only_wall_clock_, 0)) {
        add_counters(frame);
    }
    if (__builtin_expect(frame.parameter != nullptr, 0)) {
        add_to_parameter(frame, end);
    }
    if (__builtin_expect(frame.recorded != nullptr, 0)) {
        leave_recorded(frame, end);
    } else if (frame.node != nullptr) {
        leave_node(frame.node, end);
    }
    keep(entry);
    if (__builtin_expect(frame.parameter != nullptr, 0)) {
        keep(*frame.parameter);
    }
}

// After the call has been left, of which making the row is no part.
void Profile::keep(Entry& entry) noexcept {
    if (__builtin_expect(entry.live == nullptr, 0) && !begin_keeping(entry)) {
        return;
    }
    LiveTimer& live = *entry.live;
    live.calls = entry.calls;
    live.child_calls = entry.child_calls;
    live.counts[0] = entry.counts[0];
    if (__builtin_expect(!only_wall_clock_, 0)) {
        std::copy_n(entry.counts + 1, counters().count() - 1, live.counts + 1);
    }
}

// False where the next call has to, as an allocator's that is called while a file is begun.
bool Profile::begin_keeping(Entry& entry) noexcept {
    const Counting counting;
    if (!counting.permitted()) {
        return false;
    }
    LiveTimer* added = nullptr;
    try {
        added = live_values().add_timer(number_, name_of(entry), entry.region->group_name());
    } catch (const std::exception&) { // no memory
    }
    entry.live = added == nullptr ? &unkept_ : added;
    return true;
}

void Profile::leave_node(detail::Node* node, std::uint64_t end) noexcept {
    const bool innermost = detail::current_lane->current == node;
    if (__builtin_expect(!innermost || !detail::leave_node<0>(node, end, nullptr), 0)) {
        detail::leave_early(node, end);
    }
}

// One with parameters, or entered as one.
void Profile::leave_recorded(const Frame& frame, std::uint64_t end) noexcept {
    if (frame.node == nullptr) {
        return;
    }
    if (detail::innermost_node() != frame.node) {
        detail::leave_early(frame.node, end); // with zeros for parameters
        return;
    }
    const Recorded& recorded = *frame.recorded;
    detail::Node* node = frame.node;
    if (recorded.site != node->site) {
        const std::uint64_t overhead = detail::current_lane->overhead;
        node = detail::enter_instead(node, recorded.site);
        if (counter_is_clock_) { // all that was done since `end` is the runtime's
            const std::uint64_t now = detail::counter();
            const std::uint64_t counted = detail::current_lane->overhead - overhead;
            detail::add_overhead(now - end - counted);
            end = now;
        }
    }
    std::uint64_t words[Layout::most_columns] = {};
    if (recorded.values != nullptr) {
        std::memcpy(words, recorded.values, recorded.count * sizeof(double));
    }
    detail::leave_slowly(node, end, words, recorded.count);
}

void Profile::start_counters(Frame& frame) noexcept {
    const std::size_t count = counters().count();
    std::fill_n(frame.children + 1, count - 1, 0);
    read_counters(latest_);
    std::copy_n(latest_ + 1, count - 1, frame.start + 1);
}

// A node that may have just been made, perhaps with everything that the runtime has for a thread:
// that work is not the timer's.
void Profile::restart(Frame& frame) noexcept {
    start_counters(frame);
    if (frame.node->lane != nullptr) {
        frame.node->start = detail::counter() - detail::current_lane->overhead;
    }
}

// All but the wall clock, of the frame that has just been popped.
void Profile::add_counters(Frame& frame) noexcept {
    read_counters(latest_);
    for (std::size_t i = 1; i < counters().count(); ++i) {
        const std::uint64_t elapsed = latest_[i] - frame.start[i];
        Count& count = frame.entry->counts[i];
        count.exclusive += elapsed - frame.children[i];
        count.inclusive += frame.entry->open == 0 ? elapsed : 0;
        if (!is_idle()) {
            top_[-1].children[i] += elapsed;
        }
    }
}

void Profile::add_to_parameter(const Frame& frame, std::uint64_t end) noexcept {
    Entry& entry = *frame.parameter;
    ++entry.calls;
    entry.child_calls += frame.child_calls;
    --entry.open;
    for (std::size_t i = 0; i < counters().count(); ++i) {
        const std::uint64_t elapsed = (i == 0 ? end : latest_[i]) - frame.start[i];
        entry.counts[i].exclusive += elapsed - frame.children[i];
        entry.counts[i].inclusive += entry.open == 0 ? elapsed : 0;
    }
}

// The innermost frame of a region; null if there is none.
Frame* Profile::find(const Region& region) const noexcept {
    Frame* frame = top_;
    while (frame != frames_.get()) {
        --frame;
        if (frame->entry->region == &region) {
            return frame;
        }
    }
    return nullptr;
}

// Those inside of it are stopped with it, and started again where it was.
void Profile::stop_outer(const Region& region, std::uint64_t end) noexcept {
    Frame* const stopped = find(region);
    if (stopped == nullptr) {
        return;
    }
    const Frame* const top = top_;
    for (const Frame* inner = stopped + 1; inner != top; ++inner) {
        report_overlap(region, *inner->entry->region);
    }
    while (top_ != stopped) {
        pop(end);
    }
    // The frames above are as they were: each is read before the one below it is written to.
    for (const Frame* inner = stopped + 1; inner != top; ++inner) {
        start(*inner->entry->region);
    }
}

void Profile::set_parameter(const Region& region, long value, std::string_view name) noexcept {
    Frame* const found = find(region);
    if (found == nullptr) {
        return;
    }
    Frame& frame = *found;
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
