// Which invocations are left in their reservoirs at the end: a later one takes the place of an
// earlier one, but in an append-only file both stay.
#pragma once

#include "files/payload.hpp"
#include "files/value_stream.hpp"

#include <proxima/rundir/record_reader.hpp>

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace proxima::rundir {

/// A chunk of places: for each invocation of a block the place it takes, from 1, or 0.
class Places {
public:
    Places() = default;
    /// Copies the payload. Throws Malformed.
    explicit Places(const Payload& payload);

    std::uint64_t block() const { return block_; }
    std::uint32_t count() const { return count_; }
    ValueStream values() const;

private:
    std::vector<unsigned char> bytes_;
    std::uint64_t file_offset_ = 0;
    std::uint64_t block_ = 0;
    std::uint32_t count_ = 0;
};

/// The last invocation that took each place.
class Reservoirs {
public:
    /// Chunks of places in the order of their blocks. Throws Malformed.
    void add(const Places& places);
    bool keeps(std::uint64_t block, std::uint64_t index, std::uint64_t place) const;

private:
    struct Invocation {
        std::uint64_t block;
        std::uint64_t index;
    };
    std::unordered_map<std::uint64_t, Invocation> last_;
};

/// Passes on what is left of one block.
class ReservoirFilter : public RecordVisitor {
public:
    ReservoirFilter(const Reservoirs& reservoirs, const Places& places, RecordVisitor& next)
        : reservoirs_(reservoirs), block_(places.block()), left_(places.count()),
          values_(places.values()), next_(next) {}

    /// Throws Malformed.
    void records(const Lane& lane, const Record* first, std::size_t count) override;

    std::uint64_t dropped() const { return dropped_; }

private:
    const Reservoirs& reservoirs_;
    std::uint64_t block_;
    std::uint64_t index_ = 0;
    std::uint64_t left_;
    ValueStream values_;
    RecordVisitor& next_;
    std::uint64_t dropped_ = 0;
};

} // namespace proxima::rundir
