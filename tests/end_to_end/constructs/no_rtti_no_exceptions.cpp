// calls: read 1
// calls: write 1
// calls: status 1
#include "no_rtti_no_exceptions.proxy.hpp"
#include "same_behaviour.hpp"

using construct::note;

namespace {

class Target : public embedded::Port {
public:
    int read(const std::string& name, std::vector<int> values) override {
        return static_cast<int>(name.size() + values.size());
    }
    void write(int channel, double value) noexcept override { note(channel, value); }

protected:
    int status() const override { return 3; }
};

void script(embedded::Port& port) {
    note(port.read("four", {1, 2}), port.current());
    port.write(5, 0.5);
}

} // namespace

int main() {
    return construct::same_behaviour<embedded::Port, Target, proxima::Proxy<embedded::Port>>(
        script);
}
