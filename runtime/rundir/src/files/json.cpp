#include "files/json.hpp"

#include "files/file_contents.hpp"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

namespace proxima::rundir {

namespace {

[[noreturn]] void refuse_to_read(const std::filesystem::path& file) {
    throw Error(file, std::string("cannot be read: ") + std::strerror(errno));
}

} // namespace

// The file is mapped over the beginning of memory that is longer than it.
MappedText::MappedText(const std::filesystem::path& file, std::uint64_t most_bytes)
    : size_(checked_size(file, most_bytes)), mapped_(size_ + simdjson::SIMDJSON_PADDING) {
    void* const memory =
        mmap(nullptr, mapped_, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) {
        refuse_to_read(file);
    }
    bytes_ = static_cast<char*>(memory);
    const int descriptor = open(file.c_str(), O_RDONLY | O_CLOEXEC);
    const bool is_mapped =
        descriptor >= 0 && (size_ == 0 || mmap(memory, size_, PROT_READ, MAP_PRIVATE | MAP_FIXED,
                                               descriptor, 0) != MAP_FAILED);
    const int error = errno;
    if (descriptor >= 0) {
        close(descriptor);
    }
    if (!is_mapped) {
        munmap(memory, mapped_);
        errno = error;
        refuse_to_read(file);
    }
    madvise(memory, size_, MADV_SEQUENTIAL);
}

MappedText::~MappedText() {
    munmap(bytes_, mapped_);
}

} // namespace proxima::rundir
