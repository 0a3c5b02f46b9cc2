// calls: whole 1
// calls: real 1
// calls: truth 1
// calls: sizes 1
// calls: opaque 1
// calls: by_reference 1
// values: whole a -1
// values: whole e 5
// values: real a 0.5
// values: truth a true
// values: truth mode "strided"
// values: sizes v.size 2
// values: sizes w.size 1
// values: by_reference a 7
#include "parameter_defaults.proxy.hpp"
#include "mastermind.hpp"
#include "same_behaviour.hpp"

#include <type_traits>
#include <utility>

using construct::note;

namespace records = proxima::mastermind::capture_Port;
static_assert(std::is_same<decltype(records::real), proxima::Record<double, double>>::value, "");
static_assert(
    std::is_same<decltype(records::truth), proxima::Record<bool, proxima::Enumeration>>::value, "");
static_assert(std::is_same<decltype(records::opaque), proxima::Record<>>::value,
              "nothing to record");

namespace {

class Target : public capture::Port {
public:
    void whole(int a, unsigned long b, std::int8_t c, char d, std::size_t e) override {
        note(a, b, static_cast<int>(c), d, e);
    }
    void real(double a, float b) override { note(a, b); }
    void truth(bool a, capture::Mode mode) override { note(a, static_cast<int>(mode)); }
    void sizes(const std::vector<double>& v, std::vector<int> w, std::string name) override {
        note(v.size(), w.size(), name);
    }
    void opaque(void* p, const Port&, double* values) override { note(p == nullptr, values[0]); }
    void by_reference(const int& a, double& out) override { out = a; }
};

void script(capture::Port& port) {
    port.whole(-1, 2, 3, 'd', 5);
    port.real(0.5, 0.25F);
    port.truth(true, capture::Mode::strided);
    port.sizes({1, 2}, {3}, "name");
    double value = 6;
    port.opaque(nullptr, port, &value);
    port.by_reference(7, value);
    note(value);
}

} // namespace

int main() {
    return construct::same_behaviour<capture::Port, Target, proxima::Proxy<capture::Port>>(script);
}
