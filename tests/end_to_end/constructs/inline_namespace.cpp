// calls: configure 1
// calls: name 1
// calls: level 1
#include "inline_namespace.proxy.hpp"
#include "same_behaviour.hpp"

using construct::note;

namespace {

class Tool : public lib::Port {
public:
    int configure(const lib::Options& options, lib::v1::Options previous,
                  lib::Hidden hidden) override {
        return 100 * options.level + 10 * previous.level + hidden.value;
    }
    std::string name(const std::string& prefix) const override { return prefix + "tool"; }
};

class Deep : public lib::deep::er::Nested {
public:
    int level(lib::Options options) override { return options.level; }
};

void script(lib::Port& port, lib::deep::er::Nested& nested) {
    note(port.configure({}, {}, {}), port.name("a "), nested.level({}));
}

} // namespace

int main() {
    return construct::compare(
        [] {
            Tool tool;
            Deep deep;
            script(tool, deep);
        },
        [] {
            Tool tool;
            Deep deep;
            proxima::Proxy<lib::Port> port{tool, "port"};
            proxima::Proxy<lib::v2::deep::er::Nested> nested{deep, "nested"};
            script(port, nested);
        });
}
