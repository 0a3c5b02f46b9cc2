// Values of timers and events that a killed process has left: what is taken, and what is refused.
#include "record_file_builder.hpp"

#include <proxima/rundir/live_values.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

namespace {

using namespace proxima::rundir;
using namespace proxima::rundir::test;

// A file as FORMAT.md describes it, of a clock with two ticks a microsecond.
class LiveFileText {
public:
    LiveFileText() {
        text_ = std::string("\x89PXV\r\n\x1a\n");
        u32(1).u32(0).f64(2e6).u64(0); // the size follows
    }

    LiveFileText& u32(std::uint32_t value) { return put(value); }
    LiveFileText& u64(std::uint64_t value) { return put(value); }
    LiveFileText& f64(double value) { return put(value); }
    LiveFileText& string(const std::string& value) {
        u32(static_cast<std::uint32_t>(value.size()));
        text_ += value;
        return *this;
    }
    LiveFileText& begin_row(std::uint32_t type) {
        row_ = text_.size();
        return u32(type).u32(0);
    }
    LiveFileText& end_row() {
        text_.resize((text_.size() + 7) / 8 * 8);
        const auto size = static_cast<std::uint32_t>(text_.size() - row_);
        std::memcpy(text_.data() + row_ + 4, &size, sizeof size);
        const std::uint64_t used = text_.size();
        std::memcpy(text_.data() + 24, &used, sizeof used);
        return *this;
    }
    LiveFileText& counters() {
        begin_row(1).u64(2).f64(0).f64(1).string("WALL_CLOCK").string("PAGE_FAULTS");
        return end_row();
    }

    const std::string& text() const { return text_; }

private:
    template <class Value>
    LiveFileText& put(Value value) {
        char bytes[sizeof value];
        std::memcpy(bytes, &value, sizeof value);
        text_.append(bytes, sizeof value);
        return *this;
    }

    std::string text_;
    std::size_t row_ = 0;
};

std::string complete_file() {
    LiveFileText file;
    file.counters();
    file.begin_row(2).u64(3).u64(2).u64(5).u64(1); // 5 calls on thread 3
    file.u64(100).u64(40).u64(7).u64(6).string("solve [n = 1]").string("numerics").end_row();
    file.begin_row(2).u64(0).u64(2).u64(0).u64(0); // no call has ended
    file.u64(0).u64(0).u64(0).u64(0).string("main").string("default").end_row();
    file.begin_row(9).u64(1).end_row(); // of a later version
    // Two values, 2 and 4, of which the second one's update had not ended.
    file.begin_row(3).u64(0).u64(1);
    file.u64(2).f64(2).f64(4).f64(6).f64(20).f64(3).f64(2);
    file.u64(1).f64(2).f64(2).f64(2).f64(4).f64(2).f64(0).string("steps").end_row();
    file.begin_row(4).u64(0).u64(1024 * 64).u64(1); // from 2 on
    for (int key = 1; key < 64; ++key) {
        file.u64(0);
    }
    return file.end_row().text();
}

class LiveValuesOf {
public:
    explicit LiveValuesOf(const std::string& text, const std::string& name = "0-0.live")
        : file_("values/" + name) {
        directory_.write("run.json", "{}");
        write(text);
    }

    void write(const std::string& text) { directory_.write(file_, text); }
    std::vector<LiveValues> read() {
        problems.clear();
        return read_live_values(RunDirectory::open(directory_.path()), problems);
    }

