// calls: ticks 1
// calls: set 1
#include "throw_nothing.proxy.hpp"
#include "same_behaviour.hpp"

#include <utility>

using construct::note;

static_assert(noexcept(std::declval<const proxima::Proxy<antique::Clock>&>().ticks()),
              "throw() is noexcept");
static_assert(!noexcept(std::declval<proxima::Proxy<antique::Clock>&>().set(1)), "");

namespace {

class Sundial : public antique::Clock {
public:
    long ticks() const noexcept override { return ticks_; }
    void set(long ticks) override { ticks_ = ticks; }

private:
    long ticks_ = 0;
};

void script(antique::Clock& port) {
    port.set(12);
    note(port.ticks());
}

} // namespace

int main() {
    return construct::same_behaviour<antique::Clock, Sundial, proxima::Proxy<antique::Clock>>(
        script);
}
