// calls: value 3
#include "name_hiding.proxy.hpp"
#include "same_behaviour.hpp"

using construct::note;

namespace {

class Temperature : public mesh::NamedField {
public:
    std::string value(int index) const override { return "int " + std::to_string(index); }
    std::string value(double position) const override {
        return "double " + std::to_string(position);
    }
    std::string value(const std::string& name) const override { return "name " + name; }
};

void script(mesh::NamedField& port) {
    mesh::Field& field = port;
    note(field.value(2));
    note(field.value(2.5));
    note(port.value("inlet"));
}

} // namespace

int main() {
    return construct::same_behaviour<mesh::NamedField, Temperature,
                                     proxima::Proxy<mesh::NamedField>>(script);
}