    std::vector<std::string> problems;

private:
    TemporaryDirectory directory_;
    std::string file_;
};

TEST(LiveValues, AreThoseOfCallsAndUpdatesThatHadEnded) {
    LiveValuesOf files(complete_file(), "2-0.live");
    const auto all = files.read();
    EXPECT_TRUE(files.problems.empty());
    ASSERT_EQ(all.size(), 1U);
    EXPECT_EQ(all[0].rank, 2U);
    ASSERT_EQ(all[0].timers.size(), 1U);
    const LiveTimer& timer = all[0].timers[0];
    EXPECT_EQ(timer.name, "solve [n = 1]");
    EXPECT_EQ(timer.group, "numerics");
    EXPECT_EQ(timer.thread, 3U);
    EXPECT_EQ(timer.calls, 5U);
    EXPECT_EQ(timer.child_calls, 1U);
    EXPECT_EQ(timer.inclusive, (std::vector<double>{50, 7}));
    EXPECT_EQ(timer.exclusive, (std::vector<double>{20, 6}));
    ASSERT_EQ(all[0].events.size(), 1U);
    const LiveEvent& event = all[0].events[0];
    EXPECT_EQ(event.samples, 1U);
    EXPECT_EQ(event.mean(), 2);
    EXPECT_EQ(event.deviation, 0);
    EXPECT_EQ(event.quantile(0.5), 2);
}

TEST(LiveValues, AFileThatWasNotBegunHasNone) {
    for (const std::size_t size : {0, 16, 4096}) {
        LiveValuesOf files(std::string(size, '\0'));
        EXPECT_TRUE(files.read().empty());
        EXPECT_TRUE(files.problems.empty());
    }
}

TEST(LiveValues, AreOfTheFileUpToWhereItMakesNoSense) {
    std::string text = complete_file();
    const std::size_t name = text.find("steps");
    text[name - 4] = '\x7f'; // the length of the event's name
    LiveValuesOf files(text);
    const auto all = files.read();
    ASSERT_EQ(all.size(), 1U);
    EXPECT_EQ(all[0].timers.size(), 1U);
    ASSERT_EQ(files.problems.size(), 1U);
    EXPECT_NE(files.problems[0].find("values/0-0.live: byte " + std::to_string(name)),
              std::string::npos)
        << files.problems[0];
}

struct Statistics {
    double minimum = 2;
    double maximum = 4;
    double sum = 6;
    double sum_squares = 20;
    double spread = 2;
};

std::string file_with_event(const Statistics& of) {
    LiveFileText file;
    file.counters().begin_row(3).u64(0).u64(0);
    file.u64(2).f64(of.minimum).f64(of.maximum).f64(of.sum).f64(of.sum_squares);
    file.f64(3).f64(of.spread);
    return file.u64(0).f64(0).f64(0).f64(0).f64(0).f64(0).f64(0).string("steps").end_row().text();
}

TEST(LiveValues, ThatNoEventCanHaveAreRefused) {
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    constexpr double infinity = std::numeric_limits<double>::infinity();
    LiveValuesOf files(file_with_event({}));
    EXPECT_EQ(files.read().size(), 1U);
    const std::vector<Statistics> impossible{
        {nan, 4, 6, 20, 2},      {-infinity, 4, 6, 20, 2}, {2, nan, 6, 20, 2},
        {2, infinity, 6, 20, 2}, {2, 1, 6, 20, 2},         {2, 4, nan, 20, 2},
        {2, 4, infinity, 20, 2}, {2, 4, 6, nan, 2},        {2, 4, 6, -infinity, 2},
        {2, 4, 6, -20, 2},       {2, 4, 6, 20, nan},       {2, 4, 6, 20, infinity},
        {2, 4, 6, 20, -2},       {2, 4, nan, infinity, 2}};
    for (std::size_t i = 0; i < impossible.size(); ++i) {
        files.write(file_with_event(impossible[i]));
        EXPECT_TRUE(files.read().empty()) << i;
        ASSERT_EQ(files.problems.size(), 1U) << i;
        EXPECT_NE(files.problems[0].find("such sums"), std::string::npos) << files.problems[0];
    }
}

// As the runtime itself has them of -1e308 and 1e308, twice each.
TEST(LiveValues, MayHaveSumsThatNoDoubleHas) {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    LiveValuesOf files(file_with_event(
        {-1e308, 1e308, -infinity, infinity, std::numeric_limits<double>::quiet_NaN()}));
    const auto all = files.read();
    EXPECT_TRUE(files.problems.empty());
    ASSERT_EQ(all.size(), 1U);
    EXPECT_EQ(all[0].events.at(0).maximum, 1e308);
}

TEST(LiveValues, OfDamagedFilesAreRefusedOrRead) {
    const std::string whole = complete_file();
    LiveValuesOf files(whole);
    for (std::size_t i = 0; i + 1 < whole.size(); i += i < 400 ? 1 : 50) {
        std::string text = whole;
        text[i] = static_cast<char>(text[i] ^ 0xff);
        files.write(text);
        files.read();
        files.write(whole.substr(0, i + 1));
        EXPECT_TRUE(files.read().empty());
        EXPECT_EQ(files.problems.size(), 1U) << i;
    }
}

} // namespace
