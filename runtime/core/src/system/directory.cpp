#include "system/file.hpp"

#include <climits>

#include <array>
#include <cerrno>
#include <dirent.h>
#include <memory>
#include <string_view>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

namespace proxima::detail {

namespace {

std::string absolute(const std::string& path) {
    if (!path.empty() && path.front() == '/') {
        return path;
    }
    std::array<char, PATH_MAX> directory{};
    const char* const found = getcwd(directory.data(), directory.size());
    return found == nullptr ? path : std::string(found) + "/" + path;
}

std::string without_slash_at_end(std::string path) {
    while (path.size() > 1 && path.back() == '/') {
        path.pop_back();
    }
    return path;
}

int make_parents(const std::string& path) {
    for (std::size_t slash = path.find('/', 1); slash != std::string::npos;
         slash = path.find('/', slash + 1)) {
        const int error = make_directory(path.substr(0, slash));
        if (error != 0 && error != EEXIST) {
            return error;
        }
    }
    return 0;
}

bool is_empty_directory(const std::string& path) {
    const std::unique_ptr<DIR, int (*)(DIR*)> open(opendir(path.c_str()), closedir);
    while (const dirent* const entry = open == nullptr ? nullptr : readdir(open.get())) {
        const std::string_view name = static_cast<const char*>(entry->d_name);
        if (name != "." && name != "..") {
            return false;
        }
    }
    return open != nullptr;
}

// EEXIST: something else is there.
int take(const std::string& directory) {
    const int error = make_directory(directory);
    if (error != 0 && (error != EEXIST || !is_empty_directory(directory))) {
        return error;
    }
    return make_directory(directory + "/records"); // of several processes, one succeeds
}

} // namespace

int make_directory(const std::string& path) noexcept {
    return mkdir(path.c_str(), 0777) == 0 ? 0 : errno;
}

int make_run_directory(const std::string& path, std::string& made) {
    const std::string base = without_slash_at_end(absolute(path));
    made = base;
    const std::string name = base.substr(base.rfind('/') + 1);
    if (name.empty() || name == "." || name == "..") {
        return EINVAL;
    }
    if (const int error = make_parents(base); error != 0) {
        return error;
    }
    constexpr int most = 1'000'000;
    for (int number = 1; number < most; ++number) {
        made = number == 1 ? base : base + "-" + std::to_string(number);
        const int error = take(made);
        if (error != EEXIST) {
            return error;
        }
    }
    return EEXIST;
}

} // namespace proxima::detail
