// Traces the order of disk accesses by the kernel's tracepoint block_rq_issue, if permitted.
#pragma once

#include <proxima/base/descriptor.hpp>

#include <cstdint>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

namespace proxima::node {

class BlockTrace {
public:
    BlockTrace();
    BlockTrace(const BlockTrace&) = delete;
    BlockTrace& operator=(const BlockTrace&) = delete;
    ~BlockTrace();

    // Reads the accesses since the last call: at most `most_traced` of each processor, so that a
    // fast disk costs no more than a slow one.
    void read();

    struct Accesses {
        std::uint64_t traced = 0;
        std::uint64_t sequential = 0; // began where the previous one ended
        std::uint64_t stride = 0;     // sum of the other accesses' distances, in sectors
    };
    // Returns the totals of the disk with this number; zeros if it was not traced.
    Accesses of(std::uint32_t major, std::uint32_t minor) const;

    // `traced`, or the reason why accesses are estimated.
    const std::string& description() const { return description_; }

    static constexpr std::uint64_t most_traced = 1000;

private:
    struct Ring {
        base::Descriptor descriptor;
        void* pages;
    };
    struct Access {
        std::uint64_t time_ns;
        std::uint64_t sector;
        std::uint32_t device;
        std::uint32_t sectors;
    };
    struct Disk {
        Accesses accesses;
        std::uint64_t end = 0; // sector behind the last access
        bool is_end_known = false;
    };

    bool open(int processor, std::uint64_t tracepoint);
    std::uint64_t drain(Ring& ring);
    void take(std::span<const std::uint8_t> sample);
    void follow(const Access& access);
    void close_all();

    std::vector<Ring> rings_; // one for each processor
    std::vector<Access> accesses_;
    std::unordered_map<std::uint32_t, Disk> disks_; // by device number
    std::string description_;
};

} // namespace proxima::node
