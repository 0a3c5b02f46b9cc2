#include "calibration/rounds.hpp"

#include <proxima/base/descriptor.hpp>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <linux/magic.h>
#include <memory>
#include <random>
#include <sys/vfs.h>
#include <unistd.h>

namespace proxima::platform {
namespace {

constexpr std::size_t piece = std::size_t{1} << 20;
constexpr std::size_t page = 4096;
constexpr int accesses = 100; // accesses in a round

// An unnamed file, which disappears with the process.
class ScratchFile {
public:
    ScratchFile(const std::filesystem::path& directory, std::uint64_t bytes)
        : directory_(directory), pieces_(std::max<std::uint64_t>(bytes / piece, 1)),
          descriptor_(open(directory.c_str(), O_TMPFILE | O_RDWR | O_DIRECT | O_CLOEXEC, 0600)),
          buffer_(static_cast<char*>(std::aligned_alloc(page, piece)), std::free) {
        struct statfs system{};
        if (descriptor_.is_open() && fstatfs(descriptor_.get(), &system) == 0 &&
            system.f_type == TMPFS_MAGIC) {
            throw base::Error(directory_, "is memory, not a disk; name another directory");
        }
        if (!descriptor_.is_open()) {
            fail("cannot hold a scratch file that is read past the cache; name a directory on a "
                 "local disk");
        }
        std::mt19937_64 random(1); // random data, because disks may compress
        for (std::size_t at = 0; at < piece; at += sizeof(std::uint64_t)) {
            const std::uint64_t word = random();
            std::memcpy(buffer_.get() + at, &word, sizeof word);
        }
        for (std::uint64_t i = 0; i < pieces_; ++i) {
            std::memcpy(buffer_.get(), &i, sizeof i);
            if (pwrite(descriptor_.get(), buffer_.get(), piece, static_cast<off_t>(i * piece)) !=
                static_cast<ssize_t>(piece)) {
                fail("cannot hold the scratch file; make it smaller, or name another directory");
            }
        }
        fdatasync(descriptor_.get());
    }

    double rate() {
        const Stopwatch watch;
        for (std::uint64_t i = 0; i < pieces_; ++i) {
            read(piece, i * piece);
        }
        return static_cast<double>(pieces_ * piece) / watch.seconds();
    }

    double access() {
        std::uniform_int_distribution<std::uint64_t> pages(0, pieces_ * (piece / page) - 1);
        const Stopwatch watch;
        const ProcessorTime worked;
        for (int i = 0; i < accesses; ++i) {
            read(page, pages(random_) * page);
        }
        return (watch.seconds() - worked.seconds()) / accesses;
    }

private:
    void read(std::size_t bytes, std::uint64_t at) {
        if (pread(descriptor_.get(), buffer_.get(), bytes, static_cast<off_t>(at)) !=
            static_cast<ssize_t>(bytes)) {
            fail("the scratch file cannot be read");
        }
    }

    [[noreturn]] void fail(const std::string& problem) const {
        throw base::Error(directory_, problem + " (" + std::strerror(errno) + ")");
    }

    std::filesystem::path directory_;
    std::uint64_t pieces_;
    base::Descriptor descriptor_;
    std::unique_ptr<char, void (*)(void*)> buffer_;
    std::mt19937_64 random_;
};

} // namespace

std::vector<Quantity> calibrate_disk(const std::filesystem::path& directory, std::uint64_t bytes) {
    ScratchFile file(directory, bytes);
    return {measured("disk_rate", "B/s", "sequential reads of 1 MiB, O_DIRECT",
                     [&] { return file.rate(); }),
            measured("disk_access", "s",
                     "random reads of 4 KiB, O_DIRECT, one at a time, without the processor's time",
                     [&] { return file.access(); })};
}

} // namespace proxima::platform
