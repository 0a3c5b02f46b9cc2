// calls: read 2
// calls: size 1
// calls: flush 1
// calls: self 1
// treatment: access::Buffered read measured
// treatment: access::Buffered size measured
#include "private_override.proxy.hpp"
#include "same_behaviour.hpp"

using construct::note;

namespace {

class File : public access::Buffered {
public:
    int flush() override { return 2; }

private:
    int read() override { return 40 + ++reads_; }
    int size() const noexcept override { return 3; }
    Buffered* self() override {
        ++reads_;
        return nullptr;
    }

    int reads_ = 0;
};

void script(access::Buffered& port) {
    access::Source& source = port;
    note(source.read(), source.self() == nullptr);
    note(source.read(), source.size(), port.flush());
}

} // namespace

int main() {
    return construct::same_behaviour<access::Buffered, File, proxima::Proxy<access::Buffered>>(
        script);
}
