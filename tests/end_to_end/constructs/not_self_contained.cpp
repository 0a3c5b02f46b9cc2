// calls: Initialize 1
// calls: GetInputVarNames 1
// calls: GetValue 1
// calls: GetVarGrid 1
#include "not_self_contained.proxy.hpp"
#include "same_behaviour.hpp"

using construct::note;

namespace {

class Heat : public bmi::Bmi {
public:
    void Initialize(std::string config_file) override { note("initialize", config_file); }
    std::vector<std::string> GetInputVarNames() override { return {"temperature", "flux"}; }
    void GetValue(std::string name, void* dest) override {
        *static_cast<int*>(dest) = static_cast<int>(name.size());
    }
    int GetVarGrid(std::string) override { return 3; }
};

void script(bmi::Bmi& port) {
    port.Initialize("heat.yaml");
    int value = 0;
    port.GetValue("flux", &value);
    note(port.GetInputVarNames().back(), value, port.GetVarGrid("flux"));
}

} // namespace

int main() {
    return construct::same_behaviour<bmi::Bmi, Heat, proxima::Proxy<bmi::Bmi>>(script);
}
