#include "instruments.hpp"

#include <proxima/detail/message.hpp>
#include <proxima/detail/no_destructor.hpp>
#include <proxima/detail/regions.hpp>
#include <proxima/detail/run_facts.hpp>

#include <cerrno>
#include <exception>
#include <mutex>
#include <optional>
#include <pthread.h>
#include <utility>

namespace proxima::measuring {
namespace {

std::vector<Parameter> parameters_of(const InstrumentLabel& label) {
    std::vector<Parameter> parameters;
    for (const auto& [name, type] : label.parameters) {
        parameters.push_back(
            {name.c_str(), type == ParameterType::integer ? "integer" : "double", type});
    }
    return parameters;
}

// Ranks 0 and 1 print warnings, which covers a master and its workers.
void warn(const std::string& timer, const std::string& mistake) noexcept {
    const int error = errno;
    try {
        if (detail::run_facts().rank <= 1) {
            detail::say("warning: timer \"" + timer + "\"" + mistake);
        }
    } catch (const std::exception&) { // no memory: the warning is missing
    }
    errno = error;
}

std::mutex mutex;
__thread unsigned held = 0; // number of times that the thread holds the mutex

// The lock that a thread holds while it is in fork().
std::optional<Lock> forking;

void before_fork() {
    const Lock lock; // guards `forking`
    forking.emplace();
}
void after_fork() {
    forking.reset();
}
void after_fork_in_child() {
    instruments().skip_all();
    forking.reset();
}

// Runs before the end of the run.
[[gnu::destructor]] void say_unended_at_exit() {
    if (!Lock::is_interrupted()) {
        instruments().say_unended();
    }
}

} // namespace

Lock::Lock() noexcept {
    if (held++ == 0) {
        mutex.lock();
    }
}

Lock::~Lock() {
    if (--held == 0) {
        mutex.unlock();
    }
}

bool Lock::is_interrupted() noexcept {
    return held != 0 || detail::is_within_runtime();
}

Instrument::Instrument(InstrumentLabel label)
    : label_(std::move(label)), parameters_(parameters_of(label_)),
      method_(label_.name.c_str(), label_.type.c_str(), "", parameters_.data(), parameters_.size()),
      port_(label_.port, methods_, 1), instance_(port_, label_.group) {
}

void Instrument::say(Mistake mistake) const noexcept {
    static std::atomic<bool> overlapped{false}; // stops of timers that ended by it find them ended
    constexpr const char* warnings[] = {
        " stops while timers that started inside it run, so these stop, too",
        " ends, but does not run on this thread; that has no effect",
        " ends with another number of values than parameters; missing ones are recorded as 0"};
    if (mistake == Mistake::overlap) {
        overlapped = true;
    } else if (mistake == Mistake::not_running && (skipped_ || overlapped)) {
        return;
    }
    const unsigned bit = 1U << static_cast<unsigned>(mistake);
    if ((said_.fetch_or(bit) & bit) == 0) {
        warn(label_.name, warnings[static_cast<std::size_t>(mistake)]);
    }
}

Instrument& Instruments::find_or_add(const InstrumentLabel& label) {
    const Lock lock;
    Instrument*& instrument =
        by_label_[Key(label.port, label.name, label.type, label.group, label.parameters)];
    if (instrument == nullptr) {
        Instrument& added = instruments_.emplace_back(label);
        const auto switched = groups_.find(label.group);
        added.enable(switched == groups_.end() ? all_enabled_ : switched->second);
        instrument = &added;
    }
    return *instrument;
}

void Instruments::enable_group(std::string_view name, bool enabled) {
    const Lock lock;
    groups_[std::string(name)] = enabled;
    for (Instrument& instrument : instruments_) {
        if (instrument.label().group == name) {
            instrument.enable(enabled);
        }
    }
}

void Instruments::enable_all(bool enabled) {
    const Lock lock;
    all_enabled_ = enabled;
    groups_.clear();
    for (Instrument& instrument : instruments_) {
        instrument.enable(enabled);
    }
}

void Instruments::skip_all() noexcept {
    for (const Instrument& instrument : instruments_) {
        instrument.skip();
    }
}

void Instruments::say_unended() noexcept {
    const Lock lock;
    for (const Instrument& instrument : instruments_) {
        int open = 0;
        for (const detail::Node* node = detail::innermost_node();
             node != nullptr && node != node->parent; node = node->parent) {
            open += node->site == instrument.site() ? 1 : 0;
        }
        if (open > 1) { // a program may exit inside of a timer, but hardly in a recursion
            warn(instrument.label().name,
                 " has begun " + std::to_string(open) + " times more than it has ended");
            return; // the first one, because others may follow from it
        }
    }
}

Instruments& instruments() noexcept {
    static Instruments& instance = []() -> Instruments& {
        static detail::NoDestructor<Instruments> all;
        pthread_atfork(before_fork, after_fork, after_fork_in_child);
        return *all;
    }();
    return instance;
}

} // namespace proxima::measuring
