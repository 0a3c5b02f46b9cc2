#include "output/output_directory.hpp"

#include <proxima/base/error.hpp>

#include <system_error>
#include <unistd.h>

namespace proxima::gen {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> missing_directories(const fs::path& directory) {
    std::vector<fs::path> missing;
    std::error_code ignored;
    for (fs::path path = directory; !path.empty() && !fs::exists(path, ignored);
         path = path.parent_path()) {
        missing.push_back(path);
    }
    return missing;
}

} // namespace

OutputDirectory::OutputDirectory(const fs::path& directory)
    : made_(missing_directories(directory)) {
    std::error_code error;
    fs::create_directories(directory, error);
    if (error || !fs::is_directory(directory)) {
        throw base::Error("the output directory " + directory.string() + " cannot be made" +
                          (error ? ": " + error.message() : "") + "; choose another with -o");
    }
    if (::access(directory.c_str(), W_OK | X_OK) != 0) {
        throw base::Error("the output directory " + directory.string() +
                          " cannot be written; choose another with -o");
    }
}

OutputDirectory::~OutputDirectory() {
    for (const fs::path& directory : made_) {
        std::error_code ignored;
        fs::remove(directory, ignored);
    }
}

} // namespace proxima::gen
