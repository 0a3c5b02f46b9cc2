// Objects measured in place behave as if unmeasured, and their calls are counted.
#include "mastermind.hpp"
#include "measured.hpp"
#include "ports.proxy.hpp"

#include <proxima/detail/measured_table.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <cstring>
#include <filesystem>
#include <memory>
#include <thread>
#include <typeinfo>
#include <vector>

namespace {

using proxima::InPlace;
using proxima::measure;

template <class How>
class Work : public ports::Task<How> {
protected:
    void execute(int steps) override { this->set_progress(1.0 / steps); }

private:
    int weight() const override { return 200; }
};

template <class Task>
void expect_work_done(Task& task) {
    EXPECT_EQ(opaque(task).start(), 201);
    EXPECT_EQ(task.progress(), 0.25);
}

// The proxy has a progress of its own, which is never set.
TEST(InPlace, KeepsStateWhereAProxyHasAnother) {
    Work<ports::Measured> bare;
    expect_work_done(bare);

    Work<ports::Proxied> target;
    proxima::Proxy<ports::Task<ports::Proxied>> proxy{target, "proxied"};
    EXPECT_EQ(proxy.start(), 201);
    EXPECT_EQ(proxy.progress(), 0);
    EXPECT_EQ(target.progress(), 0.25);

    Work<ports::Measured> object;
    const InPlace handle = measure(object, "state");
    ASSERT_TRUE(handle) << handle.refusal();
    expect_work_done(object);
    EXPECT_EQ(calls("state", "execute"), 1U);
    EXPECT_EQ(calls("state", "weight"), 1U); // private
}

class Ship final : public shapes::Sprite {
public:
    int id() const override { return 1; }
    int weight() const override { return 30; }
    int draw(int scale) override { return scale * cargo; }
    int move(int dx, int dy) override { return (dx + dy) * cargo; }
    int frame() const override { return 4 + cargo; }
    virtual int sink() { return cargo = 0; }
    int cargo = 10;
};

TEST(InPlace, KeepsIdentityAndType) {
    Ship ship;
    const InPlace handle = measure(ship, "identity");
    ASSERT_TRUE(handle) << handle.refusal();
    shapes::Object& object = opaque<shapes::Object>(ship);
    EXPECT_EQ(typeid(object), typeid(Ship));
    EXPECT_EQ(dynamic_cast<Ship*>(&object), &ship);
    EXPECT_EQ(dynamic_cast<void*>(&object), &ship);
    EXPECT_EQ(dynamic_cast<shapes::Movable*>(&object), static_cast<shapes::Movable*>(&ship));
    EXPECT_EQ(dynamic_cast<shapes::Left*>(&object), nullptr);
}

TEST(InPlace, MeasuresThroughEveryBaseOfADiamond) {
    Ship ship;
    const InPlace handle = measure(ship, "diamond");
    shapes::Object& object = opaque<shapes::Object>(ship);
    shapes::Drawable& drawable = opaque<shapes::Drawable>(ship);
    shapes::Movable& movable = opaque<shapes::Movable>(ship);
    shapes::Sprite& sprite = opaque<shapes::Sprite>(ship);
    EXPECT_EQ(object.id() + drawable.id() + movable.id() + sprite.id(), 4);
    EXPECT_EQ(object.weight() + drawable.weight() + movable.weight() + sprite.weight(), 120);
    EXPECT_EQ(drawable.draw(2) + sprite.draw(3), 50);
    EXPECT_EQ(movable.move(1, 2) + sprite.move(3, 4), 100);
    EXPECT_EQ(sprite.frame(), 14);
    EXPECT_EQ(opaque(ship).sink(), 0); // behind the port's slots
    expect_calls("diamond", {{"id", 4}, {"weight", 4}, {"draw", 2}, {"move", 2}, {"frame", 1}});
}

class Pair : public shapes::Twice {
public:
    int id() const override { return 5; }
    int left() override { return 7; }
    int right() override { return 8; }
    int both() override { return 9; }
};

TEST(InPlace, MeasuresBothSubobjectsOfABaseThatOccursTwice) {
    Pair pair;
    const InPlace handle = measure(pair, "twice");
    shapes::Object& left = opaque<shapes::Left>(pair);
    shapes::Object& right = opaque<shapes::Right>(pair);
    EXPECT_EQ(left.id() + right.id(), 10);
    EXPECT_EQ(opaque<shapes::Right>(pair).right() + opaque<shapes::Twice>(pair).right(), 16);
    EXPECT_EQ(calls("twice", "id"), 2U);
    EXPECT_EQ(calls("twice", "right"), 2U);
}

class Oak : public ports::Leaf {
public:
    Oak* next() override { return this; }
    int rings = 400;
};

TEST(InPlace, ReturnsCovariantResultsAdjusted) {
    Oak oak;
    const InPlace handle = measure(oak, "covariant");
    ports::Node* const node = opaque<ports::Node>(oak).next();
    ports::Leaf* const leaf = opaque<ports::Leaf>(oak).next();
    EXPECT_EQ(node, static_cast<ports::Node*>(&oak));
    EXPECT_EQ(leaf, &oak);
    EXPECT_EQ(opaque<ports::Named>(oak).name(), "named");
    EXPECT_EQ(calls("covariant", "next"), 2U);
    EXPECT_EQ(calls("covariant", "name"), 1U);
}

class Newton : public ports::Solver {
public:
    int solve(int n) override { return n + 1; }
    int solve(int n) const override { return n + 2; }
    double solve(double x, int times) override { return x * times; }
    ports::Big big(ports::Big value) const noexcept override {
        value.values[7] += tolerance;
        return value;
    }
    std::string take(std::string text) && override { return text + "!"; }
    std::unique_ptr<int> keep(std::unique_ptr<int> value) override { return value; }
    std::vector<int>& values() override { return values_; }
    void fail(const std::string& text) override { throw std::runtime_error(text); }
    int operator()(int n) override { return -n; }

private:
    std::vector<int> values_{1, 2, 3};
};

TEST(InPlace, PassesAndReturnsAsWithout) {
    Newton newton;
    const InPlace handle = measure(newton, "passing");
    ports::Solver& solver = opaque<ports::Solver>(newton);
    const ports::Solver& fixed = solver;
    EXPECT_EQ(solver.solve(1), 2);
    EXPECT_EQ(fixed.solve(1), 3);
    EXPECT_EQ(solver.solve(1.5), 4.5);
    EXPECT_EQ(solver.big({{0, 1, 2, 3, 4, 5, 6, 7}}).values[7], 10);
    static_assert(noexcept(solver.big({})));
    EXPECT_EQ(std::move(solver).take("text"), "text!");
    int* const value = new int(4);
    EXPECT_EQ(solver.keep(std::unique_ptr<int>(value)).get(), value);
    EXPECT_EQ(&solver.values(), &newton.values());
    EXPECT_THROW(solver.fail("reason"), std::runtime_error);
    EXPECT_EQ(solver(2), -2);
    EXPECT_EQ(solver.left_alone(), 7);
    EXPECT_EQ(solver.last_of(2, 8, 9), 9);
    expect_calls("passing",
                 {{"solve", 3}, {"fail", 1}, {"values", 1}, {"left_alone", 0}, {"last_of", 0}});
}

// Records of the calls that `call` makes of one method of an instance.
template <class Call>
proxima::detail::Rows recorded(const char* instance, const char* method, Call call) {
    proxima::detail::keep_rows_of(std::string(instance) + "." + method);
    call();
    const auto wanted = [](const proxima::detail::CallSiteNames& names, const void* context) {
        return *names.instance == static_cast<const char*>(context);
    };
    auto rows = proxima::detail::take_rows(wanted, instance, true);
    return rows.size() == 1 ? std::move(rows[0]) : proxima::detail::Rows{};
}

TEST(InPlace, RecordsParametersAndExpressionsOverThePort) {
    Newton newton;
    newton.tolerance = 11;
    const InPlace handle = measure(newton, "parameters");
    const auto rows =
        recorded("parameters", "solve", [&] { opaque<ports::Solver>(newton).solve(5); });
    ASSERT_EQ(rows.columns, (std::vector<std::string>{"n", "tolerance"}));
    EXPECT_EQ(rows.values.at(2), 5);
    EXPECT_EQ(rows.values.at(3), 11);
}

TEST(InPlace, FindsThePortFromASubobject) {
    Ship ship;
    const InPlace handle = measure(ship, "subobject");
    const auto rows =
        recorded("subobject", "move", [&] { opaque<shapes::Movable>(ship).move(6, 0); });
    ASSERT_EQ(rows.columns, (std::vector<std::string>{"dx", "frame"}));
    EXPECT_EQ(rows.values.at(2), 6);
    EXPECT_EQ(rows.values.at(3), 14);
}

TEST(InPlace, MeasuresWhatNothingCanDeriveFrom) {
    ports::Locked locked;
    const InPlace handle = measure(locked, "final");
    ASSERT_TRUE(handle) << handle.refusal();
    EXPECT_EQ(locked.turn(2), 2);
}

class Sum : public ports::Counter {
public:
    long add(long n) override { return sum += n; }
    long sum = 0;
};

// Lifetime of the handle.

TEST(Handle, EndsTheMeasurement) {
    Sum sum;
    {
        const InPlace handle = measure(sum, "ended");
        opaque<ports::Counter>(sum).add(1);
    }
    opaque<ports::Counter>(sum).add(1);
    EXPECT_EQ(calls("ended", "add"), 1U);
    const InPlace again = measure(sum, "ended");
    opaque<ports::Counter>(sum).add(1);
    EXPECT_EQ(calls("ended", "add"), 2U);
}

TEST(Handle, LeavesAReleasedObjectMeasuredUntilItsEnd) {
    const std::unique_ptr<ports::Counter> sum = std::make_unique<Sum>();
    measure(*sum, "released").release();
    opaque(*sum).add(1);
    EXPECT_EQ(calls("released", "add"), 1U);
}

class Echo : public ports::Counter {
public:
    long add(long n) override { return n; }
};

TEST(Handle, LeavesAnotherObjectInTheSamePlaceAlone) {
    alignas(Sum) unsigned char place[sizeof(Sum)];
    ports::Counter* object = new (place) Sum;
    InPlace handle = measure(*object, "first");
    opaque(*object).~Counter();
    object = new (place) Echo;
    handle = InPlace();
    EXPECT_EQ(opaque(*object).add(1), 1);
    EXPECT_EQ(calls("first", "add"), 0U);
    opaque(*object).~Counter();
}

TEST(Handle, MeasuresEachObjectUnderItsOwnName) {
    Sum fine;
    Sum coarse;
    Sum bare;
    const InPlace fine_handle = measure(fine, "fine");
    const InPlace coarse_handle = measure(coarse, "coarse");
    for (ports::Counter* counter : {&opaque<ports::Counter>(fine), &opaque<ports::Counter>(coarse),
                                    &opaque<ports::Counter>(bare), &opaque<ports::Counter>(fine)}) {
        counter->add(1);
    }
    EXPECT_EQ(calls("fine", "add"), 2U);
    EXPECT_EQ(calls("coarse", "add"), 1U);
}

// Threads inside an entry reach its end although the handle begins and ends meanwhile.
TEST(Handle, ComesAndGoesWhileThreadsCall) {
    Echo echo;
    constexpr long calls_of_a_thread = 300'000;
    std::atomic<int> at_work{2};
    std::atomic<long> wrong{0};
    const auto work = [&] {
        for (long n = 0; n < calls_of_a_thread; ++n) {
            wrong += opaque<ports::Counter>(echo).add(n) != n ? 1 : 0;
        }
        --at_work;
    };
    std::thread one(work);
    std::thread other(work);
    while (at_work != 0) {
        const InPlace handle = measure(echo, "busy");
    }
    one.join();
    other.join();
    EXPECT_EQ(wrong, 0);
    EXPECT_LE(calls("busy", "add"), 2U * calls_of_a_thread);
}

// Limits and refusals of measuring in place.

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

// Imitates a class that a just-in-time compiler has made.
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
    std::filesystem::remove_all("in_place_run");
    proxima::configure("output=in_place_run,records=off,quiet=on");
    return RUN_ALL_TESTS();
}
