// calls: value 7
#include "targets.proxy.hpp"
#include "same_behaviour.hpp"

#include <memory>
#include <string>
#include <utility>

using construct::note;
using targets::Port;

namespace {

class Part : public Port {
public:
    explicit Part(int value) : value_(value) {}
    ~Part() override { note("destroyed", value_); }
    int value() const override { return value_; }

private:
    int value_;
};

struct Deleter {
    void operator()(Part* part) const {
        note("deleter");
        delete part;
    }
};

/// A pointer that counts its users within the object, as Ipopt's SmartPtr and boost::intrusive_ptr
/// do.
class Handle {
public:
    explicit Handle(Part* part, int* users) : part_(part), users_(users) { ++*users_; }
    Handle(const Handle& other) : part_(other.part_), users_(other.users_) { ++*users_; }
    Handle& operator=(const Handle&) = delete;
    ~Handle() { --*users_; }
    Part& operator*() const { return *part_; }
    Part* operator->() const { return part_; }

private:
    Part* part_;
    int* users_;
};

int value_of(const Port& port) {
    return port.value();
}

void measured_targets() {
    Part local(1);
    proxima::Proxy<Port> by_reference{local, "by_reference"};
    proxima::Proxy<Port> by_pointer{&local, std::string("by_pointer")};
    note(value_of(by_reference), value_of(by_pointer));

    auto shared = std::make_shared<Part>(2);
    {
        proxima::Proxy<Port> by_shared{shared, "by_shared"};
        note(value_of(by_shared), shared.use_count());
    }
    note(shared.use_count());
    {
        proxima::Proxy<Port> by_unique{std::unique_ptr<Part, Deleter>(new Part(3)), "by_unique"};
        note(value_of(by_unique));
    }
    int users = 0;
    {
        Handle handle(&local, &users);
        proxima::Proxy<Port> by_handle{handle, "by_handle"};
        note(value_of(by_handle), users);
    }
    note("users left", users);
    const auto on_heap =
        std::make_unique<proxima::Proxy<Port>>(std::make_unique<Part>(4), "on_heap");
    note(value_of(*on_heap));
    auto returned = proxima::measured<Port>(local, "returned");
    note(value_of(returned));
}

} // namespace

int main() {
    const construct::Trace expected = {
        "1 1 ",          "2 2 ", "1 ", "3 ",           "deleter ",     "destroyed 3 ", "1 2 ",
        "users left 0 ", "4 ",   "1 ", "destroyed 4 ", "destroyed 2 ", "destroyed 1 "};
    const construct::Trace actual = construct::traced(measured_targets);
    CHECK(actual == expected);
    if (actual != expected)
        construct::print("actual", actual);
    return construct::failures() == 0 ? 0 : 1;
}
