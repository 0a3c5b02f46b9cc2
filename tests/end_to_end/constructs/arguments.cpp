#include "argument_passing/argument_passing.proxy.hpp"
#include "move_only_argument/move_only_argument.proxy.hpp"
#include "variadic_with_sibling/variadic_with_sibling.proxy.hpp"
#include "same_behaviour.hpp"

#include <cstdio>
#include <stdexcept>
#include <utility>

namespace {

using construct::note;

namespace argument_passing {

using passing::Counted;

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
    EXPECT_LE(Counted::moves(), 5);
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

TEST(Arguments, ArgumentPassing) {
    construct::expect_same<Sink>(script, {{"by_value", 2},
                                          {"by_constant_value", 1},
                                          {"by_rvalue_reference", 1},
                                          {"text", 1},
                                          {"lists", 1},
                                          {"bits", 1}});
}

} // namespace argument_passing

TEST(Arguments, MoveOnlyArgument) {
    struct List : jobs::Queue {
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
    construct::expect_same<List>(
        +[](jobs::Queue& port) {
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
        },
        {{"push", 1}, {"push_all", 1}, {"take", 2}, {"look", 1}, {"replace", 1}});
}

TEST(Arguments, VariadicWithSibling) {
    struct Console : journal::Log {
        __attribute__((format(printf, 3, 4))) int print(int level, const char* format,
                                                        ...) override {
            std::va_list arguments;
            va_start(arguments, format);
            const int length = vprint(level, format, arguments);
            va_end(arguments);
            return length;
        }
        __attribute__((format(printf, 3, 0))) int vprint(int level, const char* format,
                                                         va_list arguments) override {
            char text[64];
            const int length = std::vsnprintf(text, sizeof text, format, arguments);
            note(level, text);
            return length;
        }
    };
    construct::expect_same<Console>(
        +[](journal::Log& port) {
            note(port.print(1, "plain"));
            note(port.print(2, "%s %d %.1f %ld", "mixed", 3, 4.5, 6L));
        },
        {{"print", 2}});
}

} // namespace
