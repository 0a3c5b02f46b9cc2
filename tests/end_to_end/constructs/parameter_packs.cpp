// calls: add 1
// calls: last 1
// calls: narrow 2
// values: add rows.size 2
// values: add rows_3.size 1
// values: last values 1
// values: last arg3 3
// values: last arg4 4
#include "parameter_packs.proxy.hpp"
#include "same_behaviour.hpp"

using construct::note;

namespace {

class Sum : public packs::Sink<int, double> {
public:
    std::size_t add(int first, const std::vector<int>& whole,
                    const std::vector<double>& parts) override {
        return static_cast<std::size_t>(first) + 10 * whole.size() + 100 * parts.size();
    }
    int last(int whole, double part, int digit, int last_digit) override {
        return 1000 * whole + static_cast<int>(100 * part) + 10 * digit + last_digit;
    }
};

template <int width>
class Frame : public packs::Window<width> {
public:
    int narrow(const packs::Window<width - 1>* next, int step) override {
        return next == nullptr ? width - step : -1;
    }
};

template <int width>
int narrowed(bool measured) {
    Frame<width> frame;
    if (!measured) {
        return frame.narrow(nullptr, 1);
    }
    proxima::Proxy<packs::Window<width>> proxy{frame, "frame"};
    return proxy.narrow(nullptr, 1);
}

void script(packs::Sink<int, double>& port, bool measured) {
    note(port.add(1, {1, 2}, {3.5}), port.last(1, 2, 3, 4));
    note(narrowed<3>(measured), narrowed<4>(measured));
}

} // namespace

int main() {
    return construct::compare(
        [] {
            Sum sum;
            script(sum, false);
        },
        [] {
            Sum sum;
            proxima::Proxy<packs::Sink<int, double>> proxy{sum, "sum"};
            script(proxy, true);
        });
}
