// calls: write 2
// treatment: logging::Writer flush_size kept
// treatment: logging::Writer write measured
#include "private_virtual_hook.proxy.hpp"
#include "same_behaviour.hpp"

using construct::note;

namespace {

class File : public logging::Writer {
public:
    int write(int bytes) override { return written_ += bytes; }

private:
    int written_ = 0;
};

void script(logging::Writer& port) {
    note(port.write(3));
    note(port.write(4));
}

} // namespace

int main() {
    return construct::same_behaviour<logging::Writer, File, proxima::Proxy<logging::Writer>>(
        script);
}
