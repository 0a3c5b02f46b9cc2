// calls: class_name 1
// calls: SetRadius 1
// calls: GetRadius 1
// calls: GetBounds 2
// calls: Update 1
#include "macro_declared.proxy.hpp"
#include "same_behaviour.hpp"

using construct::note;

namespace {

class Blur : public vtk::Filter {
public:
    const char* class_name() const override { return "Blur"; }
    void SetRadius(double radius) override { radius_ = radius; }
    double GetRadius() const override { return radius_; }
    const int* GetBounds() override { return bounds_; }
    void GetBounds(int data[6]) override { data[5] = bounds_[5]; }
    double Update(int port) override { return radius_ * port; }

private:
    double radius_ = 0;
    int bounds_[6] = {1, 2, 3, 4, 5, 6};
};

void script(vtk::Filter& port) {
    port.SetRadius(1.5);
    int bounds[6] = {};
    port.GetBounds(bounds);
    note(port.class_name(), port.GetRadius(), port.GetBounds()[1], bounds[5], port.Update(2));
}

} // namespace

int main() {
    return construct::same_behaviour<vtk::Filter, Blur, proxima::Proxy<vtk::Filter>>(script);
}
