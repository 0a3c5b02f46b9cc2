// calls: notify 2
// calls: run 1
// calls: value 1
#include "unusual_destructors.proxy.hpp"
#include "same_behaviour.hpp"

#include <memory>

using construct::note;

namespace {

class Bell final : public lifetime::Listener {
public:
    ~Bell() { note("bell destroyed"); }
    void notify(int event) override { note("event", event); }
};

class Batch : public lifetime::Session {
public:
    ~Batch() override { note("batch destroyed"); }
    int run(int steps) override { return steps; }
};

class Number : public lifetime::Purged {
public:
    ~Number() override { note("number destroyed"); }
    int value() const override { return 6; }
};

void script(lifetime::Listener& listener, lifetime::Session& session, lifetime::Purged& purged) {
    listener.notify(1);
    listener.notify(2);
    note(session.run(3), purged.value());
}

} // namespace

int main() {
    return construct::compare(
        [] {
            const auto purged = std::make_unique<Number>();
            const auto session = std::make_shared<Batch>();
            const auto listener = std::make_unique<Bell>();
            script(*listener, *session, *purged);
        },
        [] {
            proxima::Proxy<lifetime::Purged> purged{std::unique_ptr<lifetime::Purged>(new Number),
                                                    "purged"};
            proxima::Proxy<lifetime::Session> session{std::make_shared<Batch>(), "session"};
            proxima::Proxy<lifetime::Listener> listener{std::make_unique<Bell>(), "listener"};
            script(listener, session, purged);
        });
}
