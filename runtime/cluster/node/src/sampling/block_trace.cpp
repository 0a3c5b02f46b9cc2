#include "sampling/block_trace.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <linux/perf_event.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace proxima::node {
namespace {

constexpr std::size_t ring_size = 262'144; // whole pages with room for `most_traced` accesses
constexpr unsigned minor_bits = 20;        // bits of the minor number in a kernel device number

// Offsets of fields in a record of the tracepoint; tracepoint_number() checks them.
constexpr std::size_t device_at = 8, sector_at = 16, sectors_at = 24, shortest_record = 28;

std::size_t page_size() {
    return static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
}

std::string text_of(const std::string& file) {
    std::ifstream stream(file);
    return {std::istreambuf_iterator<char>(stream), {}};
}

// Returns the number of the tracepoint; if it cannot be read, 0 and the reason in `why`.
std::uint64_t tracepoint_number(std::string& why) {
    const std::string directory = "/sys/kernel/tracing/events/block/block_rq_issue/";
    if (::access((directory + "id").c_str(), R_OK) != 0) {
        why = errno == EACCES ? "only root may trace" : "tracefs is not at /sys/kernel/tracing";
        return 0;
    }
    const auto format = text_of(directory + "format");
    for (const auto* field : {"dev;\toffset:8;\tsize:4;", "sector;\toffset:16;\tsize:8;",
                              "nr_sector;\toffset:24;\tsize:4;"}) {
        if (format.find(field) == std::string::npos) {
            why = "this kernel's block_rq_issue has other fields";
            return 0;
        }
    }
    return std::strtoull(text_of(directory + "id").c_str(), nullptr, 10);
}

template <class Number>
Number number_at(std::span<const std::uint8_t> bytes, std::size_t at) {
    Number number;
    std::memcpy(&number, bytes.data() + at, sizeof number);
    return number;
}

} // namespace

BlockTrace::BlockTrace() {
    const auto tracepoint = tracepoint_number(description_);
    if (tracepoint == 0) {
        description_ = "estimated: " + description_;
        return;
    }
    const auto processors = static_cast<int>(::sysconf(_SC_NPROCESSORS_ONLN));
    for (int i = 0; i < processors; ++i) {
        if (!open(i, tracepoint)) {
            description_ =
                std::string("estimated: the kernel does not trace: ") + std::strerror(errno);
            close_all();
            return;
        }
    }
    accesses_.reserve(most_traced * rings_.size());
    description_ = "traced";
}

BlockTrace::~BlockTrace() {
    close_all();
}

void BlockTrace::close_all() {
    for (const auto& ring : rings_) {
        ::munmap(ring.pages, page_size() + ring_size);
    }
    rings_.clear();
}

bool BlockTrace::open(int processor, std::uint64_t tracepoint) {
    perf_event_attr attributes{};
    attributes.size = sizeof attributes;
    attributes.type = PERF_TYPE_TRACEPOINT;
    attributes.config = tracepoint;
    attributes.sample_period = 1;
    attributes.sample_type = PERF_SAMPLE_TIME | PERF_SAMPLE_RAW;
    attributes.disabled = 1;
    base::Descriptor descriptor(static_cast<int>(
        ::syscall(SYS_perf_event_open, &attributes, -1, processor, -1, PERF_FLAG_FD_CLOEXEC)));
    if (!descriptor.is_open()) {
        return false;
    }
    void* const pages = ::mmap(nullptr, page_size() + ring_size, PROT_READ | PROT_WRITE, MAP_SHARED,
                               descriptor.get(), 0);
    if (pages == MAP_FAILED) {
        return false;
    }
    rings_.push_back({std::move(descriptor), pages});
    return ::ioctl(rings_.back().descriptor.get(), PERF_EVENT_IOC_REFRESH, most_traced) == 0;
}

void BlockTrace::read() {
    accesses_.clear();
    bool is_complete = true;
    for (auto& ring : rings_) {
        const auto taken = drain(ring);
        is_complete = is_complete && taken < most_traced;
        if (taken > 0) { // the kernel disables the event after as many
            ::ioctl(ring.descriptor.get(), PERF_EVENT_IOC_REFRESH, taken);
        }
    }
    std::sort(accesses_.begin(), accesses_.end(),
              [](const Access& a, const Access& b) { return a.time_ns < b.time_ns; });
    for (const auto& access : accesses_) {
        follow(access);
    }
    if (!is_complete) {
        for (auto& [number, disk] : disks_) {
            disk.is_end_known = false;
        }
    }
}

// Returns the number of records.
std::uint64_t BlockTrace::drain(Ring& ring) {
    auto* const state = static_cast<perf_event_mmap_page*>(ring.pages);
    const auto* const data = static_cast<const std::uint8_t*>(ring.pages) + page_size();
    const auto head = __atomic_load_n(&state->data_head, __ATOMIC_ACQUIRE);
    auto tail = state->data_tail;
    std::uint64_t count = 0;
    std::array<std::uint8_t, 512> record;
    while (tail < head) {
        const auto copy = [&](std::size_t size) {
            for (std::size_t i = 0; i < size; ++i) {
                record[i] = data[(tail + i) % ring_size];
            }
        };
        copy(sizeof(perf_event_header));
        const auto header = number_at<perf_event_header>(record, 0);
        if (header.type == PERF_RECORD_SAMPLE) {
            const auto size = std::min<std::size_t>(header.size, record.size());
            copy(size);
            take(std::span(record).first(size).subspan(sizeof header));
            ++count;
        }
        tail += header.size;
    }
    __atomic_store_n(&state->data_tail, tail, __ATOMIC_RELEASE);
    return count;
}

// Adds an access. `sample` has its time, the size of the tracepoint's record, and that record.
void BlockTrace::take(std::span<const std::uint8_t> sample) {
    constexpr std::size_t raw_at = sizeof(std::uint64_t) + sizeof(std::uint32_t);
    if (sample.size() < raw_at + shortest_record) {
        return;
    }
    const auto raw = sample.subspan(raw_at);
    accesses_.push_back(
        {number_at<std::uint64_t>(sample, 0), number_at<std::uint64_t>(raw, sector_at),
         number_at<std::uint32_t>(raw, device_at), number_at<std::uint32_t>(raw, sectors_at)});
}

void BlockTrace::follow(const Access& access) {
    if (access.sectors == 0) { // a flush
        return;
    }
    auto& disk = disks_[access.device];
    if (disk.is_end_known) {
        ++disk.accesses.traced;
        disk.accesses.sequential += access.sector == disk.end ? 1 : 0;
        disk.accesses.stride +=
            std::max(access.sector, disk.end) - std::min(access.sector, disk.end);
    }
    disk.end = access.sector + access.sectors;
    disk.is_end_known = true;
}

BlockTrace::Accesses BlockTrace::of(std::uint32_t major, std::uint32_t minor) const {
    const auto known = disks_.find(major << minor_bits | minor);
    return known != disks_.end() ? known->second.accesses : Accesses();
}

} // namespace proxima::node
