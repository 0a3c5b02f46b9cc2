#include <proxima/wrap.hpp>

#include <gtest/gtest.h>

#include <memory>
#include <new>
#include <string>

namespace {

using proxima::detail::wrap_owner;
using proxima::detail::WrappedPorts;

struct Port {
    Port() = default;
    Port(const Port&) = delete;
    Port& operator=(const Port&) = delete;
    virtual ~Port() = default;
    virtual std::string text() = 0;
};

struct Plain final : Port {
    std::string text() override { return "plain"; }
};

bool scarce = false;

// As a generated proxy, as far as wrapping goes.
struct Wrapper final : Port {
    template <class Target>
    Wrapper(Target&& target, proxima::InstanceName) : kept(keep(std::forward<Target>(target))) {}
    std::string text() override { return "measured " + kept->text(); }

    static void* operator new(std::size_t size) {
        if (scarce) {
            throw std::bad_alloc();
        }
        return ::operator new(size);
    }
    static void operator delete(void* memory) { ::operator delete(memory); }

    static std::shared_ptr<Port> keep(Port& port) { return {std::shared_ptr<Port>(), &port}; }
    static std::shared_ptr<Port> keep(std::shared_ptr<Port> port) { return port; }
    static std::shared_ptr<Port> keep(std::unique_ptr<Port> port) {
        return std::shared_ptr<Port>(std::move(port));
    }

    std::shared_ptr<Port> kept;
};

// A proxy that there is no memory for.
struct Unaffordable final : Port {
    Unaffordable(Port&, proxima::InstanceName) { throw std::bad_alloc(); }
    std::string text() override { return "never"; }
};

class Wrapping : public testing::Test {
protected:
    Wrapping() { scarce = false; }
    ~Wrapping() override { scarce = false; }
};

TEST_F(Wrapping, APortHasOneProxyWhateverItIsReturnedAs) {
    WrappedPorts ports;
    Plain plain;
    Port& first = ports.wrap<Wrapper>(static_cast<Port&>(plain), "first");
    EXPECT_EQ(first.text(), "measured plain");
    EXPECT_EQ(&ports.wrap<Wrapper>(static_cast<Port&>(plain), "second"), &first);
    EXPECT_EQ(ports.wrap<Wrapper>(static_cast<Port*>(&plain), "first"), &first);
    EXPECT_EQ(ports.wrap<Wrapper>(static_cast<Port*>(nullptr), "first"), nullptr);
}

TEST_F(Wrapping, WithoutMemoryThePortItselfIsReturned) {
    WrappedPorts ports;
    Plain plain;
    EXPECT_EQ(&ports.wrap<Unaffordable>(static_cast<Port&>(plain), "it"), &plain);
}

TEST_F(Wrapping, WithoutMemoryAnOwnerComesBackWithItsPort) {
    scarce = true;
    EXPECT_EQ(wrap_owner<Wrapper>(std::unique_ptr<Port>(new Plain), "it")->text(), "plain");
    EXPECT_EQ(wrap_owner<Wrapper>(std::shared_ptr<Port>(new Plain), "it")->text(), "plain");
    scarce = false;
    EXPECT_EQ(wrap_owner<Wrapper>(std::unique_ptr<Port>(new Plain), "it")->text(),
              "measured plain");
    EXPECT_EQ(wrap_owner<Wrapper>(std::shared_ptr<Port>(new Plain), "it")->text(),
              "measured plain");
}

} // namespace
