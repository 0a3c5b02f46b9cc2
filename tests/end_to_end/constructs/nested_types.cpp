// calls: average 1
// calls: fill 1
// calls: strongest 1
// calls: range 1
#include "nested_types.proxy.hpp"
#include "same_behaviour.hpp"

using construct::note;
using image::Filter;

namespace {

class Mean : public Filter {
public:
    Pixel average(const Row& row, Border border) const override {
        return {row[0].red, static_cast<unsigned char>(border), row.back().blue};
    }
    Row fill(Pixel pixel, unsigned count) override { return Row(count, pixel); }
    Channel strongest(const Pixel* pixel, const Options& options) const override {
        return pixel->red > options.level ? Channel::red : Channel::green;
    }
    int range(Options::Range range, const Pair<int>& pair) override {
        return (range.high - range.low) * pair[1];
    }
};

void script(Filter& port) {
    const Filter::Row row = port.fill({1, 2, 3}, 2);
    const Filter::Pixel pixel = port.average(row, Filter::wrap);
    note(row.size(), int(pixel.red), int(pixel.green), int(pixel.blue));
    const int pair[2] = {0, 10};
    note(port.strongest(&pixel, Filter::Options(4)) == Filter::Channel::green,
         port.range({1, 4}, pair));
}

} // namespace

int main() {
    return construct::same_behaviour<Filter, Mean, proxima::Proxy<Filter>>(script);
}
