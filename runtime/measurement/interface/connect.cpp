#include "library.hpp"

#include <proxima/measurement/connect.hpp>
#include <proxima/measurement/idle.hpp>

#include <atomic>
#include <cstdlib>
#include <exception>
#include <fcntl.h>
#include <map>
#include <mutex>
#include <new>
#include <string>
#include <unistd.h>

/// False if standard error was closed when this library was loaded: a file of the application may
/// have got its number. The core asks, too, which may be loaded later.
extern "C" PROXIMA_API bool proxima_has_standard_error() noexcept;

bool proxima_has_standard_error() noexcept {
    static const bool has = fcntl(STDERR_FILENO, F_GETFD) >= 0;
    return has;
}

namespace proxima::measurement {

namespace {

[[gnu::constructor]] void look_for_standard_error() {
    proxima_has_standard_error();
}

// Never destroyed: components may measure until the very end.
Implementation& nothing() noexcept {
    alignas(Idle) static unsigned char storage[sizeof(Idle)];
    // NOLINTNEXTLINE(cppcoreguidelines-owning-memory)
    static auto* const instance = ::new (static_cast<void*>(storage)) Idle;
    return *instance;
}

// Null until the first use.
std::atomic<Implementation*> connected{nullptr};

std::mutex& loading() noexcept {
    static std::mutex mutex;
    return mutex;
}

struct Loaded {
    std::string options;
    Implementation* implementation;
};

// By entry point, which is called once, whatever names lead to it.
std::map<EntryPoint, Loaded>& loaded() {
    // NOLINTNEXTLINE(cppcoreguidelines-owning-memory): never destroyed
    static auto* const libraries = new std::map<EntryPoint, Loaded>;
    return *libraries;
}

void say(const std::string& text) noexcept {
    if (!proxima_has_standard_error()) {
        return;
    }
    // One write, so that lines of several processes do not mix.
    [[maybe_unused]] const auto written = write(STDERR_FILENO, text.data(), text.size());
}

Opened open_once(std::string_view specification) {
    const Library library = find_library(specification);
    if (library.entry == nullptr) {
        return {nullptr, library.error};
    }
    if (const auto known = loaded().find(library.entry); known != loaded().end()) {
        const auto& [options, implementation] = known->second;
        if (options != library.options) {
            return {nullptr, library.name + " is loaded with other options already (\"" + options +
                                 "\"), and there is one of it in a process"};
        }
        return {implementation, {}};
    }
    Opened opened = open(library);
    if (opened.implementation != nullptr) {
        loaded().emplace(library.entry, Loaded{library.options, opened.implementation});
    }
    return opened;
}

Implementation& from_environment() noexcept {
    const char* const specification = secure_getenv("PROXIMA_MEASUREMENT");
    if (specification == nullptr || *specification == '\0') {
        return nothing();
    }
    try {
        const Opened opened = open_once(specification);
        if (opened.implementation != nullptr) {
            return *opened.implementation;
        }
        say("proxima: error: in PROXIMA_MEASUREMENT: " + opened.error + "; nothing is measured\n");
    } catch (const std::exception&) {
        say("proxima: error: in PROXIMA_MEASUREMENT: out of memory; nothing is measured\n");
    }
    return nothing();
}

Implementation& implementation() noexcept {
    Implementation* current = connected.load(std::memory_order_acquire);
    if (current == nullptr) {
        const std::lock_guard lock(loading());
        current = connected.load(std::memory_order_relaxed);
        if (current == nullptr) {
            current = &from_environment();
            connected.store(current, std::memory_order_release);
        }
    }
    return *current;
}

} // namespace

Measurement& measurement() noexcept {
    return implementation().measurement();
}

Monitor& monitor() noexcept {
    return implementation().monitor();
}

PerfParam& perf_param() noexcept {
    return implementation().perf_param();
}

std::string load(std::string_view library) {
    const std::lock_guard lock(loading());
    const Opened opened = open_once(library);
    if (opened.implementation != nullptr) {
        connected.store(opened.implementation, std::memory_order_release);
    }
    return opened.error;
}

void connect(Implementation& chosen) noexcept {
    connected.store(&chosen, std::memory_order_release);
}

} // namespace proxima::measurement
