#include "system/home_copy.hpp"

#include "system/file.hpp"

#include <proxima/format/buffer_copies.hpp>

#include <algorithm>
#include <cstring>
#include <fcntl.h>
#include <new>
#include <sys/mman.h>
#include <unistd.h>
#include <utility>

namespace proxima::detail {
namespace {

using format::BufferCopies;

constexpr std::size_t page = BufferCopies::page_size;
constexpr std::size_t words = page / sizeof(std::uint64_t);

std::uint64_t hash_of(const std::uint64_t* from) noexcept {
    std::uint64_t hash = 1;
    for (std::size_t i = 0; i < words; ++i) {
        hash = (hash ^ from[i]) * 0x9E3779B97F4A7C15U;
        hash ^= hash >> 32U;
    }
    return hash;
}

bool write_at(int file, std::uint64_t offset, const void* data, std::size_t size) noexcept {
    return pwrite(file, data, size, static_cast<off_t>(offset)) == static_cast<ssize_t>(size);
}

} // namespace

HomeCopy::HomeCopy(std::string source, std::string target)
    : source_(std::move(source)), target_(std::move(target)),
      memory_(static_cast<Memory*>(mmap(nullptr, sizeof(Memory), PROT_READ | PROT_WRITE,
                                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0))) {
    if (memory_ == MAP_FAILED) {
        throw std::bad_alloc();
    }
}

void HomeCopy::read() noexcept {
    pages_ = 0;
    const int file = open_file(source_, O_RDONLY);
    if (file < 0) {
        return;
    }
    const ssize_t got = pread(file, memory_->image, sizeof memory_->image, 0);
    close(file);
    if (got > 0 && static_cast<std::size_t>(got) < sizeof memory_->image) {
        pages_ = static_cast<std::size_t>(got) / page;
    }
    for (std::size_t i = 0; i < pages_; ++i) {
        memory_->hashes[i] = hash_of(memory_->image[i]);
    }
}

void HomeCopy::write() noexcept {
    const Hashes& now = memory_->hashes;
    if (pages_ == 0 ||
        std::equal(now.begin(), now.begin() + pages_, memory_->written[copies_ % 2].begin())) {
        return;
    }
    const int file = open_file(target_, exists_ ? O_WRONLY : O_WRONLY | O_CREAT | O_EXCL, 0600);
    if (file < 0) {
        return;
    }
    exists_ = true;
    if (write_slot(file, memory_->written[(copies_ + 1) % 2])) {
        ++copies_;
    }
    close(file);
}

bool HomeCopy::write_slot(int file, Hashes& written) noexcept {
    const std::uint64_t number = copies_ + 1;
    for (std::size_t i = 0; i < pages_; ++i) {
        if (written[i] == memory_->hashes[i]) {
            continue;
        }
        if (!write_at(file, BufferCopies::offset(number, i), memory_->image[i], page)) {
            return false;
        }
        written[i] = memory_->hashes[i];
    }
    BufferCopies header{};
    header.version = BufferCopies::supported_version;
    std::memcpy(header.magic, BufferCopies::expected_magic, sizeof header.magic);
    const BufferCopies::Slot slot{number, pages_};
    const std::size_t at = offsetof(BufferCopies, slots) + number % 2 * sizeof slot;
    return (copies_ != 0 || write_at(file, 0, &header, sizeof header)) &&
           write_at(file, at, &slot, sizeof slot);
}

void HomeCopy::remove() noexcept {
    if (exists_) {
        remove_file(target_);
    }
}

} // namespace proxima::detail
