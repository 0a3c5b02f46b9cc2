// calls: make_solver 2
// calls: shared_solver 2
// calls: plain_solver 1
// calls: solve 3
// calls: new_solver 2
// calls: order 1
#include "returned_port.proxy.hpp"
#include "same_behaviour.hpp"

using construct::note;
using factory::Solver;

namespace {

class Scale : public Solver {
public:
    explicit Scale(double factor) : factor_(factor) {}
    ~Scale() override { note("destroyed", factor_); }
    double solve(double right_hand_side) override { return factor_ * right_hand_side; }
    int order() const override { return 2; }

private:
    double factor_;
};

class Factory : public factory::Factory {
public:
    std::unique_ptr<Solver> make_solver(double factor) override {
        return factor > 0 ? std::make_unique<Scale>(factor) : nullptr;
    }
    std::shared_ptr<Solver> shared_solver() override { return shared_; }
    std::unique_ptr<Solver> plain_solver() override { return std::make_unique<Scale>(5); }
    const Solver* new_solver(double factor) override {
        return factor > 0 ? new Scale(factor) : nullptr;
    }

private:
    std::shared_ptr<Solver> shared_ = std::make_shared<Scale>(3);
};

void script(factory::Factory& port) {
    {
        const std::unique_ptr<Solver> solver = port.make_solver(2);
        note(solver->solve(4), solver->solve(5));
    }
    note("a null pointer stays null", port.make_solver(-1) == nullptr);
    const std::shared_ptr<Solver> shared = port.shared_solver();
    note(shared->solve(6), proxima::unwrap(*shared).solve(7),
         dynamic_cast<Scale*>(&proxima::unwrap(*shared)) != nullptr);
    const std::shared_ptr<Solver> again = port.shared_solver();
    note("the same target", &proxima::unwrap(*again) == &proxima::unwrap(*shared));
    note(port.plain_solver()->solve(8));
    const Solver* owned = port.new_solver(7);
    note(owned->order());
    delete owned;
    note(port.new_solver(-1) == nullptr);
}

} // namespace

int main() {
    return construct::same_behaviour<factory::Factory, Factory, proxima::Proxy<factory::Factory>>(
        script);
}
