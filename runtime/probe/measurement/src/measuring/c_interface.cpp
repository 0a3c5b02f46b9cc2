// The functions of proxima.h.
#include "ports.hpp"

#include <proxima/detail/message.hpp>
#include <proxima/detail/regions.hpp>
#include <proxima/measurement/connect.hpp>

#include <algorithm>
#include <cerrno>
#include <exception>
#include <optional>

#pragma GCC visibility push(default)
#include <proxima.h>
#pragma GCC visibility pop

namespace proxima::measuring {
namespace {

// Takes the text up to the next comma, without spaces around it.
std::string_view take_item(std::string_view& text) noexcept {
    constexpr const char* spaces = " \t\n";
    std::string_view item = text.substr(0, text.find(','));
    text.remove_prefix(std::min(item.size() + 1, text.size()));
    item.remove_prefix(std::min(item.find_first_not_of(spaces), item.size()));
    return item.substr(0, item.find_last_not_of(spaces) + 1);
}

std::optional<NamedParameter> parameter_of(std::string_view item) {
    constexpr std::pair<std::string_view, ParameterType> types[] = {
        {"integer ", ParameterType::integer}, {"real ", ParameterType::real}};
    for (const auto& [word, type] : types) {
        if (item.size() > word.size() && item.substr(0, word.size()) == word) {
            return NamedParameter(item.substr(word.size()), type);
        }
    }
    return std::nullopt;
}

// Reports a text that has an error; the timer has no parameters then.
std::vector<NamedParameter> parameters_of(const proxima_timer& timer) {
    std::vector<NamedParameter> parameters;
    std::string_view text = timer.parameters == nullptr ? "" : timer.parameters;
    while (!text.empty()) {
        const std::optional<NamedParameter> parameter = parameter_of(take_item(text));
        if (!parameter || parameters.size() == most_parameters) {
            detail::say("error: timer \"" + std::string(timer.name) + "\": parameters \"" +
                        timer.parameters +
                        "\": write at most 16 as \"integer NAME\" or \"real NAME\", with commas "
                        "between them");
            return {};
        }
        parameters.push_back(*parameter);
    }
    return parameters;
}

const Instrument& find(const proxima_timer& timer) {
    return instruments().find_or_add(
        {timer_port,
         timer.name,
         {},
         timer.group == nullptr ? std::string(measurement::default_group) : timer.group,
         parameters_of(timer)});
}

const Instrument& find(const proxima_event& event) {
    return find_or_add_event(event.name, "");
}

// Connects PROXIMA_MEASUREMENT first, which may configure the run.
template <class Place>
[[gnu::noinline]] const Instrument* look_up(Place& place) noexcept {
    if (place.name == nullptr || *place.name == '\0' || Lock::is_interrupted()) {
        return nullptr;
    }
    const int error = errno;
    const Instrument* instrument = nullptr;
    try {
        measurement::measurement();
        instrument = &find(place);
        __atomic_store_n(&place.handle, static_cast<const void*>(instrument), __ATOMIC_RELEASE);
    } catch (const std::exception&) { // no memory: not measured
    }
    errno = error;
    return instrument;
}

// Returns null if the place cannot be measured now.
template <class Place>
[[gnu::always_inline]] inline const Instrument* instrument_of(Place* place) noexcept {
    const void* const known = __atomic_load_n(&place->handle, __ATOMIC_ACQUIRE);
    return __builtin_expect(known != nullptr, 1) ? static_cast<const Instrument*>(known)
                                                 : look_up(*place);
}

} // namespace
} // namespace proxima::measuring

using namespace proxima::measuring;

void proxima_begin(proxima_timer* timer) {
    if (const Instrument* const instrument = instrument_of(timer)) {
        start(*instrument);
    }
}

void proxima_end(proxima_timer* timer) {
    proxima_end_with(timer, nullptr, 0);
}

void proxima_end_with(proxima_timer* timer, const double* values, int count) {
    const Instrument* const instrument = instrument_of(timer);
    if (instrument == nullptr) {
        return;
    }
    const auto given = static_cast<std::size_t>(std::max(count, 0));
    if (__builtin_expect(given != instrument->parameters().size(), 0) && instrument->active()) {
        instrument->say(Mistake::wrong_values);
    }
    stop(*instrument, values, given);
}

const void* proxima_capture() {
    return proxima::detail::innermost_origin();
}

proxima_adoption proxima_adopt(const void* context) {
    const auto adoption =
        proxima::detail::adopt(static_cast<const proxima::detail::Node*>(context));
    return {adoption.before, adoption.stand_in};
}

void proxima_end_adoption(proxima_adoption adoption) {
    proxima::detail::end_adoption({static_cast<proxima::detail::Node*>(adoption.before),
                                   static_cast<proxima::detail::Node*>(adoption.stand_in)});
}

void proxima_trigger(proxima_event* event, double value) {
    if (const Instrument* const instrument = instrument_of(event)) {
        trigger(*instrument, value);
    }
}
