#include "library.hpp"

#include <dlfcn.h>

namespace proxima::measurement {

namespace {

constexpr const char* entry_point = "proxima_measurement_1";

bool ends_with(std::string_view text, std::string_view end) noexcept {
    return text.size() >= end.size() && text.substr(text.size() - end.size()) == end;
}

bool is_file(std::string_view library) noexcept {
    return library.find('/') != std::string_view::npos || ends_with(library, ".so") ||
           library.find(".so.") != std::string_view::npos;
}

// "proxima" is the implementation of this project, others carry their names.
std::string file_of(std::string_view name) {
    std::string file = "libproxima_measurement";
    if (name != "proxima") {
        file.append("_").append(name);
    }
    return file + ".so";
}

// With a slash at the end; empty if it cannot be told.
std::string directory_of_this_library() {
    Dl_info info{};
    static const char here = 0;
    if (dladdr(&here, &info) == 0 || info.dli_fname == nullptr) {
        return {};
    }
    const std::string_view file = info.dli_fname;
    const auto slash = file.rfind('/');
    return slash == std::string_view::npos ? std::string() : std::string(file.substr(0, slash + 1));
}

struct Attempt {
    void* handle = nullptr;
    std::string error;
};

// RTLD_NODELETE: what the implementation creates outlives everything.
Attempt attempt(const std::string& file) {
    dlerror();
    void* const handle = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    const char* const error = handle == nullptr ? dlerror() : nullptr;
    return {handle, error == nullptr ? std::string() : std::string(error)};
}

Attempt find(std::string_view library) {
    if (is_file(library)) {
        return attempt(std::string(library));
    }
    const std::string file = file_of(library);
    if (const std::string directory = directory_of_this_library(); !directory.empty()) {
        if (const Attempt beside = attempt(directory + file); beside.handle != nullptr) {
            return beside;
        }
    }
    return attempt(file);
}

} // namespace

Library find_library(std::string_view specification) {
    const auto colon = specification.find(':');
    Library library;
    library.name = specification.substr(0, colon);
    if (colon != std::string_view::npos) {
        library.options = specification.substr(colon + 1);
    }
    if (library.name.empty()) {
        library.error = "no library is named; give a name such as proxima, or a path";
        return library;
    }
    const Attempt found = find(library.name);
    if (found.handle == nullptr) {
        library.error = "cannot load " + library.name + ": " + found.error;
        return library;
    }
    library.entry = reinterpret_cast<EntryPoint>(dlsym(found.handle, entry_point));
    if (library.entry == nullptr) {
        library.error = library.name +
                        " does not implement version 1 of the measurement interface (" +
                        entry_point + " is missing)";
    }
    return library;
}

Opened open(const Library& library) {
    char error[256] = "";
    const Connection connection{library.options.c_str(), error, sizeof error};
    Implementation* const implementation = library.entry(&connection);
    if (implementation == nullptr) {
        return {nullptr, library.name + ": " + (error[0] == '\0' ? "refuses to start" : error)};
    }
    return {implementation, {}};
}

} // namespace proxima::measurement
