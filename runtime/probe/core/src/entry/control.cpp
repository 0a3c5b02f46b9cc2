#include "buffer/thread_state.hpp"
#include "run/run.hpp"

#include <proxima/control.hpp>
#include <proxima/handed_over.hpp>
#include <proxima/instance.hpp>
#include <proxima/method_info.hpp>
#include <proxima/parameter.hpp>

#include <cstring>
#include <utility>

namespace proxima {
namespace {

using detail::guarded;

// Does nothing if the runtime is interrupted: the thread may hold its locks.
template <class Action>
void guarded_unless_interrupted(Action action) noexcept {
    if (!detail::is_runtime_interrupted()) {
        guarded(std::move(action));
    }
}

// Ends the run after the application's own static objects are gone.
[[gnu::destructor]] void finish_at_exit() {
    guarded_unless_interrupted([] { detail::run().say_that_nothing_was_measured(); });
    finish();
}

} // namespace

bool configure(TextView configuration) noexcept {
    bool taken = false;
    guarded_unless_interrupted([&] {
        taken =
            detail::run().configure(std::string_view(configuration.data(), configuration.size()));
    });
    return taken;
}

ConfigurationOutline outline_of(TextView configuration) {
    const auto parsed = detail::parse_configuration({configuration.data(), configuration.size()});
    if (const auto* const error = std::get_if<detail::ConfigurationError>(&parsed)) {
        return {error->message};
    }
    const auto& known = std::get<detail::Configuration>(parsed);
    return {{}, known.measure, known.measure && known.records_some()};
}

void enable() noexcept {
    guarded_unless_interrupted([] { detail::run().enable(); });
}

void disable() noexcept {
    guarded_unless_interrupted([] { detail::run().disable(); });
}

void finish() noexcept {
    // Must be read before guarded() marks the thread as busy.
    const bool is_interrupted = detail::is_runtime_interrupted();
    guarded([=] { detail::run().finish(is_interrupted); });
}

Instance::Instance(PortInfo& port, InstanceName name) noexcept
    : first_site_(detail::Registry::unmeasured) {
    guarded_unless_interrupted([&] {
        detail::run().configure_from_environment();
        first_site_ = detail::registry().add_instance(port, name);
    });
}

namespace detail {

std::string name_by_origin(CallSite site, TextView origin) {
    std::string name;
    guarded_unless_interrupted([&] {
        const CallSiteInfo* const known = run().is_measuring() ? registry().site(site) : nullptr;
        if (known != nullptr) {
            name = *known->instance + "." + std::string(origin.data(), origin.size());
        }
    });
    return name;
}

} // namespace detail

PortInfo::~PortInfo() {
    if (registered_) {
        guarded_unless_interrupted([&] { detail::registry().remove(*this); });
    }
}

Text::Text(const char* text) noexcept {
    std::size_t size = 0;
    while (text != nullptr && size <= capacity && text[size] != '\0') {
        ++size;
    }
    *this = Text(TextView(text, size));
}

Text::Text(TextView text) noexcept {
    std::size_t size = text.size();
    if (size > capacity) {
        size = capacity;
        size_and_flag_ = 0x80U;
    }
    size_and_flag_ = static_cast<unsigned char>(size_and_flag_ | size);
    if (size != 0) {
        std::memcpy(characters_, text.data(), size);
    }
}

} // namespace proxima
