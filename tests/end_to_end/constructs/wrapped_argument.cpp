// calls: walk 2
// calls: walk_back 2
// calls: look 1
// calls: hand_over 2
// calls: share 1
// calls: pair 1
// calls: visit 11
// calls: visited 3
// values: visit node 0 1 2 2 7 8 9 3 4 6 -1
#include "wrapped_argument.proxy.hpp"
#include "same_behaviour.hpp"

#include <stdexcept>
#include <utility>

using construct::note;
using search::Visitor;

namespace {

class Counter : public Visitor {
public:
    explicit Counter(int most) : most_(most) {}
    ~Counter() override { note("destroyed after", visited_); }
    bool visit(int node) override {
        note("visit", node);
        ++visited_;
        if (node < 0) {
            throw std::invalid_argument("no such node");
        }
        return visited_ < most_;
    }
    int visited() const override { return visited_; }

private:
    int most_;
    int visited_ = 0;
};

class Path : public search::Graph {
public:
    int walk(Visitor& visitor, int start) override {
        int node = start;
        while (visitor.visit(node)) {
            ++node;
        }
        return node;
    }
    int walk_back(Visitor* visitor) override {
        return visitor == nullptr ? -1 : static_cast<int>(visitor->visit(2) && visitor->visit(1));
    }
    int look(const Visitor& visitor) const override { return visitor.visited(); }
    int hand_over(std::unique_ptr<Visitor> visitor) override {
        kept_ = std::move(visitor);
        return kept_ == nullptr ? -1 : walk(*kept_, 7) + kept_->visited();
    }
    int share(const std::shared_ptr<Visitor>& visitor) override {
        return static_cast<int>(visitor->visit(3));
    }
    int pair(Visitor& first, Visitor& second) override {
        return static_cast<int>(first.visit(4)) + second.visited();
    }
    int walk_unseen(Visitor& visitor) override { return static_cast<int>(visitor.visit(6)); }

private:
    std::unique_ptr<Visitor> kept_;
};

void script(search::Graph& port) {
    Counter counter(3);
    note(port.walk(counter, 0), counter.visited());
    note(port.walk_back(&counter), port.walk_back(nullptr));
    note(port.look(counter));
    note(port.hand_over(std::make_unique<Counter>(3)));
    note("gives the visitor back", port.hand_over(nullptr));
    const auto shared = std::make_shared<Counter>(9);
    note(port.share(shared), shared->visited(), "owners", shared.use_count());
    note(port.pair(counter, *shared));
    note(port.walk_unseen(*shared));
    construct::note_exception<std::invalid_argument>([&] { port.walk(*shared, -1); });
}

} // namespace

int main() {
    return construct::same_behaviour<search::Graph, Path, proxima::Proxy<search::Graph>>(script);
}
