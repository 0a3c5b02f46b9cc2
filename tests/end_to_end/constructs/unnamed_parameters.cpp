// calls: initialize 2
// calls: get 1
// calls: sum 1
// calls: mixed 1
// calls: apply 1
#include "unnamed_parameters.proxy.hpp"
#include "same_behaviour.hpp"

using construct::note;

namespace {

double half(double value) {
    return value / 2;
}

class Heat : public bmi::Model {
public:
    Heat() { current = this; }
    void initialize(std::string file) override { note("initialize", file); }
    int get(std::string name, double* value) const override {
        *value = 4;
        return static_cast<int>(name.size());
    }
    double sum(int first, double second, const std::vector<double>& third) override {
        return first + second + third[0];
    }
    double mixed(int first, double factor, int last) override { return factor * (first - last); }
    double apply(double (*function)(double), double (&values)[2],
                 void (Model::*method)(std::string)) override {
        (*port.*method)("from apply");
        return function(values[1]);
    }
    static Heat* current;
    bmi::Model* port = this;
};

Heat* Heat::current = nullptr;

void script(bmi::Model& model) {
    Heat::current->port = &model;
    model.initialize("heat.cfg");
    double value = 0;
    note(model.get("temperature", &value), value, model.sum(1, 2.5, {3}), model.mixed(5, 2, 1));
    double values[2] = {6, 7};
    note(model.apply(half, values, &bmi::Model::initialize));
}

} // namespace

int main() {
    return construct::same_behaviour<bmi::Model, Heat, proxima::Proxy<bmi::Model>>(script);
}
