// calls: version 1
// calls: notify 1
// calls: plain 1
#include "calling_convention.proxy.hpp"
#include "same_behaviour.hpp"

using construct::note;

namespace {

int ACME_CALL twice(int value) {
    return 2 * value;
}

class Filter : public acme::Plugin {
public:
    int ACME_CALL version(int major, double minor) override {
        return 10 * major + static_cast<int>(minor);
    }
    int ACME_CALL notify(int(ACME_CALL* callback)(int), int value) override {
        return callback(value);
    }
    int plain(int value) const override { return value; }
};

void script(acme::Plugin& port) {
    note(port.version(4, 2.5), port.notify(twice, 21), port.plain(3));
}

} // namespace

int main() {
    return construct::same_behaviour<acme::Plugin, Filter, proxima::Proxy<acme::Plugin>>(script);
}
