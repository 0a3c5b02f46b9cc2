#include "name_clashes/name_clashes.proxy.hpp"
#include "same_behaviour.hpp"

#include <utility>

namespace {

using construct::note;

TEST(Names, NameClashes) {
    struct Tool : acme::Proxy {
        int call(int record, int invocation, int instance, int target, int site,
                 int arg1) override {
            return record + 10 * invocation + 100 * instance + 1000 * target + 10000 * site +
                   100000 * arg1;
        }
        int compute(acme::proxima::MethodInfo record, acme::Invocation invocation,
                    Target target) override {
            return record.value + invocation.value + target.value;
        }
        int text(acme::std::string text, const ::std::string& other) override {
            return text.length + static_cast<int>(other.size());
        }
        int acme(acme::Mode mode) override { return static_cast<int>(mode); }
        int record() const override { return 2; }
        int active(int active) const override { return active; }
        int unwrap() override { return 3; }
        int measured() override { return 4; }
    };

    struct Global : Proxy {
        int value() const override { return 5; }
    };
    construct::expect_same<Tool, Global>(
        +[](acme::Proxy& port, Proxy& global) {
            note(port.call(1, 2, 3, 4, 5, 6), port.compute({1}, {2}, {3}), port.text({4}, "text"));
            note(port.acme(acme::Mode::fast), port.record(), port.active(7), port.unwrap());
            note(port.measured(), global.value());
        },
        {{"call", 1}, {"compute", 1}, {"text", 1}, {"acme", 1}, {"record", 1}, {"value", 1}});
}

} // namespace
