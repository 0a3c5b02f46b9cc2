#include "base_state/base_state.proxy.hpp"
#include "configured_constructor/configured_constructor.proxy.hpp"
#include "no_default_constructor/no_default_constructor.proxy.hpp"
#include "public_data_members/public_data_members.proxy.hpp"
#include "targets/targets.proxy.hpp"
#include "same_behaviour.hpp"

#include <memory>
#include <string>
#include <utility>

namespace {

using construct::note;

static_assert(construct::override_all<grid::Field>, "with the arguments of its configuration");

namespace targets {

using ::targets::Port;

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

// A pointer that counts its users within the object, as Ipopt's SmartPtr and boost::intrusive_ptr
// do.
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

TEST(Targets, AreHeldInEveryWay) {
    const construct::Trace expected = {
        "1 1 ",          "2 2 ", "1 ", "3 ",           "deleter ",     "destroyed 3 ", "1 2 ",
        "users left 0 ", "4 ",   "1 ", "destroyed 4 ", "destroyed 2 ", "destroyed 1 "};
    EXPECT_EQ(construct::traced(measured_targets), expected);
}

} // namespace targets

TEST(Targets, NoDefaultConstructor) {
    struct Line : storage::Array {
        explicit Line(int size) : Array(size) {}
        double get(int index) const override { return 2.0 * index; }
    };

    struct Tape : storage::Archive {
        Tape() : Archive("/dev/tape") {}
        int store(int value) override { return value; }
    };
    Line line(5);
    proxima::Proxy<storage::Array> labelled{line, "labelled", std::string("label"),
                                            std::make_unique<int>(7)};
    EXPECT_EQ(labelled.label(), "label");
    EXPECT_EQ(labelled.size(), 7);
    EXPECT_EQ(labelled.get(2), 4);
    Tape tape;
    auto archive = proxima::measured<storage::Archive>(tape, "archive", "/dev/tape");
    EXPECT_EQ(archive.store(4), 4);
    EXPECT_EQ(archive.path(), tape.path());
}

TEST(Targets, BaseState) {
    struct Line : fit::CostFunction {
        Line() {
            set_num_residuals(2);
            mutable_parameter_block_sizes()->assign({1, 3});
        }
        bool evaluate(const double* const* parameters, double* residuals) const override {
            residuals[0] = parameters[0][0];
            residuals[1] = parameters[1][2];
            return true;
        }
    };
    construct::expect_same<Line>(
        +[](fit::CostFunction& port) {
            note(port.num_residuals(), port.parameter_block_sizes().size());
            for (int size : port.parameter_block_sizes())
                note(size);
            const double first[] = {1.5};
            const double second[] = {2, 3, 4.5};
            const double* const parameters[] = {first, second};
            double residuals[2] = {};
            note(port.evaluate(parameters, residuals), residuals[0], residuals[1]);
        },
        {{"evaluate", 1}});
}

TEST(Targets, PublicDataMembers) {
    struct Arc : nurbs::Curve {
        Arc() {
            degree = 3;
            name = "arc";
            closed = 1;
            kind = 5;
            knots[1][0] = 8;
            weights[0] = 1;
            weights[1] = 0.5;
            weights[2] = 0.25;
        }
        double at(double u) const override { return u * degree; }
    };
    construct::expect_same<Arc>(
        +[](nurbs::Curve& port) {
            note(port.degree, port.name, port.weights[0], port.weights[1], port.weights[2]);
            note(port.at(0.5), port.closed, port.kind, port.knots[1][0], port.dimension);
        },
        {{"at", 1}});
}

} // namespace
