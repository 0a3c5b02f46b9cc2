#include "const_scalar_return/const_scalar_return.proxy.hpp"
#include "covariant_return/covariant_return.proxy.hpp"
#include "deprecated_method/deprecated_method.proxy.hpp"
#include "exceptions/exceptions.proxy.hpp"
#include "nodiscard_method/nodiscard_method.proxy.hpp"
#include "noexcept_method/noexcept_method.proxy.hpp"
#include "return_values/return_values.proxy.hpp"
#include "returned_port/returned_port.proxy.hpp"
#include "returned_port_reference/returned_port_reference.proxy.hpp"
#include "throw_nothing/throw_nothing.proxy.hpp"
#include "same_behaviour.hpp"

#include <exception>
#include <stdexcept>
#include <type_traits>
#include <utility>

// The targets may use what is deprecated or useless: the generated headers above may not.
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
#pragma GCC diagnostic ignored "-Wignored-qualifiers"

namespace {

using construct::note;

namespace return_values {

using results::Counted;

using Proxy = proxima::Proxy<results::Store>;
static_assert(std::is_same<decltype(std::declval<Proxy&>().reference()), Counted&>::value, "");
static_assert(std::is_same<decltype(std::declval<Proxy&>().rvalue_reference()), Counted&&>::value,
              "");
static_assert(std::is_same<decltype(std::declval<Proxy&>().constant_value()), const Counted>::value,
              "");
static_assert(!std::is_abstract<Proxy>::value, "every pure method is overridden");

class Shelf : public results::Store {
public:
    Shelf() { current = this; }
    void nothing() override { note("nothing"); }
    Counted value() override { return Counted(1); }
    const Counted constant_value() override { return Counted(2); }
    Counted& reference() override { return counted_; }
    const Counted& constant_reference() const override { return counted_; }
    Counted&& rvalue_reference() override { return std::move(counted_); }
    const Counted&& constant_rvalue_reference() const override { return std::move(counted_); }
    std::unique_ptr<int> move_only() override { return std::make_unique<int>(5); }
    results::Pinned pinned() override { return results::Pinned(6); }
    const char* pointer() const override { return text_.c_str(); }
    std::vector<bool>::reference bit(int index) override {
        return bits_[static_cast<std::size_t>(index)];
    }
    auto trailing() const -> const std::string& override { return text_; }
    void* address() override { return this; }

