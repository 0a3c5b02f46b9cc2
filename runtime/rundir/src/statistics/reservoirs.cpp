#include "statistics/reservoirs.hpp"

#include "files/malformed.hpp"

#include <algorithm>

namespace proxima::rundir {
namespace {

constexpr std::size_t head_size = 16;
constexpr std::size_t padding = 8; // that a stream may read after its end

} // namespace

Places::Places(const Payload& payload)
    : bytes_(payload.data, payload.data + payload.size), file_offset_(payload.file_offset) {
    FieldReader fields(payload);
    block_ = fields.u64();
    count_ = fields.u32();
    fields.u32();
    bytes_.resize(payload.size + padding);
}

ValueStream Places::values() const {
    return {{bytes_.data(), bytes_.size() - padding, file_offset_}, head_size};
}

void Reservoirs::add(const Places& places) {
    auto values = places.values();
    Group group;
    for (std::uint32_t done = 0; done < places.count();) {
        const auto count = std::min<std::size_t>(places.count() - done, group_size);
        values.read(group, count);
        for (std::size_t i = 0; i < count; ++i) {
            if (group[i] != 0) {
                last_[group[i]] = {places.block(), done + i};
            }
        }
        done += static_cast<std::uint32_t>(count);
    }
}

bool Reservoirs::keeps(std::uint64_t block, std::uint64_t index, std::uint64_t place) const {
    const auto last = place == 0 ? last_.end() : last_.find(place);
    return last == last_.end() || (last->second.block == block && last->second.index == index);
}

void ReservoirFilter::records(const Lane& lane, const Record* first, std::size_t count) {
    if (count > left_ || count > group_size) {
        throw Malformed(values_.file_offset(), "a block has more invocations than places");
    }
    Group places;
    values_.read(places, count);
    left_ -= count;
    std::size_t begin = 0;
    for (std::size_t i = 0; i < count; ++i, ++index_) {
        if (reservoirs_.keeps(block_, index_, places[i])) {
            continue;
        }
        if (i > begin) {
            next_.records(lane, first + begin, i - begin);
        }
        begin = i + 1;
        ++dropped_;
    }
    if (count > begin) {
        next_.records(lane, first + begin, count - begin);
    }
}

} // namespace proxima::rundir
