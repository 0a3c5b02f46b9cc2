// calls: push 1
// calls: push_all 1
// calls: take 2
// calls: look 1
// calls: replace 1
// values: push_all list.size 2
// values: take really false true
#include "move_only_argument.proxy.hpp"
#include "same_behaviour.hpp"

using construct::note;

namespace {

class List : public jobs::Queue {
public:
    int push(std::unique_ptr<int> job) override { return *job; }
    int push_all(std::vector<std::unique_ptr<int>> list) override {
        return static_cast<int>(list.size());
    }
    void take(std::unique_ptr<int>&& job, bool really) override {
        if (really)
            const std::unique_ptr<int> taken = std::move(job);
    }
    void look(const std::unique_ptr<int>& job) const override { note("looked at", *job); }
    void replace(std::unique_ptr<int>& job) override { job = std::make_unique<int>(99); }
};

void script(jobs::Queue& port) {
    note(port.push(std::make_unique<int>(4)));
    std::vector<std::unique_ptr<int>> list;
    list.push_back(std::make_unique<int>(1));
    list.push_back(nullptr);
    note(port.push_all(std::move(list)), list.size());
    auto job = std::make_unique<int>(5);
    port.take(std::move(job), false);
    note("still there", job != nullptr);
    port.look(job);
    port.take(std::move(job), true);
    note("still there", job != nullptr);
    port.replace(job);
    note(*job);
}

} // namespace

int main() {
    return construct::same_behaviour<jobs::Queue, List, proxima::Proxy<jobs::Queue>>(script);
}
