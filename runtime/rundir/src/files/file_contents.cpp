#include "files/file_contents.hpp"

#include <proxima/rundir/error.hpp>

#include <cerrno>
#include <fstream>
#include <system_error>

namespace proxima::rundir {

std::uint64_t checked_size(const std::filesystem::path& file, std::uint64_t most_bytes) {
    std::error_code error;
    if (std::filesystem::exists(file, error) && !std::filesystem::is_regular_file(file, error)) {
        throw Error(file, "cannot be read: it is a directory, a pipe or a device");
    }
    const auto size = std::filesystem::file_size(file, error);
    if (error) {
        throw Error(file, "cannot be read: " + error.message());
    }
    if (size > most_bytes) {
        throw Error(file, "has " + std::to_string(size) + " bytes, more than the " +
                              std::to_string(most_bytes) + " that it may have");
    }
    return size;
}

std::string read_file(const std::filesystem::path& file, std::uint64_t most_bytes) {
    std::string contents(checked_size(file, most_bytes), '\0');
    std::ifstream stream(file, std::ios::binary);
    if (!stream) {
        throw Error(file, "cannot be read: " + std::generic_category().message(errno));
    }
    stream.read(contents.data(), static_cast<std::streamsize>(contents.size()));
    contents.resize(static_cast<std::size_t>(stream.gcount()));
    return contents;
}

} // namespace proxima::rundir
