#include "files/file_contents.hpp"

#include <proxima/rundir/error.hpp>

#include <cerrno>
#include <fstream>
#include <system_error>

namespace proxima::rundir {

namespace {

std::uint64_t checked_size(const std::filesystem::path& file, std::uint64_t most_bytes) {
    std::error_code error;
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

/// How many of `size` bytes there were.
std::size_t read_into(char* bytes, std::uint64_t size, const std::filesystem::path& file) {
    std::ifstream stream(file, std::ios::binary);
    if (!stream) {
        throw Error(file, "cannot be read: " + std::generic_category().message(errno));
    }
    stream.read(bytes, static_cast<std::streamsize>(size));
    return static_cast<std::size_t>(stream.gcount());
}

} // namespace

std::string read_file(const std::filesystem::path& file, std::uint64_t most_bytes) {
    std::string contents(checked_size(file, most_bytes), '\0');
    contents.resize(read_into(contents.data(), contents.size(), file));
    return contents;
}

LargeText read_large_file(const std::filesystem::path& file, std::uint64_t most_bytes) {
    const auto size = checked_size(file, most_bytes);
    LargeText text;
    text.bytes.reset(new char[size]); // make_unique would write to all of it
    text.size = read_into(text.bytes.get(), size, file);
    return text;
}

} // namespace proxima::rundir
