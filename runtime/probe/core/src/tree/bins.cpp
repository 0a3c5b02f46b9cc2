#include "tree/bins.hpp"

#include <algorithm>
#include <cmath>

namespace proxima::detail {
namespace {

using format::Wide;

// Adds as many invocations as if they had taken what the sample did. What rounded sums allow must
// not exceed the rounded squares, so squares are rounded up, and sums down.
void add_like(const format::TickStatistics& sample, std::uint64_t calls,
              format::TickStatistics& to) noexcept {
    const Wide sum = static_cast<Wide>(sample.sum) * calls / sample.calls;
    const Wide squares = (sample.squares * calls + sample.calls - 1) / sample.calls;
    to.calls += calls; // `sample` may be `to`
    to.sum += static_cast<std::uint64_t>(sum);
    to.squares += squares;
}

} // namespace

std::uint64_t Bin::include_untimed(const format::TickStatistics& sample) noexcept {
    const std::uint64_t calls = untimed.not_included();
    if (calls == 0 || sample.calls == 0) {
        return 0;
    }
    add_like(sample, calls, statistics);
    untimed.included += calls;
    return calls;
}

format::TickStatistics Bin::all() const noexcept {
    format::TickStatistics sum = statistics;
    if (statistics.calls != 0) {
        add_like(statistics, untimed.not_included(), sum);
    }
    return sum;
}

// The untimed ones vary as the timed ones do, whose mean is known as well as they are many.
double Bin::variance_of_sum() const noexcept {
    const auto estimated = static_cast<double>(untimed.included);
    const double timed = static_cast<double>(statistics.calls) - estimated;
    const double deviation = statistics.deviation();
    return timed > 0 ? deviation * deviation * estimated * (1 + estimated / timed) : 0;
}

bool Bin::is_known(double short_ticks) const noexcept {
    constexpr double share = 0.01;
    const double mean = untimed.known.mean();
    const double error =
        untimed.known.deviation() / std::sqrt(static_cast<double>(untimed.known.calls));
    return untimed.known.calls > 1 && mean < short_ticks && error < share * mean;
}

Bin& Bins::add(BinKey key) {
    if (bins_.size() + 1 >= most && key != format::other_values) {
        Bin* const others = find(format::other_values);
        Bin& taken_together = others != nullptr ? *others : add(format::other_values);
        set_position(key, positions_[static_cast<std::uint8_t>(format::other_values)]);
        return taken_together;
    }
    make_room();
    Bin& added = bins_.emplace_back();
    added.key = key;
    at_[bins_.size() - 1] = &added;
    set_position(key, static_cast<std::uint8_t>(bins_.size()));
    return added;
}

// The memory of the tree is freed with it only.
void Bins::make_room() {
    if (bins_.size() < room_) {
        return;
    }
    const std::size_t room = std::max<std::size_t>(2 * room_, 1);
    auto* const more = std::pmr::polymorphic_allocator<Bin*>(bins_.get_allocator()).allocate(room);
    std::copy_n(at_, room_, more);
    __atomic_store_n(&at_, more, __ATOMIC_RELEASE);
    room_ = room;
}

} // namespace proxima::detail
