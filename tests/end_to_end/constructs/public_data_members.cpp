// calls: at 1
#include "public_data_members.proxy.hpp"
#include "same_behaviour.hpp"

using construct::note;

namespace {

class Arc : public nurbs::Curve {
public:
    Arc() {
        degree = 3;
        name = "arc";
        closed = 1;
        kind = 5;
        knots[1][0] = 8;
        weights[0] = 1;
        weights[1] = 0.5;
        weights[2] = 0.25;
    }
    double at(double u) const override { return u * degree; }
};

void script(nurbs::Curve& port) {
    note(port.degree, port.name, port.weights[0], port.weights[1], port.weights[2]);
    note(port.at(0.5), port.closed, port.kind, port.knots[1][0], port.dimension);
}

} // namespace

int main() {
    return construct::same_behaviour<nurbs::Curve, Arc, proxima::Proxy<nurbs::Curve>>(script);
}
