// calls: write 1
// calls: flush_size 6
// calls: where 1
// treatment: logging::Writer flush_size measured
// treatment: logging::Journal flush_size measured
// treatment: logging::Journal where measured
#include "private_virtual_hook.proxy.hpp"
#include "same_behaviour.hpp"

using construct::note;

namespace {

class File : public logging::Journal {
public:
    int write(int bytes) override { return written_ += bytes; }

private:
    int flush_size() const override { return 100; }
    int flush_size(Factor factor) noexcept override { return factor * written_; }
    int where() override { return 1000; }

    int written_ = 0;
};

void script(logging::Journal& port) {
    note(port.write(3), port.flush());
    note(port.position());
}

} // namespace

int main() {
    // Through a proxy of the base class, too.
    return construct::same_behaviour<logging::Journal, File, proxima::Proxy<logging::Journal>>(
               script) +
           construct::compare(
               [] {
                   File file;
                   note(static_cast<logging::Writer&>(file).flush());
               },
               [] {
                   File file;
                   proxima::Proxy<logging::Writer> writer{file, "writer"};
                   note(static_cast<logging::Writer&>(writer).flush());
               });
}
