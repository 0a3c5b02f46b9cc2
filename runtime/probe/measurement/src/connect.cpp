#include <proxima/detail/no_destructor.hpp>
#include <proxima/measurement/connect.hpp>

#include <array>
#include <atomic>
#include <cstdlib>
#include <dlfcn.h>
#include <exception>
#include <fcntl.h>
#include <string>
#include <string_view>
#include <unistd.h>

// Returns whether standard error was open when this library was loaded: if not, another file may
// have its number now. libproxima, which may be loaded later, calls it, too.
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

// The implementation that the application has connected; null if it has connected none.
std::atomic<Implementation*> connected{nullptr};

Implementation& nothing() noexcept {
    static detail::NoDestructor<Implementation> instance;
    return *instance;
}

// An implementation, or the error that prevents it.
struct Opened {
    Implementation* implementation = nullptr;
    std::string error;
};

Opened entered(decltype(&proxima_measurement_1) enter, const std::string& name,
               const std::string& options) {
    std::array<char, 256> error{};
    const ConnectRequest connection{options.c_str(), error.data(), error.size()};
    Implementation* const implementation = enter(&connection);
    return {implementation, implementation == nullptr ? name + ": " + error.data() : ""};
}

Opened open(std::string_view specification) {
    const auto colon = specification.find(':');
    const std::string name(specification.substr(0, colon));
    const std::string options(colon == std::string_view::npos ? ""
                                                              : specification.substr(colon + 1));
#ifdef PROXIMA_MEASUREMENT_BUILT_IN
    if (name == "proxima") {
        return entered(proxima_measurement_1, name, options);
    }
#endif
    const std::string file = name == "proxima" ? "libproxima_measurement.so" : name;
    // Never unloaded, because timers live as long as the process.
    void* const library = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    if (library == nullptr) {
        const char* const error = dlerror();
        return {nullptr, "cannot load " + name + ": " + (error == nullptr ? "" : error)};
    }
    const char* const entry_point = "proxima_measurement_1";
    const auto enter =
        reinterpret_cast<decltype(&proxima_measurement_1)>(dlsym(library, entry_point));
    if (enter == nullptr) {
        return {nullptr, name + " does not implement version 1 of the measurement interface (" +
                             entry_point + " is missing)"};
    }
    return entered(enter, name, options);
}

Implementation& from_environment() noexcept {
    const char* const specification = secure_getenv("PROXIMA_MEASUREMENT");
    if (specification == nullptr || *specification == '\0') {
        return nothing();
    }
    try {
        const Opened opened = open(specification);
        if (opened.implementation != nullptr) {
            return *opened.implementation;
        }
        const std::string line =
            "proxima: error: in PROXIMA_MEASUREMENT: " + opened.error + "; nothing is measured\n";
        if (proxima_has_standard_error()) { // one write, so that processes do not mix their lines
            [[maybe_unused]] const auto written = write(STDERR_FILENO, line.data(), line.size());
        }
    } catch (const std::exception&) { // no memory: measure nothing
    }
    return nothing();
}

Implementation& implementation() noexcept {
    if (Implementation* const own = connected.load(std::memory_order_acquire)) {
        return *own;
    }
    static Implementation& chosen = from_environment();
    return chosen;
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

void connect(Implementation& own) noexcept {
    connected.store(&own, std::memory_order_release);
}

} // namespace proxima::measurement
