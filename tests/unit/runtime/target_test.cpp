#include <proxima/target.hpp>

#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <type_traits>
#include <utility>

namespace {

using proxima::Target;

struct Port {
    virtual int f() = 0;

protected:
    ~Port() = default; // nobody but its owner's deleter can delete it
};

int alive = 0;

struct Implementation final : Port {
    Implementation() { ++alive; }
    Implementation(const Implementation&) = delete;
    Implementation& operator=(const Implementation&) = delete;
    ~Implementation() { --alive; }
    int f() override { return 42; }
};

// Like Ipopt::SmartPtr and Teuchos::RCP: neither get() nor move.
template <class Pointee>
class CountedPointer {
public:
    explicit CountedPointer(Pointee* pointee) : shared_(pointee) {}
    CountedPointer(const CountedPointer& other) : shared_(other.shared_) {}
    CountedPointer& operator=(const CountedPointer&) = delete;
    ~CountedPointer() = default;
    Pointee& operator*() const { return *shared_; }
    long count() const { return shared_.use_count(); }

private:
    std::shared_ptr<Pointee> shared_;
};

int call(Target<Port> target) {
    return target->f();
}

TEST(Target, RefersToWhatStaysWithItsOwner) {
    Implementation implementation;
    EXPECT_EQ(call(implementation), 42);
    EXPECT_EQ(call(&implementation), 42);
    EXPECT_EQ(call(std::ref(implementation)), 42);
    EXPECT_EQ(alive, 1);
}

TEST(Target, KeepsWhatItOwns) {
    EXPECT_EQ(call(std::make_unique<Implementation>()), 42);
    EXPECT_EQ(alive, 0);
    const auto shared = std::make_shared<Implementation>();
    {
        Target<Port> target(shared);
        EXPECT_EQ(shared.use_count(), 2);
        const Target<Port> moved(std::move(target));
        EXPECT_EQ(shared.use_count(), 2);
        EXPECT_EQ(&*moved, shared.get());
    }
    EXPECT_EQ(shared.use_count(), 1);
}

TEST(Target, UsesTheDeleterOfAUniquePointer) {
    int deleted = 0;
    {
        Implementation implementation;
        const auto deleter = [&](Port*) { ++deleted; };
        const std::unique_ptr<Port, decltype(deleter)> owner(&implementation, deleter);
        EXPECT_EQ(call(std::unique_ptr<Port, decltype(deleter)>(&implementation, deleter)), 42);
        EXPECT_EQ(deleted, 1);
    }
    EXPECT_EQ(deleted, 2);
}

TEST(Target, TakesAnySmartPointer) {
    const CountedPointer<Implementation> pointer(new Implementation);
    EXPECT_EQ(call(pointer), 42);
    EXPECT_EQ(pointer.count(), 1);
}

TEST(Target, RefusesWhatWouldDangle) {
    EXPECT_FALSE((std::is_convertible_v<Implementation, Target<Port>>)) << "a temporary";
    EXPECT_FALSE((std::is_convertible_v<std::unique_ptr<Implementation>&, Target<Port>>))
        << "not moved";
    EXPECT_FALSE((std::is_convertible_v<int, Target<Port>>));
    EXPECT_FALSE((std::is_convertible_v<std::unique_ptr<int>, Target<Port>>));
    EXPECT_FALSE(std::is_copy_constructible_v<Target<Port>>);
}

} // namespace
