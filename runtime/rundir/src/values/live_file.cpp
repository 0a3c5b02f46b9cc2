#include "values/live_file.hpp"

#include "files/file_contents.hpp"
#include "files/malformed.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

namespace proxima::rundir {
namespace {

constexpr std::array<unsigned char, 8> magic{0x89, 'P', 'X', 'V', '\r', '\n', 0x1a, '\n'};
constexpr std::uint32_t supported_version = 1;
constexpr std::uint64_t most_bytes = std::uint64_t{64} << 20;
constexpr std::size_t head_size = 32;
constexpr std::size_t row_head_size = 8;
constexpr std::uint64_t most_counters = 1024;
constexpr std::int64_t largest_key = std::int64_t{2048} * 64;
constexpr std::int64_t keys_of_row = 64;

/// Killed before the file was begun.
bool is_blank(const std::string& contents) {
    const auto size = std::min(contents.size(), head_size);
    return contents.find_first_not_of('\0') >= size;
}

double checked_us_per_tick(double ticks_per_second) {
    if (!std::isfinite(ticks_per_second) || ticks_per_second <= 0) {
        throw Malformed(16, "the clock has no ticks");
    }
    return 1e6 / ticks_per_second;
}

bool has_range(const LiveEvent& event) {
    return std::isfinite(event.minimum) && std::isfinite(event.maximum) &&
           event.minimum <= event.maximum;
}

/// Large values make sums that no double has, and then a spread that is anything.
bool has_sums(const LiveEvent& event, double spread) {
    if (std::isinf(event.sum_squares)) {
        return event.sum_squares > 0 && !std::isnan(event.sum);
    }
    return event.sum_squares >= 0 && std::isfinite(event.sum) && std::isfinite(spread) &&
           spread >= 0;
}

} // namespace

void LiveFiles::read(const std::filesystem::path& file) {
    const std::string contents = read_file(file, most_bytes);
    const auto* const bytes = reinterpret_cast<const unsigned char*>(contents.data());
    if (is_blank(contents)) {
        return;
    }
    if (contents.size() < head_size || !std::equal(magic.begin(), magic.end(), bytes)) {
        throw Malformed(0, "is not a file of values of timers and events");
    }
    FieldReader head({bytes + magic.size(), head_size - magic.size(), magic.size()});
    if (const auto version = head.u32(); version != supported_version) {
        throw Malformed(8, "has format " + std::to_string(version) + ", this proxima reads " +
                               std::to_string(supported_version) + "; use another version of it");
    }
    head.u32();
    us_per_tick_ = checked_us_per_tick(head.f64());
    const std::uint64_t used = head.u64();
    if (used > contents.size()) {
        throw Malformed(24, "the file ends within what it announces");
    }
    scales_.clear();
    for (std::uint64_t at = head_size; at < used;) {
        FieldReader row_head({bytes + at, static_cast<std::size_t>(used - at), at});
        const auto type = row_head.u32();
        const std::uint64_t size = row_head.u32();
        if (size < row_head_size || size > used - at) {
            throw Malformed(at, "a row of " + std::to_string(size) + " bytes does not fit");
        }
        add_row(type,
                FieldReader({bytes + at + row_head_size,
                             static_cast<std::size_t>(size - row_head_size), at + row_head_size}));
        at += size;
    }
}

void LiveFiles::add_row(std::uint32_t type, FieldReader row) {
    switch (type) {
    case 1:
        return add_counters(row);
    case 2:
        return add_timer(row);
    case 3:
        return add_event(row);
    case 4:
        return add_buckets(row);
    default: // of a later version
        return;
    }
}

void LiveFiles::add_counters(FieldReader& row) {
    const auto count = row.u64();
    if (count == 0 || count > most_counters) {
        row.refuse("there are " + std::to_string(count) + " counters");
    }
    for (std::uint64_t i = 0; i < count; ++i) {
        const double scale = row.f64();
        scales_.push_back(i == 0 ? us_per_tick_ : scale);
        if (!std::isfinite(scales_.back())) {
            row.refuse("a counter has no unit");
        }
    }
    const bool is_known = !values_.counters.empty();
    for (std::size_t i = 0; i < scales_.size() && !is_known; ++i) {
        values_.counters.push_back({row.string(), i == 0 || scales_[i] != 1});
    }
}

void LiveFiles::add_timer(FieldReader& row) {
    LiveTimer timer;
    timer.thread = row.u64();
    if (const auto count = row.u64(); count != scales_.size() || count != values_.counters.size()) {
        row.refuse("a timer has " + std::to_string(count) + " counters");
    }
    timer.calls = row.u64();
    timer.child_calls = row.u64();
    for (const double scale : scales_) {
        timer.inclusive.push_back(static_cast<double>(row.u64()) * scale);
        timer.exclusive.push_back(static_cast<double>(row.u64()) * scale);
    }
    timer.name = row.string();
    timer.group = row.string();
    values_.timers.push_back(std::move(timer));
}

void LiveFiles::add_event(FieldReader& row) {
    const auto number = row.u64();
    const auto updates = row.u64();
    LiveEvent event;
    double valid_spread = 0;
    for (std::uint64_t slot = 0; slot < 2; ++slot) {
        LiveEvent read;
        read.samples = row.u64();
        read.minimum = row.f64();
        read.maximum = row.f64();
        read.sum = row.f64();
        read.sum_squares = row.f64();
        row.f64(); // what its spread is counted from
        const double spread = row.f64();
        if (read.samples > 0) {
            read.deviation = std::sqrt(spread / static_cast<double>(read.samples));
        }
        event = slot == updates % 2 ? read : event;
        valid_spread = slot == updates % 2 ? spread : valid_spread;
    }
    if (event.samples > 0 && (!has_range(event) || !has_sums(event, valid_spread))) {
        row.refuse("no values have such a range and such sums");
    }
    event.name = row.string();
    events_[number] = values_.events.size();
    values_.events.push_back(std::move(event));
}

void LiveFiles::add_buckets(FieldReader& row) {
    const auto event = events_.find(row.u64());
    const auto first = row.i64();
    if (event == events_.end() || first < -largest_key || first > largest_key) {
        row.refuse("counts are of no event");
    }
    for (std::int64_t key = first; key < first + keys_of_row; ++key) {
        if (const auto count = row.u64(); count != 0) {
            values_.events[event->second].buckets[static_cast<std::int32_t>(key)] += count;
        }
    }
}

} // namespace proxima::rundir
