// options: --class tree::Walker
// expect: the friend tree::Node may use depth_, of which the proxy has its own
// expect: "tree::Walker": {"in_place": true}
// expect: "accept": ."depth_"
#pragma once
namespace tree {
class Node;
class Walker {
public:
    virtual ~Walker() = default;
    virtual bool visit(Node& node) = 0;

protected:
    int depth() const;

private:
    friend class Node; // refused here
    int depth_ = 0;
};
} // namespace tree
