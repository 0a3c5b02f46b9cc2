#include <proxima/detail/counter_source.hpp>
#include <proxima/detail/no_destructor.hpp>

#include <climits>

#include <array>
#include <cstdlib>
#include <dlfcn.h>
#include <string_view>

namespace proxima::detail {

namespace {

// With the slash at the end; empty where the loader has to search, but never in the current
// directory.
std::string find_own_directory() {
    Dl_info info{};
    std::array<char, PATH_MAX> file{};
    if (dladdr(reinterpret_cast<const void*>(&load_counter_source), &info) == 0 ||
        info.dli_fname == nullptr || realpath(info.dli_fname, file.data()) == nullptr) {
        return {};
    }
    const std::string_view path = file.data();
    return std::string(path.substr(0, path.rfind('/') + 1));
}

const std::string& own_directory() {
    static NoDestructor<const std::string> directory(find_own_directory());
    return *directory;
}

// When the library is loaded: its path may be relative, and mean another file after chdir().
[[gnu::constructor]] void look_for_own_directory() {
    own_directory();
}

} // namespace

CounterSource* load_counter_source(std::string& why) {
    const std::string file = own_directory() + PROXIMA_COUNTERS_LIBRARY;
    // Its threads and those of PAPI come back to it when they exit.
    void* const library = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    if (library == nullptr) {
        const char* const error = dlerror();
        why = error == nullptr ? "cannot load " + file : error;
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
