// calls: parent 3
// calls: reference 2
// calls: area 1
// calls: volume 1
#include "covariant_return.proxy.hpp"
#include "same_behaviour.hpp"

#include <type_traits>
#include <utility>

using construct::note;

using Proxy = proxima::Proxy<geometry::Solid>;
static_assert(std::is_same<decltype(std::declval<Proxy&>().parent()), geometry::Solid*>::value, "");
static_assert(
    std::is_same<decltype(std::declval<const Proxy&>().reference()), const geometry::Solid&>::value,
    "");

namespace {

class Cube : public geometry::Solid {
public:
    Cube() { current = this; }
    Cube* parent() override { return has_parent ? this : nullptr; }
    const Cube& reference() const override { return *this; }
    double area() const override { return 6; }
    double volume() const override { return 1; }
    bool has_parent = true;
    static Cube* current;
};

Cube* Cube::current = nullptr;

void script(geometry::Solid& port) {
    geometry::Shape& shape = port;
    note(port.parent() == Cube::current,
         shape.parent() == static_cast<geometry::Shape*>(Cube::current));
    note(&port.reference() == Cube::current,
         &shape.reference() == static_cast<geometry::Shape*>(Cube::current));
    Cube::current->has_parent = false;
    note(shape.parent() == nullptr);
    note(shape.area(), port.volume());
}

} // namespace

int main() {
    return construct::same_behaviour<geometry::Solid, Cube, Proxy>(script);
}
