// The statistics of a node by the bin of the first parameter. Exact, whatever is recorded.
#pragma once

#include "configuration/sampling.hpp"

#include <proxima/format/bins.hpp>
#include <proxima/format/statistics.hpp>

#include <array>
#include <cstdint>
#include <vector>

namespace proxima::detail {

using format::BinKey;

struct Bin {
    BinKey key = 0;
    format::Statistics statistics;
    std::uint64_t batch = 0; // the last that has added to it
    std::uint32_t entry = 0; // among the published ones, from 1
};

class Bins {
public:
    static constexpr std::size_t most = 64; // further ones are taken together as other_values

    explicit Bins(const Sampling& sampling) noexcept : sampling_(sampling) {}

    const Sampling& sampling() const noexcept { return sampling_; }
    // Null if there is none yet. Valid until one is added.
    Bin* find(BinKey key) noexcept {
        const std::uint8_t position = positions_[static_cast<std::uint8_t>(key)];
        return position == 0 ? nullptr : &bins_[position - 1U];
    }
    // One that find() does not find; may be that of other_values, which is there already. Throws
    // std::bad_alloc.
    Bin& add(BinKey key);

    const std::vector<Bin>& all() const noexcept { return bins_; }

    std::uint64_t pass_over = 0; // before the next that is recorded, of those at intervals

private:
    Sampling sampling_;
    std::array<std::uint8_t, 256> positions_{}; // in bins_, from 1
    std::vector<Bin> bins_;
};

} // namespace proxima::detail
