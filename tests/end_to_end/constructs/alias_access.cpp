// calls: next 1
// calls: size 1
// calls: values 1
// calls: rows 1
#include "alias_access.proxy.hpp"
#include "same_behaviour.hpp"

using access::Port;
using construct::note;

namespace {

class Target : public Port {
public:
    Handle next(Handle* handle, const Handles& handles) override {
        return make(open(*handle) + static_cast<int>(handles.size()));
    }
    int size(const std::vector<double>& values, int from) override {
        return static_cast<int>(values.size()) - from;
    }
    std::vector<double>& values() override { return values_; }
    std::size_t rows(const Table& table) override { return table.size(); }

private:
    std::vector<double> values_ = {1, 2};
};

void script(Port& port) {
    Port::Handle handle = Port::make(4);
    note(Port::open(port.next(&handle, {handle, handle})), port.size({1, 2, 3}, 1),
         port.values()[1]);
    note(port.rows({}));
}

} // namespace

int main() {
    return construct::same_behaviour<Port, Target, proxima::Proxy<Port>>(script);
}
