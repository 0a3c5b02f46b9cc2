// Timelines have callers before callees, whatever waits for whom.
#include "exchange/timeline.hpp"
#include "record_file_builder.hpp"

#include <proxima/base/error.hpp>

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

namespace {

using namespace proxima::exchange;
using namespace proxima::rundir::test;
using proxima::rundir::Record;
using proxima::rundir::RunDirectory;
using proxima::rundir::Thread;

constexpr std::uint32_t deepest = 6;
constexpr std::size_t no_bound = std::size_t{1} << 30;

// Random calls: node DEPTH calls node DEPTH + 1. Calls without callees may take no time by the
// clock.
class RandomCalls {
public:
    explicit RandomCalls(unsigned seed) : random_(seed) {}

    std::vector<TestInvocation> make(int roots) {
        for (int i = 0; i < roots; ++i) {
            call(1);
        }
        return std::move(made_);
    }

private:
    void call(std::uint32_t node) {
        const auto start = step();
        const auto inner = node == deepest ? 0 : random_() % (node == 1 ? 40 : 4);
        for (unsigned i = 0; i < inner; ++i) {
            call(node + 1);
        }
        now_ += inner > 0 ? 1 : 0;
        made_.push_back({node, start, step(), 0, {made_.size()}});
    }
    std::uint64_t step() { return now_ += random_() % 3; }

    std::mt19937 random_;
    std::uint64_t now_ = 1000;
    std::vector<TestInvocation> made_;
};

void write_run(const TemporaryDirectory& directory, const std::vector<TestInvocation>& calls,
               std::size_t of_block = 100) {
    RecordFileBuilder file;
    file.thread(0).method("Port", "call", "void call(long)", {{0, "n", "long"}});
    for (std::uint32_t node = 1; node <= deepest; ++node) {
        file.node(node - 1, 0, "i" + std::to_string(node));
    }
    for (std::size_t i = 0; i < calls.size(); i += of_block) {
        const auto end = std::min(i + of_block, calls.size());
        file.block({calls.begin() + static_cast<std::ptrdiff_t>(i),
                    calls.begin() + static_cast<std::ptrdiff_t>(end)},
                   7 * i); // so much the runtime had used by then
    }
    directory.write("records/0-0.rec", file.end().bytes());
}

// Remembers the invocations that were entered and left, by their parameter.
class Story : public TimelineVisitor {
public:
    struct Event {
        bool enters;
        std::uint64_t what;
        double at;
        bool operator==(const Event&) const = default;
    };
    std::vector<Event> events;
    int threads = 0;

    void begin_thread(const Thread&) override { ++threads; }
    void end_thread(const Thread&) override {}
    void enter(const Thread&, const Record& record, double at) override {
        events.push_back({true, record.parameters[0], at});
    }
    void leave(const Thread&, const Record& record, double at) override {
        events.push_back({false, record.parameters[0], at});
    }
};

std::vector<Story::Event> story_of(const TemporaryDirectory& directory, std::size_t pending) {
    Story story;
    const auto outcome =
        read_timeline(RunDirectory::open(directory.path()), story, nullptr, pending);
    EXPECT_TRUE(outcome.problems.empty());
    EXPECT_EQ(story.threads, 1);
    return story.events;
}

void expect_nested(const std::vector<Story::Event>& events,
                   const std::vector<TestInvocation>& calls) {
    ASSERT_EQ(events.size(), 2 * calls.size());
    std::vector<std::uint64_t> open;
    double last = 0;
    for (const auto& event : events) {
        EXPECT_GE(event.at, last);
        last = event.at;
        if (event.enters) {
            ASSERT_EQ(calls[event.what].node, open.size() + 1); // behind its caller
            open.push_back(event.what);
        } else {
            ASSERT_EQ(open.back(), event.what);
            open.pop_back();
        }
    }
    EXPECT_TRUE(open.empty());
}

TEST(Timeline, NestsWhateverWaits) {
    for (unsigned seed = 0; seed < 20; ++seed) {
        const TemporaryDirectory directory;
        const auto calls = RandomCalls(seed).make(30);
        write_run(directory, calls);
        const auto all = story_of(directory, no_bound);
        expect_nested(all, calls);
        for (const std::size_t pending : {2, 3, 10, 100, 1000}) {
            EXPECT_TRUE(story_of(directory, pending) == all) << pending << " wait, seed " << seed;
        }
    }
}

} // namespace
