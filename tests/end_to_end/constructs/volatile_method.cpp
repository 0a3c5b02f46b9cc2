// calls: read 2
// calls: peek 1
// calls: write 1
#include "volatile_method.proxy.hpp"
#include "same_behaviour.hpp"

using construct::note;

namespace {

class Status : public hardware::Register {
public:
    unsigned read() volatile override {
        note("volatile read");
        return value_;
    }
    unsigned read() override {
        note("read");
        return value_;
    }
    unsigned peek() const volatile override { return value_; }
    void write(unsigned value) volatile override { value_ = value; }

private:
    unsigned value_ = 1;
};

void script(hardware::Register& port) {
    volatile hardware::Register& device = port;
    device.write(6);
    note(device.read(), port.read(), device.peek());
}

} // namespace

int main() {
    return construct::same_behaviour<hardware::Register, Status,
                                     proxima::Proxy<hardware::Register>>(script);
}
