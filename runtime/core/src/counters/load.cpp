#include "counters/load.hpp"

#include <dlfcn.h>
#include <string_view>

namespace proxima::detail {

namespace {

// With the slash at the end; empty if it is not known.
std::string own_directory() {
    Dl_info info{};
    if (dladdr(reinterpret_cast<const void*>(&load_counter_source), &info) == 0 ||
        info.dli_fname == nullptr) {
        return {};
    }
    const std::string_view file = info.dli_fname;
    return std::string(file.substr(0, file.rfind('/') + 1)); // npos + 1 is 0
}

// Its threads and those of PAPI come back to it when they exit.
void* load(const std::string& file, std::string& why) {
    void* const library = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    if (library == nullptr) {
        const char* const error = dlerror();
        why = error == nullptr ? "cannot load " + file : error;
    }
    return library;
}

} // namespace

CounterSource* load_counter_source(std::string& why) {
    void* const library = load(own_directory() + PROXIMA_COUNTERS_LIBRARY, why);
    if (library == nullptr) {
        return nullptr;
    }
    const auto get = reinterpret_cast<GetCounterSource>(dlsym(library, counter_source_function));
    if (get == nullptr) {
        why = std::string(PROXIMA_COUNTERS_LIBRARY) + " is of another version of Proxima";
        return nullptr;
    }
    return get();
}

} // namespace proxima::detail
