#include "stacks/stack_samples.hpp"

#include "system/buffer_file.hpp"
#include "system/file.hpp"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

namespace proxima::detail {
namespace {

constexpr std::size_t known_size = 2 * format::most_stacks; // a power of two

std::uint32_t hash_of(std::uint32_t node, const std::uint64_t* frames, std::size_t count) noexcept {
    std::uint64_t hash = node;
    for (std::size_t i = 0; i < count; ++i) {
        hash = (hash ^ frames[i]) * 0x9e3779b97f4a7c15U; // 2^64 / the golden ratio
        hash ^= hash >> 32;
    }
    return static_cast<std::uint32_t>(hash);
}

} // namespace

// Takes all disk space at once: a page without space would end the application.
int StackSamples::open(const std::string& path, std::uint32_t rank, std::uint32_t number,
                       std::uint64_t period_ns) noexcept {
    void* const known = anonymous_memory(known_size * sizeof(Known));
    if (known == nullptr) {
        return ENOMEM;
    }
    const int file = open_file(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW);
    int error = file < 0 ? errno : posix_fallocate(file, 0, format::stack_samples_bytes);
    void* memory = MAP_FAILED;
    if (error == 0) {
        memory =
            mmap(nullptr, format::stack_samples_bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
        error = memory == MAP_FAILED ? errno : 0;
    }
    if (file >= 0) {
        close(file);
    }
    if (error != 0) {
        munmap(known, known_size * sizeof(Known));
        if (file >= 0) {
            remove_file(path);
        }
        return error;
    }
    known_ = static_cast<Known*>(known);
    memory_ = static_cast<unsigned char*>(memory);
    header() = {};
    header().version = format::StackSamplesHeader::supported;
    header().source = format::SampleSource::timer;
    header().rank = rank;
    header().number = number;
    header().period_ns = period_ns;
    header().magic = format::StackSamplesHeader::expected;
    return 0;
}

bool StackSamples::is_stack(const format::SampledStack& stack, std::uint32_t node,
                            const std::uint64_t* frames, std::size_t count) const noexcept {
    return stack.node == node && stack.frames == count &&
           std::equal(frames, frames + count, addresses() + stack.first);
}

// Returns null if the tables are full.
format::SampledStack* StackSamples::find_or_add(std::uint32_t node, const std::uint64_t* frames,
                                                std::size_t count) noexcept {
    const std::uint32_t hash = hash_of(node, frames, count);
    std::size_t at = hash % known_size;
    for (; known_[at].number != 0; at = (at + 1) % known_size) {
        format::SampledStack& stack = stacks()[known_[at].number - 1];
        if (known_[at].hash == hash && is_stack(stack, node, frames, count)) {
            return &stack;
        }
    }
    format::StackSamplesHeader& head = header();
    if (head.stacks == format::most_stacks || head.addresses + count > format::most_addresses) {
        return nullptr;
    }
    format::SampledStack& added = stacks()[head.stacks];
    std::copy(frames, frames + count, addresses() + head.addresses);
    added = {node, static_cast<std::uint32_t>(head.addresses), static_cast<std::uint32_t>(count), 0,
             0};
    head.addresses += count;
    __atomic_store_n(&head.stacks, head.stacks + 1, __ATOMIC_RELEASE); // a reader sees whole ones
    known_[at] = {hash, static_cast<std::uint32_t>(head.stacks)};
    return &added;
}

// Keeps every second moment once there is no room: long runs have evenly spread ones.
void StackSamples::add_moment(const format::SampledMoment& moment) noexcept {
    format::StackSamplesHeader& head = header();
    if (head.samples % (std::uint64_t{1} << head.halvings) != 0) {
        return;
    }
    if (head.moments == format::most_moments) {
        for (std::size_t i = 0; i < format::most_moments / 2; ++i) {
            moments()[i] = moments()[2 * i];
        }
        head.moments = format::most_moments / 2;
        ++head.halvings;
    }
    moments()[head.moments] = moment;
    __atomic_store_n(&head.moments, head.moments + 1, __ATOMIC_RELEASE);
}

void StackSamples::add(std::uint32_t node, const std::uint64_t* frames, std::size_t count,
                       std::uint64_t ticks, std::uint32_t periods) noexcept {
    format::StackSamplesHeader& head = header();
    if (format::SampledStack* const stack = find_or_add(node, frames, count)) {
        ++stack->samples;
        stack->periods += periods;
        add_moment({ticks, static_cast<std::uint32_t>(stack - stacks()), periods});
    } else {
        head.unstored += periods;
    }
    ++head.samples;
    head.periods += periods;
}

void StackSamples::add_of_runtime(std::uint32_t periods) noexcept {
    header().of_runtime += periods;
    header().periods += periods;
    ++header().samples;
}

} // namespace proxima::detail
