#include <proxima/format/stream_decoder.hpp>

#include <algorithm>

namespace proxima::format {
namespace {

constexpr unsigned value_bytes = 8;
constexpr unsigned char recurs = 0x0f; // a tag: the period follows

template <unsigned width>
void unpack(const unsigned char* bytes, std::size_t count, unsigned shift, Group& values) {
    constexpr std::uint64_t mask =
        width == value_bytes ? ~std::uint64_t{0} : (std::uint64_t{1} << (8 * width)) - 1;
    for (std::size_t i = 0; i < count; ++i) {
        values[i] = (load<std::uint64_t>(bytes + i * width) & mask) << shift;
    }
}

void unpack(const unsigned char* bytes, std::size_t count, unsigned width, unsigned shift,
            Group& values) {
    switch (width) {
    case 1:
        return unpack<1>(bytes, count, shift, values);
    case 2:
        return unpack<2>(bytes, count, shift, values);
    case 3:
        return unpack<3>(bytes, count, shift, values);
    case 4:
        return unpack<4>(bytes, count, shift, values);
    case 5:
        return unpack<5>(bytes, count, shift, values);
    case 6:
        return unpack<6>(bytes, count, shift, values);
    case 7:
        return unpack<7>(bytes, count, shift, values);
    case value_bytes:
        return unpack<value_bytes>(bytes, count, shift, values);
    default:
        std::fill_n(values.begin(), count, 0);
    }
}

} // namespace

StreamDecoder::Tag StreamDecoder::take_tag() {
    const unsigned byte = *take(1);
    const Tag tag{byte & 0xfU, (byte >> 4U) & 7U, (byte & 0x80U) != 0};
    if (tag.width + tag.shift > value_bytes) {
        throw Malformed(offset() - 1,
                        "a group of values has the impossible tag " + std::to_string(byte));
    }
    return tag;
}

const unsigned char* StreamDecoder::take(std::size_t size) {
    if (static_cast<std::size_t>(end_ - next_) < size) {
        throw Malformed(offset(), "a block ends within a group of values");
    }
    const auto* const taken = next_;
    next_ += size;
    return taken;
}

void StreamDecoder::read(Group& values, std::size_t count) {
    const auto tag = take_tag();
    const auto* const bytes = take(tag.repeated ? tag.width : tag.width * count);
    if (!tag.repeated) {
        unpack(bytes, count, tag.width, 8 * tag.shift, values);
        return;
    }
    Group first{};
    unpack(bytes, 1, tag.width, 8 * tag.shift, first);
    std::fill_n(values.begin(), count, first[0]);
}

void StreamDecoder::read_recurring(Group& values, std::size_t count, bool first) {
    if (first || next_ == end_ || *next_ != recurs) {
        read(values, count);
        return;
    }
    take(1);
    const std::size_t period = *take(1);
    if (period == 0 || period > group_size) {
        throw Malformed(offset() - 1,
                        "values recur after the impossible number " + std::to_string(period));
    }
    const Group before = values;
    for (std::size_t i = 0; i < count; ++i) {
        values[i] = i < period ? before[group_size - period + i] : values[i - period];
    }
}

void StreamDecoder::skip(std::uint64_t count) {
    while (count > 0) {
        const auto in_group = std::min<std::uint64_t>(count, group_size);
        const auto tag = take_tag();
        take(tag.repeated ? tag.width : tag.width * in_group);
        count -= in_group;
    }
}

} // namespace proxima::format
