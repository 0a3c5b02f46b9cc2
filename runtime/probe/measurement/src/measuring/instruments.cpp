#include "instruments.hpp"

#include <proxima/detail/message.hpp>
#include <proxima/detail/no_destructor.hpp>
#include <proxima/detail/regions.hpp>
#include <proxima/detail/run_facts.hpp>

#include <exception>
#include <mutex>
#include <utility>

namespace proxima::measuring {
namespace {

std::vector<Parameter> parameters_of(const InstrumentLabel& label) {
    std::vector<Parameter> parameters;
    for (const std::string& name : label.parameters) {
        parameters.push_back({name.c_str(), "double", ParameterType::real});
    }
    return parameters;
}

std::mutex mutex;
__thread unsigned held = 0; // number of times that the thread holds the mutex

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

void Instrument::say_overlap() const noexcept {
    if (overlaps_.exchange(true)) {
        return;
    }
    try {
        detail::say("warning: timers overlap: \"" + label_.name +
                    "\" stops while timers that started inside it run, so these stop, too");
    } catch (const std::exception&) { // no memory: the warning is missing
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

Instruments& instruments() noexcept {
    static detail::NoDestructor<Instruments> instance;
    return *instance;
}

} // namespace proxima::measuring
