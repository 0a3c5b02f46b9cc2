// calls: read 2
// calls: write 1
// calls: rewind 1
#include "same_signature_two_bases.proxy.hpp"
#include "same_behaviour.hpp"

#include <utility>

using construct::note;

static_assert(noexcept(std::declval<proxima::Proxy<device::Stream>&>().close()), "");

namespace {

class Tape : public device::Stream {
public:
    int open(const char* path) override {
        note("open", path);
        return 3;
    }
    int read() override { return cell_[position_++]; }
    void write(int value) override { cell_[position_++] = value; }
    int position() const override { return position_; }
    bool close() noexcept override { return true; }
    void rewind() override { position_ = 0; }

private:
    int cell_[4] = {5, 6, 7, 8};
    int position_ = 0;
};

void script(device::Stream& port) {
    device::Readable& readable = port;
    device::Writable& writable = port;
    note(readable.open("a"), writable.open("b"));
    note(readable.read(), readable.position());
    writable.write(9);
    note(writable.position());
    note(readable.close(), writable.close());
    port.rewind();
    note(readable.position(), writable.position(), readable.read());
}

} // namespace

int main() {
    return construct::same_behaviour<device::Stream, Tape, proxima::Proxy<device::Stream>>(script);
}
