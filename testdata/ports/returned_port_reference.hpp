/// Ports returned by reference or pointer: they stay with the target, their proxies with the proxy
/// that returned them, whichever class comes first.
#pragma once

namespace tree {

class Node;

class Tree {
public:
    virtual ~Tree() = default;
    virtual Node& root() = 0;
    virtual const Node& root() const = 0;
    virtual Node* child(int index) = 0;
};

class Node {
public:
    virtual ~Node() = default;
    virtual int value() const = 0;
};

} // namespace tree
