// What measuring in place does not see, and what it refuses. Objects behave as without in any case.
#include "measured.hpp"
#include "ports.proxy.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <filesystem>
#include <string>
#include <vector>

namespace {

using proxima::InPlace;
using proxima::measure;

class Sum : public ports::Counter {
public:
    long add(long n) override { return sum += n; }
    long sum = 0;
};

TEST(Limits, CallsOfAKnownTypeAreNotSeen) {
    Sum sum;
    const InPlace handle = measure(sum, "devirtualised");
    EXPECT_EQ(sum.add(1), 1);
    EXPECT_EQ(calls("devirtualised", "add"), 0U);
}

class Adder {
public:
    virtual ~Adder() = default;
    virtual long add(long n) = 0;
};

class Both : public ports::Counter, public Adder {
public:
    long add(long n) override { return n + offset; }
    long offset = 5;
};

TEST(Limits, CallsThroughABaseThatIsNotThePortsAreNotSeen) {
    Both both;
    const InPlace handle = measure(both, "other base");
    EXPECT_EQ(opaque<Adder>(both).add(1), 6);
    EXPECT_EQ(calls("other base", "add"), 0U);
    EXPECT_EQ(opaque<ports::Counter>(both).add(1), 6);
    EXPECT_EQ(calls("other base", "add"), 1U);
}

TEST(Limits, CallsThroughASlotOfADerivedClassAreNotSeen) {
    ports::Leaf leaf;
    const InPlace handle = measure(static_cast<ports::Node&>(leaf), "narrowed");
    EXPECT_EQ(opaque<ports::Leaf>(leaf).next(), &leaf);
    EXPECT_EQ(calls("narrowed", "next"), 0U);
    EXPECT_EQ(opaque<ports::Node>(leaf).next(), static_cast<ports::Node*>(&leaf));
    EXPECT_EQ(calls("narrowed", "next"), 1U);
}

class MeasuresItself : public ports::Counter {
public:
    MeasuresItself() : handle(measure(*this, "constructor")) {}
    long add(long n) override { return n; }
    InPlace handle;
};

class Derived : public MeasuresItself {
public:
    long add(long n) override { return 2 * n; }
};

TEST(Limits, AConstructorMeasuresUntilThatOfTheNextClass) {
    MeasuresItself itself;
    EXPECT_EQ(opaque<ports::Counter>(itself).add(1), 1);
    EXPECT_EQ(calls("constructor", "add"), 1U);
    Derived derived;
    EXPECT_EQ(opaque<ports::Counter>(derived).add(1), 2);
    EXPECT_EQ(calls("constructor", "add"), 1U);
}

TEST(Limits, AnObjectIsMeasuredOnce) {
    Sum sum;
    const InPlace first = measure(sum, "once");
    {
        const InPlace second = measure(sum, "again");
        EXPECT_FALSE(second);
        EXPECT_STREQ(second.refusal(), "it is already");
    }
    opaque<ports::Counter>(sum).add(1);
    EXPECT_EQ(calls("once", "add"), 1U);
    EXPECT_EQ(calls("again", "add"), 0U);
}

// As of a class that a just-in-time compiler has made.
TEST(Limits, ATableOutsideOfEveryLibraryIsRefused) {
    Sum sum;
    void* const memory = &sum;
    const void* const* original = nullptr;
    std::memcpy(&original, memory, sizeof(original));
    const std::vector<const void*> copy(original - 2, original + 3);
    const void* const* const made = copy.data() + 2;
    std::memcpy(memory, &made, sizeof(made));
    const InPlace handle = measure(opaque<ports::Counter>(sum), "made");
    EXPECT_FALSE(handle);
    EXPECT_STRNE(handle.refusal(), "");
    EXPECT_EQ(opaque<ports::Counter>(sum).add(1), 1);
    std::memcpy(memory, &original, sizeof(original));
}

} // namespace

int main(int count, char** arguments) {
    testing::InitGoogleTest(&count, arguments);
    std::filesystem::remove_all("limits_run");
    proxima::configure("output=limits_run,records=off,quiet=on");
    return RUN_ALL_TESTS();
}
