// calls: by_value 2
// calls: by_constant_value 1
// calls: by_rvalue_reference 1
// calls: text 1
// calls: lists 1
// calls: bits 1
// values: lists names.size 2
// values: text text.size 100
#include "argument_passing.proxy.hpp"
#include "same_behaviour.hpp"

#include <utility>

using construct::note;
using passing::Counted;

namespace {

const void* last_object = nullptr;

class Sink : public passing::Receiver {
public:
    void by_value(Counted) override { note("by value, copies", Counted::copies()); }
    void by_constant_value(const Counted) override {
        note("by constant value, copies", Counted::copies());
    }
    void by_reference(Counted& object) override { note("same", &object == last_object); }
    void by_constant_reference(const Counted& object) override {
        note("same", &object == last_object);
    }
    void by_rvalue_reference(Counted&& object) override { note("same", &object == last_object); }
    void by_constant_rvalue_reference(const Counted&& object) override {
        note("same", &object == last_object);
    }
    void by_pointer(Counted* object, const Counted* other) override {
        note("same", object == last_object, other == nullptr);
    }
    void by_volatile_reference(volatile int& flag) override { flag = 8; }
    void text(std::string text) override {
        note("buffer moved", text.data() == last_object, text.size());
    }
    void lists(std::initializer_list<int> values, std::vector<std::string> names) override {
        note(values.begin() == last_object, values.size(), names.size(), names.back());
    }
    void bits(unsigned one, const unsigned& other) override { note(one, other); }
};

// A proxy has one more object to pass a value through: it may move once more, it must not copy.
void copies_but_not_moves(passing::Receiver& port) {
    Counted object;
    Counted::copies() = Counted::moves() = 0;
    port.by_value(object);
    port.by_value(std::move(object));
    port.by_constant_value(std::move(object));
    note("copies", Counted::copies());
    CHECK(Counted::moves() <= 5);
}

void script(passing::Receiver& port) {
    copies_but_not_moves(port);
    Counted object;
    last_object = &object;
    port.by_reference(object);
    port.by_constant_reference(object);
    port.by_rvalue_reference(std::move(object));
    port.by_constant_rvalue_reference(std::move(object));
    port.by_pointer(&object, nullptr);
    volatile int flag = 0;
    port.by_volatile_reference(flag);
    note(static_cast<int>(flag));

    std::string text(100, 'x');
    last_object = text.data();
    port.text(std::move(text));

    const std::initializer_list<int> values = {1, 2, 3};
    last_object = values.begin();
    port.lists(values, {"a", "b"});

    struct {
        unsigned low : 3;
        unsigned high : 5;
    } bits = {5, 17};
    port.bits(bits.low, bits.high);
}

} // namespace

int main() {
    return construct::same_behaviour<passing::Receiver, Sink, proxima::Proxy<passing::Receiver>>(
        script);
}
