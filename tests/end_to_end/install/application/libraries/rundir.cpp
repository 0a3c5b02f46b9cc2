#include <proxima/rundir/record_reader.hpp>

namespace {

struct Counter : proxima::rundir::RecordVisitor {
    std::size_t calls = 0;
    void records(const proxima::rundir::Thread& /*thread*/,
                 const proxima::rundir::Record* /*first*/, std::size_t count) override {
        calls += count;
    }
};

} // namespace

int main() {
    Counter counter;
    proxima::rundir::read_records(proxima::rundir::RunDirectory::open("run"), counter);
    return counter.calls == 1000 ? 0 : 1;
}
