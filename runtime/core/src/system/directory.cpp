#include "system/file.hpp"

#include <cerrno>
#include <filesystem>
#include <sys/stat.h>

namespace proxima::detail {

namespace {

namespace fs = std::filesystem;

bool is_empty_directory(const fs::path& path) {
    std::error_code error;
    const fs::directory_iterator first(path, error);
    return !error && first == fs::directory_iterator();
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
    std::error_code error;
    fs::path base = fs::absolute(path, error);
    if (!base.has_filename()) { // a slash at the end
        base = base.parent_path();
    }
    made = base;
    if (error || !base.has_filename() || base.filename() == "." || base.filename() == "..") {
        return EINVAL;
    }
    fs::create_directories(base.parent_path(), error);
    if (error) {
        return error.value();
    }
    constexpr int most = 1'000'000;
    for (int number = 1; number < most; ++number) {
        made = number == 1 ? base.string() : base.string() + "-" + std::to_string(number);
        const int failure = take(made);
        if (failure != EEXIST) {
            return failure;
        }
    }
    return EEXIST;
}

} // namespace proxima::detail