    Counted counted_{3};
    std::string text_ = "shelf";
    std::vector<bool> bits_ = {false, false};
    static Shelf* current;
};

Shelf* Shelf::current = nullptr;

void script(results::Store& port) {
    const Shelf& shelf = *Shelf::current;
    Counted::copies() = Counted::moves() = 0;
    port.nothing();
    note(port.value().value(), port.constant_value().value());
    note(&port.reference() == &shelf.counted_, &port.constant_reference() == &shelf.counted_);
    Counted&& rvalue = port.rvalue_reference();
    const Counted&& constant_rvalue = port.constant_rvalue_reference();
    note(&rvalue == &shelf.counted_, &constant_rvalue == &shelf.counted_);
    note("copies", Counted::copies(), "moves", Counted::moves());
    note(*port.move_only());
    const results::Pinned pinned = port.pinned();
    note(pinned.number, pinned.self == &pinned);
    note(port.pointer() == shelf.text_.c_str(), &port.trailing() == &shelf.text_);
    port.bit(1) = true;
    note(shelf.bits_[0], shelf.bits_[1], static_cast<bool>(port.bit(1)));
    note(port.address() == static_cast<const void*>(&shelf));
}

TEST(Results, ReturnValues) {
    construct::expect_same<Shelf>(script, {{"nothing", 1},
                                           {"value", 1},
                                           {"reference", 1},
                                           {"rvalue_reference", 1},
                                           {"move_only", 1},
                                           {"pinned", 1},
                                           {"bit", 2},
                                           {"trailing", 1}});
}

} // namespace return_values

namespace covariant_return {

using Proxy = proxima::Proxy<geometry::Solid>;
static_assert(std::is_same<decltype(std::declval<Proxy&>().parent()), geometry::Solid*>::value, "");
static_assert(
    std::is_same<decltype(std::declval<const Proxy&>().reference()), const geometry::Solid&>::value,
    "");

class Cube : public geometry::Solid {
public:
    Cube() { current = this; }
    Cube* parent() override { return has_parent ? this : nullptr; }
    const Cube& reference() const override { return *this; }
    double area() const override { return 6; }
    double volume() const override { return 1; }
    bool has_parent = true;
    static Cube* current;
};

Cube* Cube::current = nullptr;

void script(geometry::Solid& port) {
    geometry::Shape& shape = port;
    note(port.parent() == Cube::current,
         shape.parent() == static_cast<geometry::Shape*>(Cube::current));
    note(&port.reference() == Cube::current,
         &shape.reference() == static_cast<geometry::Shape*>(Cube::current));
    Cube::current->has_parent = false;
    note(shape.parent() == nullptr);
    note(shape.area(), port.volume());
}

TEST(Results, CovariantReturn) {
    construct::expect_same<Cube>(script,
                                 {{"parent", 3}, {"reference", 2}, {"area", 1}, {"volume", 1}});
}

} // namespace covariant_return

TEST(Results, ConstScalarReturn) {
    struct Target : habit::Port {
        const int size() const override { return 3; }
        const char* const name() const override { return "target"; }
        const bool set(const double value) override { return value > 0; }
        const double* const* const rows() override { return nullptr; }
    };
    construct::expect_same<Target>(
        +[](habit::Port& port) {
            note(port.size(), port.name(), port.set(1.5), port.rows() == nullptr);
        },
        {{"size", 1}, {"name", 1}, {"set", 1}, {"rows", 1}});
}

TEST(Results, ReturnedPort) {
    using factory::Solver;

    struct Scale : Solver {
        explicit Scale(double factor) : factor_(factor) {}
        ~Scale() override { note("destroyed", factor_); }
        double solve(double right_hand_side) override { return factor_ * right_hand_side; }
        int order() const override { return 2; }

    private:
        double factor_;
    };

    struct Factory : factory::Factory {
        std::unique_ptr<Solver> make_solver(double factor) override {
            return factor > 0 ? std::make_unique<Scale>(factor) : nullptr;
        }
        std::shared_ptr<Solver> shared_solver() override { return shared_; }
        std::unique_ptr<Solver> plain_solver() override { return std::make_unique<Scale>(5); }
        const Solver* new_solver(double factor) override {
            return factor > 0 ? new Scale(factor) : nullptr;
        }

    private:
        std::shared_ptr<Solver> shared_ = std::make_shared<Scale>(3);
    };
    construct::expect_same<Factory>(
        +[](factory::Factory& port) {
            {
                const std::unique_ptr<Solver> solver = port.make_solver(2);
                note(solver->solve(4), solver->solve(5));
            }
            note("a null pointer stays null", port.make_solver(-1) == nullptr);
            const std::shared_ptr<Solver> shared = port.shared_solver();
            note(shared->solve(6), proxima::unwrap(*shared).solve(7),
                 dynamic_cast<Scale*>(&proxima::unwrap(*shared)) != nullptr);
            const std::shared_ptr<Solver> again = port.shared_solver();
            note("the same target", &proxima::unwrap(*again) == &proxima::unwrap(*shared));
            note(port.plain_solver()->solve(8));
            const Solver* owned = port.new_solver(7);
            note(owned->order());
            delete owned;
            note(port.new_solver(-1) == nullptr);
        },
        {{"make_solver", 2},
         {"shared_solver", 2},
         {"plain_solver", 1},
         {"solve", 3},
         {"new_solver", 2},
         {"order", 1}});
}

TEST(Results, ReturnedPortReference) {
    using tree::Node;

    struct Leaf : Node {
        int value() const override { return 7; }
    };

    struct Bush : tree::Tree {
        Node& root() override { return root_; }
        const Node& root() const override { return root_; }
        Node* child(int index) override { return index == 0 ? &child_ : nullptr; }

    private:
        Leaf root_;
        Leaf child_;
    };
    construct::expect_same<Bush>(
        +[](tree::Tree& port) {
            const tree::Tree& constant = port;
            note(port.root().value(), constant.root().value(), port.child(0)->value());
            note("a null pointer stays null", port.child(1) == nullptr);
            Node& root = port.root();
            note("the same object each time", &root == &port.root(), root.value());
            note("behind it the target's",
                 dynamic_cast<Leaf*>(&proxima::unwrap(*port.child(0))) != nullptr);
        },
        {{"root", 4}, {"child", 3}, {"value", 4}});
}

namespace exceptions {

class BrokenReader : public io::Reader {
public:
    BrokenReader() { current = this; }
    int read(int line) override {
        if (line % 2 != 0)
            throw io::ReadError("odd line", line);
        return line;
    }
    void fail() override { throw 42; }
    const std::string& retry(int attempts) override {
        try {
            current->read(1);
        } catch (const io::ReadError& error) {
            text_ = error.what() + std::to_string(attempts);
        }
        return text_;
    }
    static BrokenReader* current;

private:
    std::string text_;
};

BrokenReader* BrokenReader::current = nullptr;

void script(io::Reader& port) {
    note(port.read(2));
    for (int line : {3, 4, 5}) {
        try {
            note(port.read(line));
        } catch (const io::ReadError& error) {
            note(error.what(), error.line, std::uncaught_exceptions());
        }
    }
    try {
        port.fail();
    } catch (int number) {
        note("number", number);
    }
    note(port.retry(3));
}

TEST(Results, Exceptions) {
    construct::expect_same<BrokenReader>(script, {{"read", 4}, {"fail", 1}, {"retry", 1}});
}

} // namespace exceptions

TEST(Results, NoexceptMethod) {
    using Integers = proxima::Proxy<queue::IntegerQueue>;
    using Texts = proxima::Proxy<queue::TextQueue>;
    static_assert(noexcept(std::declval<Integers&>().push(1)),
                  "an int is copied without exceptions");
    static_assert(!noexcept(std::declval<Texts&>().push(std::declval<std::string&>())),
                  "a string is not");
    static_assert(noexcept(std::declval<const Integers&>().size()), "");
    static_assert(noexcept(std::declval<const Integers&>().empty()), "");
    static_assert(!noexcept(std::declval<Integers&>().pop()), "");
    static_assert(!noexcept(std::declval<Integers&>().clear()), "noexcept(false)");
    static_assert(noexcept(std::declval<Integers&>().swap(std::declval<Integers&>())),
                  "noexcept(true)");
    static_assert(noexcept(std::declval<Texts&>().clear()), "");

    struct One : queue::IntegerQueue {
        void push(int value) noexcept override { value_ = value; }
        int pop() override { return value_; }
        int size() const noexcept override { return 1; }
        bool empty() const noexcept override { return false; }
        void clear() override { value_ = 0; }
        void swap(IntegerQueue& other) noexcept override { note("swap", &other != nullptr_queue); }
        const IntegerQueue* nullptr_queue = nullptr;

    private:
        int value_ = 0;
    };

    struct Name : queue::TextQueue {
        void push(std::string value) override { value_ = std::move(value); }
        std::string pop() override { return value_; }
        int size() const noexcept override { return 1; }
        bool empty() const noexcept override { return value_.empty(); }
        void clear() noexcept override { value_.clear(); }

    private:
        std::string value_;
    };
    construct::expect_same<One, Name>(
        +[](queue::IntegerQueue& integers, queue::TextQueue& texts) {
            integers.push(3);
            note(integers.pop(), integers.size(), integers.empty());
            integers.clear();
            integers.swap(integers);
            texts.push("four");
            note(texts.pop(), texts.size());
            texts.clear();
        },
        {{"push", 2}, {"pop", 2}, {"size", 2}, {"empty", 1}, {"clear", 2}, {"swap", 1}});
}

TEST(Results, ThrowNothing) {
    static_assert(noexcept(std::declval<const proxima::Proxy<antique::Clock>&>().ticks()),
                  "throw() is noexcept");
    static_assert(!noexcept(std::declval<proxima::Proxy<antique::Clock>&>().set(1)), "");

    struct Sundial : antique::Clock {
        long ticks() const noexcept override { return ticks_; }
        void set(long ticks) override { ticks_ = ticks; }

    private:
        long ticks_ = 0;
    };
    construct::expect_same<Sundial>(
        +[](antique::Clock& port) {
            port.set(12);
            note(port.ticks());
        },
        {{"ticks", 1}, {"set", 1}});
}

TEST(Results, NodiscardMethod) {
    struct Numbers : parse::Parser {
        int parse(const char* text) override { return text[0] - '0'; }
        parse::Status check(int line) override {
            return line > 0 ? parse::Status::good : parse::Status::bad;
        }
        int hint(int* pointer) override { return ++*pointer; }
        int cost(int size) const override { return 2 * size; }
        int errors() const override { return 0; }
        [[noreturn]] void abandon() override { throw std::runtime_error("abandoned"); }
    };
    construct::expect_same<Numbers>(
        +[](parse::Parser& port) {
            int value = 5;
            note(port.parse("7"), port.check(1) == parse::Status::good, port.hint(&value), value,
                 port.cost(3), port.errors());
            construct::note_exception<std::runtime_error>([&port] { port.abandon(); });
        },
        {{"parse", 1}, {"check", 1}, {"hint", 1}, {"cost", 1}, {"errors", 1}, {"abandon", 1}});
}

TEST(Results, DeprecatedMethod) {
    struct Screen : legacy::Window {
        int set_size(int width) override { return width_ = width; }
        int resize(const legacy::Size& size) override { return width_ = 2 * size.width; }
        legacy::Size size() const override { return {width_}; }
        int mode(legacy::Mode mode) override { return static_cast<int>(mode); }

    private:
        int width_ = 0;
    };

    struct OldScreen : legacy::OldWindow {
        int show(int times) override { return times + 1; }
    };
    construct::expect_same<Screen, OldScreen>(
        +[](legacy::Window& window, legacy::OldWindow& old) {
            note(window.set_size(3), window.resize({4}), window.size().width,
                 window.mode(legacy::Mode::exact), old.show(5));
        },
        {{"set_size", 1}, {"resize", 1}, {"size", 1}, {"mode", 1}, {"show", 1}});
}

} // namespace
