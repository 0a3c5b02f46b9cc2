/// Ports passed as arguments: lent by reference or pointer, handed over, or shared. They are
/// measured for the call when the configuration asks for it.
#pragma once

#include <memory>

namespace search {

class Visitor {
public:
    virtual ~Visitor() = default;
    virtual bool visit(int node) = 0;
    virtual int visited() const = 0;
};

class Graph {
public:
    virtual ~Graph() = default;
    virtual int walk(Visitor& visitor, int start) = 0;
    virtual int walk_back(Visitor* visitor) = 0;
    virtual int look(const Visitor& visitor) const = 0;
    virtual int hand_over(std::unique_ptr<Visitor> visitor) = 0;
    virtual int share(const std::shared_ptr<Visitor>& visitor) = 0;
    virtual int pair(Visitor& first, Visitor&) = 0;
    virtual int walk_unseen(Visitor& visitor) = 0;
};

} // namespace search
