// calls: get 2
// calls: join 1
// calls: cells 4
// calls: power 1
#include "wrapped_overloads.proxy.hpp"
#include "same_behaviour.hpp"

using construct::note;

namespace {

class Box : public scene::Mesh {
public:
    int cells() const override { return 6; }
};

class Lamp : public scene::Light {
public:
    double power() const override { return 0.5; }
};

class Room : public scene::World {
public:
    scene::Mesh* get(int) override { return &box_; }
    scene::Light* get(double) override { return &lamp_; }
    int join(const scene::Mesh& left_mesh, const scene::Mesh& right_mesh) override {
        return left_mesh.cells() + right_mesh.cells() + left_mesh.cells();
    }

private:
    Box box_;
    Lamp lamp_;
};

void script(scene::World& port) {
    Box left;
    Box right;
    note(port.get(1)->cells(), port.get(1.0)->power(), port.join(left, right));
}

} // namespace

int main() {
    return construct::same_behaviour<scene::World, Room, proxima::Proxy<scene::World>>(script);
}
