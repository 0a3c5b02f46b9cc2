#include "files/file_contents.hpp"

#include <proxima/rundir/error.hpp>

#include <cerrno>
#include <fstream>
#include <system_error>

namespace proxima::rundir {

std::string read_file(const std::filesystem::path& file, std::uint64_t most_bytes) {
    std::error_code error;
    const auto size = std::filesystem::file_size(file, error);
    if (error) {
        throw Error(file, "cannot be read: " + error.message());
    }
    if (size > most_bytes) {
        throw Error(file, "has " + std::to_string(size) + " bytes, more than the " +
                              std::to_string(most_bytes) + " that it may have");
    }
    std::ifstream stream(file, std::ios::binary);
    if (!stream) {
        throw Error(file, "cannot be read: " + std::generic_category().message(errno));
    }
    std::string contents(size, '\0');
    stream.read(contents.data(), static_cast<std::streamsize>(size));
    contents.resize(static_cast<std::size_t>(stream.gcount()));
    return contents;
}

} // namespace proxima::rundir
