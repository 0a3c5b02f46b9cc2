#include "covariant_return/covariant_return.proxy.hpp"
#include "exceptions/exceptions.proxy.hpp"
#include "return_values/return_values.proxy.hpp"
#include "returned_port/returned_port.proxy.hpp"
#include "returned_port_reference/returned_port_reference.proxy.hpp"
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

TEST(Results, ReturnValues) {
    using results::Counted;

    using Proxy = proxima::Proxy<results::Store>;
    static_assert(std::is_same<decltype(std::declval<Proxy&>().reference()), Counted&>::value, "");
    static_assert(
        std::is_same<decltype(std::declval<Proxy&>().constant_value()), const Counted>::value, "");

    struct Shelf : results::Store {
        void nothing() override { note("nothing"); }
        Counted value() override { return Counted(1); }
        const Counted constant_value() override { return Counted(2); }
        Counted& reference() override { return counted; }
        const Counted& constant_reference() const override { return counted; }
        Counted&& rvalue_reference() override { return std::move(counted); }
        const Counted&& constant_rvalue_reference() const override { return std::move(counted); }
        std::unique_ptr<int> move_only() override { return std::make_unique<int>(5); }
        results::Pinned pinned() override { return results::Pinned(6); }
        const char* pointer() const override { return text.c_str(); }
        std::vector<bool>::reference bit(int index) override {
            return bits[static_cast<std::size_t>(index)];
        }
        auto trailing() const -> const std::string& override { return text; }
        void* address() override { return this; }

        Counted counted{3};
        std::string text = "shelf";
        std::vector<bool> bits = {false, false};
    };
    construct::expect_same<Shelf>(
        +[](results::Store& port) {
            const auto& shelf = static_cast<const Shelf&>(proxima::unwrap(port));
            Counted::copies() = Counted::moves() = 0;
            port.nothing();
            note(port.value().value(), port.constant_value().value());
            note(&port.reference() == &shelf.counted, &port.constant_reference() == &shelf.counted);
            Counted&& rvalue = port.rvalue_reference();
            const Counted&& constant_rvalue = port.constant_rvalue_reference();
            note(&rvalue == &shelf.counted, &constant_rvalue == &shelf.counted);
            note("copies", Counted::copies(), "moves", Counted::moves());
            note(*port.move_only());
            const results::Pinned pinned = port.pinned();
            note(pinned.number, pinned.self == &pinned);
            note(port.pointer() == shelf.text.c_str(), &port.trailing() == &shelf.text);
            port.bit(1) = true;
            note(shelf.bits[0], shelf.bits[1], static_cast<bool>(port.bit(1)));
            note(port.address() == static_cast<const void*>(&shelf));
        },
        {{"nothing", 1}, {"value", 1}, {"reference", 1}, {"move_only", 1}, {"bit", 2}});
}

TEST(Results, CovariantReturn) {
    struct Cube : geometry::Solid {
        Cube* parent() override { return has_parent ? this : nullptr; }
        const Cube& reference() const override { return *this; }
        double area() const override { return 6; }
        double volume() const override { return 1; }
        bool has_parent = true;
    };
    construct::expect_same<Cube>(
        +[](geometry::Solid& port) {
            auto& cube = static_cast<Cube&>(proxima::unwrap(port));
            geometry::Shape& shape = port;
            note(port.parent() == &cube, shape.parent() == static_cast<geometry::Shape*>(&cube));
            note(&port.reference() == &cube,
                 &shape.reference() == static_cast<geometry::Shape*>(&cube));
            cube.has_parent = false;
            note(shape.parent() == nullptr);
            note(shape.area(), port.volume());
        },
        {{"parent", 3}, {"reference", 2}, {"area", 1}, {"volume", 1}});
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

TEST(Results, ReturnedPortsAreNamedAfterTheirFactory) {
    struct Identity : factory::Solver {
        double solve(double right_hand_side) override { return right_hand_side; }
        int order() const override { return 1; }
    };
    struct Factory : factory::Factory {
        std::unique_ptr<factory::Solver> make_solver(double) override {
            return std::make_unique<Identity>();
        }
        std::shared_ptr<factory::Solver> shared_solver() override { return nullptr; }
        std::unique_ptr<factory::Solver> plain_solver() override { return nullptr; }
        const factory::Solver* new_solver(double) override { return nullptr; }
    };
    Factory target;
    proxima::Proxy<factory::Factory> cheap{target, "cheap"};
    proxima::Proxy<factory::Factory> dear{target, "dear"};
    proxima::enable();
    cheap.make_solver(1)->solve(1);
    const std::unique_ptr<factory::Solver> solver = dear.make_solver(1);
    solver->solve(1);
    solver->solve(2);
    construct::Calls calls;
    for (const proxima::detail::ThreadSnapshot& thread : proxima::detail::snapshot()) {
        for (const proxima::detail::SnapshotNode& node : thread.nodes) {
            if (node.names.method != nullptr && *node.names.method == "solve") {
                calls[*node.names.instance] += node.calls;
            }
        }
    }
    EXPECT_EQ(calls["cheap.make_solver"], 1U);
    EXPECT_EQ(calls["dear.make_solver"], 2U);
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

TEST(Results, Exceptions) {
    struct BrokenReader : io::Reader {
        int read(int line) override {
            return line % 2 == 0 ? line : throw io::ReadError("odd line", line);
        }
        void fail() override { throw 42; }
        const std::string& retry(int attempts) override {
            try {
                read(1);
            } catch (const io::ReadError& error) {
                text = error.what() + std::to_string(attempts);
            }
            return text;
        }
        std::string text;
    };
    construct::expect_same<BrokenReader>(
        +[](io::Reader& port) {
            for (int line : {2, 3, 4, 5}) {
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
        },
        {{"read", 4}, {"fail", 1}, {"retry", 1}});
}

} // namespace
