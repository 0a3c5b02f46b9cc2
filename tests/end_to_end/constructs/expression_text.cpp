// calls: apply 1
// values: apply commented 4
// values: apply member 7
#include "expression_text.proxy.hpp"
#include "same_behaviour.hpp"

using construct::note;

namespace {

class Target : public expressions::Port {
public:
    Target() { set_size(6); }
    int apply(const expressions::Matrix& matrix, int rows, const char*) override {
        return matrix.rows * rows;
    }
};

void script(expressions::Port& port) {
    note(port.apply({7}, 3, "name"), port.size());
}

} // namespace

int main() {
    return construct::same_behaviour<expressions::Port, Target, proxima::Proxy<expressions::Port>>(
        script);
}
