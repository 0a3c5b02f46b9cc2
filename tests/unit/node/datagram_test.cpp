// Datagrams are whole and small, and only those with the right key are accepted.
#include "../temporary_directory.hpp"
#include "node_table.hpp"

#include <proxima/base/error.hpp>
#include <proxima/node/datagram.hpp>

#include <gtest/gtest.h>

#include <fstream>
#include <sys/stat.h>

namespace proxima::node {
namespace {

Key key_with(std::uint8_t byte) {
    Key key;
    key.fill(byte);
    return key;
}

constexpr std::uint64_t huge = ~std::uint64_t{0};

template <class Several>
void fill(Several& devices, const std::string& prefix, std::uint64_t value) {
    devices.count = most_devices;
    for (std::size_t i = 0; i < most_devices; ++i) {
        const auto name = prefix + std::to_string(i);
        std::copy(name.begin(), name.end(), devices.all[i].name_text.begin());
        devices.all[i].values.fill(value);
    }
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

Seal::Opened opened(const Seal& seal, const Datagram& datagram) {
    auto result = seal.open(datagram.span());
    EXPECT_TRUE(std::holds_alternative<Seal::Opened>(result));
    return std::get<Seal::Opened>(std::move(result));
}

TEST(Datagram, CarriesASample) {
    const Seal seal(key_with(1));
    auto sample = sample_with(1000);
    sample.disks.count = 1;
    sample.disks.all[0] = {{'s', 'd', 'a'}, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}};
    sample.links.count = 1;
    sample.links.all[0] = {{'e', 't', 'h'}, {huge, 0, 1, 2, 3}};
    const auto datagram = seal.close({sample.node, 99}, sample);
    const auto got = opened(seal, datagram);
    EXPECT_EQ(got.envelope.node, sample.node);
    EXPECT_EQ(got.envelope.master, 99U);
    const auto& same = std::get<Sample>(got.message);
    EXPECT_EQ(same.sequence, 17U);
    EXPECT_EQ(same.clock, sample.node);
    EXPECT_EQ(same.present, sample.present);
    EXPECT_EQ(same.values, sample.values);
    EXPECT_EQ(same.disks.all[0].name(), "sda");
    EXPECT_EQ(same.disks.all[0].values, sample.disks.all[0].values);
    EXPECT_EQ(same.links.all[0].values, sample.links.all[0].values);
    EXPECT_EQ(decode_sample(got.body)->values, sample.values); // what is logged
}

TEST(Datagram, IsBelow512BytesWhateverIsMeasured) {
    Sample sample = sample_with(0);
    for (std::size_t i = 0; i < metric_count; ++i) {
        sample.set(static_cast<Metric>(i), 1'000'000'000'000'000); // a thousand years of seconds
    }
    fill(sample.disks, "nvme-with-a-long-name-", 1'000'000'000'000);
    fill(sample.links, "virtual-bridge-number-", 1'000'000'000'000);
    sample.disks.left_out = 3;
    std::array<std::uint8_t, longest_sample - relay_room> bytes;
    const auto size = encode(sample, bytes);
    ASSERT_GT(size, 0U);
    const auto back = decode_sample({bytes.data(), size});
    ASSERT_TRUE(back);
    EXPECT_EQ(back->disks.count + back->disks.left_out, most_devices + 3);
    EXPECT_EQ(back->links.count + back->links.left_out, most_devices);
    EXPECT_GE(back->links.count, 1U);
    const Seal seal(key_with(1));
    EXPECT_LT(seal.close_sample({1, 2}, {bytes.data(), size}).size, 512U);

    sample.clock = 7; // a relay's, which needs more room
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

TEST(Datagram, AnIntervalThatIsTooShortIsMalformed) {
    const Seal seal(key_with(1));
    const auto datagram = seal.close({1, 2}, Order{0, false, {1, 9'999'999, 0}});
    EXPECT_EQ(std::get<Seal::Failure>(seal.open(datagram.span())), Seal::Failure::malformed);
}

TEST(SequenceWindow, TellsFreshFromRepeatedAndCountsLosses) {
    using Verdict = SequenceWindow::Verdict;
    SequenceWindow window;
    EXPECT_EQ(window.see(100), Verdict::fresh); // a late starter has lost nothing
    EXPECT_EQ(window.lost(), 0U);
    EXPECT_EQ(window.see(103), Verdict::fresh);
    EXPECT_EQ(window.lost(), 2U);
    EXPECT_EQ(window.see(101), Verdict::fresh);
    EXPECT_EQ(window.see(101), Verdict::duplicate);
    EXPECT_EQ(window.see(100), Verdict::duplicate);
    EXPECT_EQ(window.lost(), 1U);
    EXPECT_EQ(window.see(99), Verdict::fresh); // before the first that came
    EXPECT_EQ(window.lost(), 1U);
    EXPECT_EQ(window.see(1000), Verdict::fresh);
    EXPECT_EQ(window.see(102), Verdict::late);
    EXPECT_EQ(window.see(1000 - 63), Verdict::fresh);
    EXPECT_EQ(window.see(1000 - 64), Verdict::late);
}

} // namespace
} // namespace proxima::node
