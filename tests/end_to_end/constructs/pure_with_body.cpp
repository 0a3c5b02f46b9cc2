// calls: lines 3
// calls: title 1
// calls: pixels 1
#include "pure_with_body.proxy.hpp"
#include "same_behaviour.hpp"

using construct::note;

namespace {

class Yearly : public report::Report {
public:
    int lines() const override { return 40; }
    const char* title() const override { return "yearly"; }
    int pixels() const override { return 640; }
};

void script(report::Report& port) {
    report::Summary& summary = port;
    report::Chart& chart = port;
    note(summary.lines(), chart.lines(), port.lines(), summary.title(), chart.pixels(),
         port.pages());
}

} // namespace

int main() {
    return construct::same_behaviour<report::Report, Yearly, proxima::Proxy<report::Report>>(
        script);
}
