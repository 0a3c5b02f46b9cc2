// calls: root 4
// calls: child 3
// calls: value 4
#include "returned_port_reference.proxy.hpp"
#include "same_behaviour.hpp"

using construct::note;
using tree::Node;

namespace {

class Leaf : public Node {
public:
    int value() const override { return 7; }
};

class Bush : public tree::Tree {
public:
    Node& root() override { return root_; }
    const Node& root() const override { return root_; }
    Node* child(int index) override { return index == 0 ? &child_ : nullptr; }

private:
    Leaf root_;
    Leaf child_;
};

void script(tree::Tree& port) {
    const tree::Tree& constant = port;
    note(port.root().value(), constant.root().value(), port.child(0)->value());
    note("a null pointer stays null", port.child(1) == nullptr);
    Node& root = port.root();
    note("the same object each time", &root == &port.root(), root.value());
    note("behind it the target's",
         dynamic_cast<Leaf*>(&proxima::unwrap(*port.child(0))) != nullptr);
}

} // namespace

int main() {
    return construct::same_behaviour<tree::Tree, Bush, proxima::Proxy<tree::Tree>>(script);
}
