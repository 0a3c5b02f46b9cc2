#include "system/directory.hpp"

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

// Nothing of what cannot be read.
std::vector<std::string> names_in(const std::string& directory) {
    const std::unique_ptr<DIR, int (*)(DIR*)> open(opendir(directory.c_str()), closedir);
    std::vector<std::string> names;
    while (const dirent* const entry = open == nullptr ? nullptr : readdir(open.get())) {
        const std::string_view name = static_cast<const char*>(entry->d_name);
        if (name != "." && name != "..") {
            names.emplace_back(name);
        }
    }
    return names;
}

bool ends_with(std::string_view name, std::string_view end) noexcept {
    return name.size() >= end.size() && name.substr(name.size() - end.size()) == end;
}

// The files of the run that is there, with their paths. Nothing if there is none, or anything else
// besides it.
std::vector<std::string> files_of_run(const std::string& directory) {
    std::vector<std::string> files;
    bool has_run = false;
    for (const std::string& name : names_in(directory)) {
        has_run = has_run || name == "run.json";
        if (ends_with(name, ".json")) {
            files.push_back(directory + "/" + name);
        } else if (name != "records") {
            return {};
        }
    }
    const std::string records = directory + "/records/";
    for (const std::string& name : names_in(records)) {
        if (!ends_with(name, ".rec") && !ends_with(name, ".buffer")) {
            return {};
        }
        files.push_back(records + name);
    }
    return has_run ? files : std::vector<std::string>();
}

// EEXIST: something else is there.
int take(const std::string& directory, Existing existing) {
    const int error = make_directory(directory);
    if (error != 0 && error != EEXIST) {
        return error;
    }
    if (error == EEXIST) {
        if (existing == Existing::overwrite) {
            for (const std::string& file : files_of_run(directory)) {
                unlink(file.c_str());
            }
            rmdir((directory + "/records").c_str());
        }
        struct stat status{};
        if (stat(directory.c_str(), &status) != 0 || !S_ISDIR(status.st_mode) ||
            !names_in(directory).empty()) {
            return EEXIST;
        }
    }
    return make_directory(directory + "/records"); // of several processes, one succeeds
}

} // namespace

int make_directory(const std::string& path) noexcept {
    return mkdir(path.c_str(), 0777) == 0 ? 0 : errno;
}

int make_run_directory(const std::string& path, Existing existing, std::string& made) {
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
        const int error = take(made, number == 1 ? existing : Existing::keep);
        if (error != EEXIST) {
            return error;
        }
    }
    return EEXIST;
}

} // namespace proxima::detail
