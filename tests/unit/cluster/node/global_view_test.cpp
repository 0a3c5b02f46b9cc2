// Views a run of two nodes with known usage, whose samples are lost, late or repeated.
#include "temporary_directory.hpp"

#include <proxima/base/error.hpp>
#include <proxima/node/global_view.hpp>

#include <gtest/gtest.h>

#include <array>

namespace proxima::node {
namespace {

constexpr std::uint64_t second = 1'000'000'000;
constexpr std::uint64_t master_raw = 50'000 * second;

// Simulates a node whose processors are busy for 0.25 s a second, with a clock far from the
// master's.
struct TestNode {
    NodeInfo info;
    std::uint64_t clock_offset; // node's clock minus the master's

    Sample sample(std::uint64_t sequence, std::uint64_t master_ns) const {
        Sample sample;
        sample.node = sample.clock = info.id;
        sample.sequence = sequence;
        sample.time_ns = master_ns + clock_offset;
        sample.interval_ns = second;
        sample.set(Metric::cpu_user, (master_ns - master_raw) / 4000);
        return sample;
    }
    ClockExchange exchange(std::uint64_t master_ns) const {
        constexpr std::uint64_t way = 100'000;
        return {info.id, master_ns, master_ns + way + clock_offset, master_ns + way + clock_offset,
                master_ns + 2 * way};
    }
};

void log_sample(LogWriter& log, Sample sample, std::uint64_t received_ns) {
    std::array<std::uint8_t, 400> bytes;
    log.sample(received_ns, {bytes.data(), encode(sample, bytes)});
}

class GlobalViewTest : public testing::Test {
protected:
    static std::uint64_t at(double seconds) {
        return master_raw + static_cast<std::uint64_t>(seconds * 1e9);
    }
    void send(LogWriter& log, const TestNode& node, std::uint64_t sequence, double seconds) {
        log_sample(log, node.sample(sequence, at(seconds)), at(seconds + 0.001));
    }
    MasterStart start(double seconds, const char* boot = "b") const {
        return {at(seconds), 1'700'000'000 * second + at(seconds) - master_raw, boot, "head"};
    }

    unit::TemporaryDirectory directory_;
    TestNode early_{{1, "early", 1, "", "times only", "", false}, 7000 * second};
    TestNode late_{{2, "late", 2, "", "times only", "", false}, std::uint64_t{0} - 40'000 * second};
};

TEST_F(GlobalViewTest, PutsClocksOnOneAxisAndCountsWhatIsMissing) {
    {
        LogWriter log(directory_.path(), start(0));
        log.append(early_.info);
        log.append(late_.info);
        log.append(early_.exchange(at(0.5)));
        log.append(late_.exchange(at(9.5)));
        for (std::uint64_t i = 1; i <= 40; ++i) {
            if (i % 10 != 4) { // lost
                send(log, early_, i, static_cast<double>(i));
            }
            if (i >= 10) { // its first two samples are lost, too
                send(log, late_, i - 7, static_cast<double>(i) + 0.4);
            }
        }
        log.flush();
    }
    const auto view = read_view(directory_.path());
    ASSERT_EQ(view.nodes.size(), 2U);
    const auto& early = view.nodes[0];
    const auto& late = view.nodes[1];
    EXPECT_EQ(early.name, "early");
    EXPECT_EQ(early.stretches.at(0).samples, 36U);
    EXPECT_EQ(early.stretches.at(0).lost, 4U);
    EXPECT_EQ(late.stretches.at(0).lost, 2U);
    EXPECT_FALSE(view.has_ended);
    EXPECT_NEAR(early.first(), 1, 1e-3);
    EXPECT_NEAR(late.first(), 10.4, 1e-3);
    EXPECT_GE(late.stretches[0].clock_bound, 100e-6);
    EXPECT_LT(late.stretches[0].clock_bound, 7e-3); // 30 s without exchange, at the worst drift
    const auto both = [&](const NodeView& node, double from, double to) {
        const auto amount = node.amount(Metric::cpu_user, from, to);
        ASSERT_TRUE(amount);
        EXPECT_NEAR(amount->value, (to - from) / 4, 1e-4);
        EXPECT_LE(amount->low, (to - from) / 4 + 1e-9);
        EXPECT_GE(amount->high, (to - from) / 4 - 1e-9);
    };
    both(early, 11, 31);
    both(late, 11, 31);
    both(early, 13.2, 14.1); // a sample is missing here
    const auto grid = grid_of(view, 0, 1000);
    EXPECT_EQ(grid.cells, 39U);
    const auto cells = on_grid(late, Metric::cpu_user, grid);
    EXPECT_FALSE(cells[2]); // node had not started
    EXPECT_NEAR(cells[20]->value, 0.25, 1e-4);
}

// Devices beyond the first datagram of a sample follow in others.
TEST_F(GlobalViewTest, SamplesOfOneMomentAreOneMoment) {
    {
        LogWriter log(directory_.path(), start(0));
        log.append(early_.info);
        log.append(early_.exchange(at(0.5)));
        for (std::uint64_t i = 1; i <= 20; ++i) {
            const auto seconds = static_cast<double>(i);
            send(log, early_, 2 * i - 1, seconds);
            if (i == 7) {
                continue; // lost
            }
            auto more = early_.sample(2 * i, at(seconds));
            more.present = 0;
            more.links.push_back({"eth5", {1000 * i}});
            log_sample(log, more, at(seconds + 0.002));
        }
        log.flush();
    }
    const auto view = read_view(directory_.path());
    const auto& stretch = view.nodes.at(0).stretches.at(0);
    EXPECT_EQ(stretch.moments.size(), 20U);
    EXPECT_EQ(stretch.samples, 39U);
    EXPECT_EQ(stretch.lost, 1U);
    EXPECT_NEAR(stretch.longest_gap, 1, 1e-3);
    const auto received = view.nodes[0].amount({LinkField::received, "eth5"}, 5, 10);
    ASSERT_TRUE(received);
    EXPECT_NEAR(received->value, 5000, 10);
    EXPECT_NEAR(view.nodes[0].amount(Metric::cpu_user, 5, 10)->value, 1.25, 1e-3);
}

} // namespace
} // namespace proxima::node
