#include "files/file_contents.hpp"

#include <proxima/rundir/error.hpp>

#include <cerrno>
#include <fcntl.h>
#include <fstream>
#include <sys/mman.h>
#include <system_error>
#include <unistd.h>

namespace proxima::rundir {

namespace {

std::uint64_t checked_size(const std::filesystem::path& file, std::uint64_t most_bytes) {
    const auto size = size_of_file(file);
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

/// Null if that is not possible.
const char* map(const std::filesystem::path& file, std::size_t size) {
    const int descriptor = open(file.c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor == -1) {
        return nullptr;
    }
    void* const bytes = mmap(nullptr, size, PROT_READ, MAP_PRIVATE, descriptor, 0);
    close(descriptor);
    if (bytes == MAP_FAILED) {
        return nullptr;
    }
    madvise(bytes, size, MADV_SEQUENTIAL);
    return static_cast<const char*>(bytes);
}

} // namespace

std::uint64_t size_of_file(const std::filesystem::path& file) {
    std::error_code error;
    if (std::filesystem::exists(file, error) && !std::filesystem::is_regular_file(file, error)) {
        throw Error(file, "cannot be read: it is a directory, a pipe or a device");
    }
    const auto size = std::filesystem::file_size(file, error);
    if (error) {
        throw Error(file, "cannot be read: " + error.message());
    }
    return size;
}

std::string read_file(const std::filesystem::path& file, std::uint64_t most_bytes) {
    std::string contents(checked_size(file, most_bytes), '\0');
    contents.resize(read_into(contents.data(), contents.size(), file));
    return contents;
}

LargeText::LargeText(const std::filesystem::path& file, std::uint64_t most_bytes)
    : size_(checked_size(file, most_bytes)) {
    mapped_ = map(file, size_);
    if (mapped_ == nullptr) {
        copy_ = read_file(file, most_bytes);
        size_ = copy_.size();
    }
}

LargeText::~LargeText() {
    if (mapped_ != nullptr) {
        munmap(const_cast<char*>(mapped_), size_);
    }
}

} // namespace proxima::rundir
