// Copies a thread buffer from /dev/shm into the run directory, for kills after which nobody reaches
// the machine again. See FORMAT.md, "Copies of thread buffers".
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string>

namespace proxima::detail {

// Two copies alternate in one file, so that one is complete at any instant. Only pages that have
// changed are written.
class HomeCopy {
public:
    // Throws std::bad_alloc.
    HomeCopy(std::string source, std::string target);
    HomeCopy(const HomeCopy&) = delete;
    HomeCopy& operator=(const HomeCopy&) = delete;
    ~HomeCopy() = default;

    // A copy is made in these steps, which are async-signal-safe, by one thread or signal handler
    // at a time: begin() returns false if another one makes it.
    bool begin() noexcept { return !is_busy_.exchange(true); }
    // Reads the buffer while its thread does not drain it.
    void read() noexcept;
    // Writes what has changed. An error leaves the copy before it.
    void write() noexcept;
    void end() noexcept { is_busy_ = false; }

    void remove() noexcept;

private:
    static constexpr std::size_t most_pages = 4096;       // larger buffers are not copied
    using Hashes = std::array<std::uint64_t, most_pages>; // 0: never written

    // Memory that only what is copied takes up.
    struct Memory {
        std::uint64_t image[most_pages][512];
        Hashes hashes;
        Hashes written[2]; // of the copies with even and odd numbers
    };

    bool write_slot(int file, Hashes& written) noexcept;

    std::string source_;
    std::string target_;
    std::atomic<bool> is_busy_{false};
    bool exists_ = false;
    std::uint64_t copies_ = 0;
    std::size_t pages_ = 0;
    Memory* memory_; // never freed, as this object
};

} // namespace proxima::detail
