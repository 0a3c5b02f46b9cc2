// calls: write 3
// calls: count 2
#include "default_arguments.proxy.hpp"
#include "same_behaviour.hpp"

using construct::note;

namespace {

class Text : public output::Writer {
public:
    std::string write(double value, int width, const std::string& unit) override {
        return std::to_string(value) + ' ' + std::to_string(width) + unit;
    }
    int count(const std::vector<int>& values, int (*weight)(int)) override {
        int total = 0;
        for (int value : values)
            total += weight(value);
        return total;
    }
};

void script(output::Writer& port) {
    note(port.write(1), port.write(2, 3), port.write(4, 5, "kg"));
    note(port.count(), port.count({5}));
}

} // namespace

int main() {
    return construct::same_behaviour<output::Writer, Text, proxima::Proxy<output::Writer>>(script);
}
