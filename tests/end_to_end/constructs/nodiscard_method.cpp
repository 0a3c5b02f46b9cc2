// calls: parse 1
// calls: check 1
// calls: hint 1
// calls: cost 1
// calls: errors 1
// calls: abandon 1
#include "nodiscard_method.proxy.hpp"
#include "same_behaviour.hpp"

#include <stdexcept>

using construct::note;

namespace {

class Numbers : public parse::Parser {
public:
    int parse(const char* text) override { return text[0] - '0'; }
    parse::Status check(int line) override {
        return line > 0 ? parse::Status::good : parse::Status::bad;
    }
    int hint(int* pointer) override { return ++*pointer; }
    int cost(int size) const override { return 2 * size; }
    int errors() const override { return 0; }
    [[noreturn]] void abandon() override { throw std::runtime_error("abandoned"); }
};

void script(parse::Parser& port) {
    int value = 5;
    note(port.parse("7"), port.check(1) == parse::Status::good, port.hint(&value), value,
         port.cost(3), port.errors());
    construct::note_exception<std::runtime_error>([&port] { port.abandon(); });
}

} // namespace

int main() {
    return construct::same_behaviour<parse::Parser, Numbers, proxima::Proxy<parse::Parser>>(script);
}
