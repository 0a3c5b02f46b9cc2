// Checks that datagrams arrive whole, stay small, and are accepted only with the right key.
#include <proxima/node/datagram.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>
#include <variant>

namespace proxima::node {
namespace {

Key key_with(std::uint8_t byte) {
    Key key;
    key.fill(byte);
    return key;
}

Sample sample_with(std::uint64_t value) {
    Sample sample;
    sample.node = sample.clock = 0x0123456789abcdef;
    sample.sequence = 17;
    sample.time_ns = 123456789;
    sample.interval_ns = 1'000'000'000;
    for (std::size_t i = 0; i < metric_count; i += 2) {
        sample.set(static_cast<Metric>(i), value + i);
    }
    return sample;
}

TEST(Datagram, IsBelow512BytesWhateverIsMeasured) {
    Sample sample = sample_with(0);
    for (std::size_t i = 0; i < metric_count; ++i) {
        sample.set(static_cast<Metric>(i), 1'000'000'000'000'000); // a thousand years of seconds
    }
    sample.disks.resize(9, {std::string(longest_device_name, 'd'), {}});
    for (auto& disk : sample.disks) {
        disk.values.fill(1'000'000'000'000);
    }
    const auto whole = sample;
    std::array<std::uint8_t, longest_sample - relay_room> bytes;
    const auto size = encode(sample, bytes);
    ASSERT_GT(size, 0U);
    const auto back = decode_sample({bytes.data(), size});
    ASSERT_TRUE(back);
    EXPECT_EQ(back->disks.size() + sample.disks.size(), whole.disks.size());
    const Seal seal(key_with(1));
    EXPECT_LT(seal.close_sample({1, 2}, {bytes.data(), size}).size, 512U);

    sample = whole;
    sample.clock = 7; // clock of a relay, which needs more bytes
    sample.bound_ns = 1'000'000;
    std::array<std::uint8_t, longest_sample> more;
    EXPECT_GT(encode(sample, more), 0U);
}

TEST(Datagram, IsRefusedWhenOneBitDiffersOrTheKeyDoes) {
    const Seal seal(key_with(1));
    const auto good = seal.close({1, 2}, sample_with(5));
    EXPECT_EQ(std::get<Seal::Failure>(Seal(key_with(2)).open(good.span())), Seal::Failure::forged);
    for (std::size_t bit = 0; bit < 8 * good.size; ++bit) {
        auto bad = good;
        bad.bytes[bit / 8] ^= static_cast<std::uint8_t>(1U << bit % 8);
        EXPECT_TRUE(std::holds_alternative<Seal::Failure>(seal.open(bad.span())));
    }
    for (std::size_t size = 0; size < good.size; ++size) {
        EXPECT_TRUE(std::holds_alternative<Seal::Failure>(seal.open(good.span().first(size))));
    }
}

} // namespace
} // namespace proxima::node
