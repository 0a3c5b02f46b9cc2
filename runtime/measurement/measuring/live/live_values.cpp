#include "live_values.hpp"

#include "system/immortal.hpp"

#include <proxima/communication.hpp>
#include <proxima/run_facts.hpp>

#include <algorithm>
#include <cstring>
#include <exception>
#include <string>
#include <sys/mman.h>

namespace proxima::measuring {

namespace {

constexpr std::string_view magic("\x89PXV\r\n\x1a\n", 8);
constexpr std::uint32_t version = 1;

struct FileHead {
    char magic[8];
    std::uint32_t version;
    std::uint32_t unused;
    double ticks_per_second;
    std::uint64_t used; // bytes that are complete
};

struct RowHead {
    std::uint32_t type;
    std::uint32_t size; // of all of it
};

enum RowType : std::uint32_t { counters_row = 1, timer_row = 2, event_row = 3, buckets_row = 4 };

constexpr std::size_t smallest_file = std::size_t{64} << 10;
constexpr std::size_t largest_file = std::size_t{4} << 20; // but for names that are very long
constexpr std::size_t longest_text = std::size_t{1} << 20;
constexpr std::size_t buckets = 64;

constexpr std::size_t words(std::size_t bytes) noexcept {
    return bytes / sizeof(std::uint64_t);
}

static_assert(sizeof(FileHead) == 32 && sizeof(RowHead) == 8 && sizeof(EventStatistics) == 56 &&
              sizeof(LiveEvent) == 128 && sizeof(Count) == 16);

// What it does is the runtime's time, not the application's.
class Overhead {
public:
    Overhead() noexcept : begin_(detail::clock_ticks()) {}
    Overhead(const Overhead&) = delete;
    Overhead& operator=(const Overhead&) = delete;
    ~Overhead() { detail::add_overhead(detail::clock_ticks() - begin_); }

private:
    std::uint64_t begin_;
};

} // namespace

// Numbers, those behind the first two being 0, and then texts.
struct LiveValues::Row {
    RowType type;
    std::size_t numbers;
    std::uint64_t first[2];
    std::vector<std::string_view> texts;

    std::size_t size() const noexcept {
        std::size_t bytes = sizeof(RowHead) + numbers * sizeof(std::uint64_t);
        for (const std::string_view text : texts) {
            bytes += sizeof(std::uint32_t) + text.size();
        }
        return (bytes + 7) / 8 * 8;
    }
};

std::uint64_t* LiveValues::write(const Row& row, unsigned char* place) noexcept {
    const std::size_t size = row.size();
    const RowHead head{row.type, static_cast<std::uint32_t>(size)};
    std::memcpy(place, &head, sizeof head);
    auto* const numbers = reinterpret_cast<std::uint64_t*>(place + sizeof head);
    std::copy(std::begin(row.first), std::end(row.first), numbers);
    auto* to = reinterpret_cast<unsigned char*>(numbers + row.numbers);
    for (const std::string_view text : row.texts) {
        const auto length = static_cast<std::uint32_t>(text.size());
        std::memcpy(to, &length, sizeof length);
        std::memcpy(to + sizeof length, text.data(), text.size());
        to += sizeof length + text.size();
    }
    used_ += size;
    auto* const file = reinterpret_cast<FileHead*>(files_.back().first);
    __atomic_store_n(&file->used, used_, __ATOMIC_RELEASE);
    return numbers;
}

// The counters come first in each file.
bool LiveValues::begin_file(std::size_t least) {
    const std::vector<std::string>& names = counters().names();
    const Row all{counters_row, 1 + names.size(), {names.size(), 0}, {names.begin(), names.end()}};
    const std::size_t wanted =
        std::min(smallest_file << std::min<std::size_t>(6, files_.size()), largest_file);
    const std::size_t size =
        std::max(wanted, (sizeof(FileHead) + all.size() + least + 4095) / 4096 * 4096);
    files_.reserve(files_.size() + 1); // what takes memory comes first
    auto* const file = static_cast<unsigned char*>(detail::map_value_file(size));
    if (file == nullptr) {
        has_no_room_ = true;
        return false;
    }
    files_.emplace_back(file, size);
    used_ = sizeof(FileHead);
    FileHead head{{}, version, 0, 1e9 / detail::run_facts().nanoseconds_per_tick, 0};
    std::memcpy(head.magic, magic.data(), magic.size());
    std::memcpy(file, &head, sizeof head);
    auto* const scales = reinterpret_cast<double*>(file + used_ + sizeof(RowHead)) + 1;
    for (std::size_t i = 1; i < names.size(); ++i) { // the wall clock has ticks
        scales[i] = counters().scale(i);
    }
    write(all, file + used_);
    return true;
}

unsigned char* LiveValues::place_for(std::size_t size) {
    const bool fits = !files_.empty() && files_.back().second - used_ >= size;
    return fits || (!has_no_room_ && begin_file(size)) ? files_.back().first + used_ : nullptr;
}

std::uint64_t* LiveValues::add(const Row& row) noexcept {
    const Overhead overhead;
    const auto is_long = [](std::string_view text) { return text.size() > longest_text; };
    if (std::any_of(row.texts.begin(), row.texts.end(), is_long)) {
        return nullptr;
    }
    try {
        const std::lock_guard lock(mutex_);
        unsigned char* const place = place_for(row.size());
        return place == nullptr ? nullptr : write(row, place);
    } catch (const std::exception&) { // no memory
        return nullptr;
    }
}

LiveTimer* LiveValues::add_timer(std::uint64_t thread, std::string_view name,
                                 std::string_view group) noexcept {
    const std::size_t count = counters().count();
    const std::size_t numbers = 4 + count * words(sizeof(Count));
    try {
        std::uint64_t* const row = add({timer_row, numbers, {thread, count}, {name, group}});
        return row == nullptr ? nullptr : reinterpret_cast<LiveTimer*>(row + 2);
    } catch (const std::exception&) {
        return nullptr;
    }
}

LiveEvent* LiveValues::add_event(std::string_view name) noexcept {
    try {
        const std::uint64_t number = __atomic_fetch_add(&events_, 1, __ATOMIC_RELAXED);
        return reinterpret_cast<LiveEvent*>(
            add({event_row, words(sizeof(LiveEvent)), {number, 0}, {name}}));
    } catch (const std::exception&) {
        return nullptr;
    }
}

std::uint64_t* LiveValues::add_buckets(const LiveEvent& event, std::int32_t first_key) noexcept {
    const auto key = static_cast<std::uint64_t>(std::int64_t{first_key});
    std::uint64_t* const row = add({buckets_row, 2 + buckets, {event.number, key}, {}});
    return row == nullptr ? nullptr : row + 2;
}

void LiveValues::forget() noexcept {
    for (const auto& [file, size] : files_) {
        munmap(file, size);
    }
    files_.clear();
    used_ = events_ = 0;
    has_no_room_ = false;
}

LiveValues& live_values() noexcept {
    static detail::Immortal<LiveValues> instance;
    return *instance;
}

} // namespace proxima::measuring
