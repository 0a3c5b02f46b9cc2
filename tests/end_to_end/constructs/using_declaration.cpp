// calls: solve 3
// calls: reset 1
// calls: level 1
#include "using_declaration.proxy.hpp"
#include "same_behaviour.hpp"

using construct::note;

namespace {

class Direct : public solver::Port {
public:
    int solve(int right_hand_side) override { return right_hand_side; }
    std::string solve(const std::string& file) override { return file; }
    double solve(double right_hand_side) override { return right_hand_side / 2; }
    int level() const override { return 5; }

protected:
    int reset(int level) override { return level + 1; }
};

void script(solver::Port& port) {
    note(port.solve(3), port.solve(3.0), port.solve("matrix.mtx"), port.reset(4), port.level(),
         port.size());
}

} // namespace

int main() {
    return construct::same_behaviour<solver::Port, Direct, proxima::Proxy<solver::Port>>(script);
}
