// options: --class tree::Walker
// expect: implementations call depth\(\) of the target, but the friend tree::Node acts on the proxy's own base object
// expect: "tree::Walker": {"in_place": true}
// expect: "accept": ."depth"
#pragma once
namespace tree {
class Node;
class Walker {
public:
    virtual ~Walker() = default;
    virtual bool visit(Node& node) = 0;

protected:
    int depth() const; // refused here

private:
    friend class Node;
    int depth_ = 0;
};
} // namespace tree
