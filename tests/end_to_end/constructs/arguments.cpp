#include "argument_passing/argument_passing.proxy.hpp"
#include "array_parameter/array_parameter.proxy.hpp"
#include "function_pointer_parameter/function_pointer_parameter.proxy.hpp"
#include "member_pointer/member_pointer.proxy.hpp"
#include "move_only_argument/move_only_argument.proxy.hpp"
#include "unnamed_parameters/unnamed_parameters.proxy.hpp"
#include "va_list_parameter/va_list_parameter.proxy.hpp"
#include "variadic_with_sibling/variadic_with_sibling.proxy.hpp"
#include "wrapped_argument/wrapped_argument.proxy.hpp"
#include "wrapped_overloads/wrapped_overloads.proxy.hpp"
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

TEST(Arguments, ArrayParameter) {
    struct Laplace : stencil::Kernel {
        double decayed(const double values[], std::size_t count) const override {
            return values[count - 1];
        }
        double sized(double values[3]) override { return values[2] *= 2; }
        double by_reference(double (&values)[3]) override { return values[1] = 8; }
        double by_constant_reference(const stencil::Row& values) const override {
            return values[0];
        }
        double by_rvalue_reference(double (&&values)[2]) override { return values[1]; }
        double by_pointer(double (*values)[3]) override { return (*values)[1]; }
        double two_dimensions(double values[][2], int rows) override { return values[rows - 1][1]; }
        double matrix(const stencil::Matrix& matrix) override { return matrix[1][0]; }
        double pointers(const double* const* rows, double* const (&columns)[2]) override {
            return *columns[1] = rows[0][0];
        }
        auto row(int index) -> double (&)[3] override { return rows_[index]; }
        auto rows() const -> const double (*)[3] override { return rows_; }

    private:
        double rows_[2][3] = {{1, 2, 3}, {4, 5, 6}};
    };
    construct::expect_same<Laplace>(
        +[](stencil::Kernel& port) {
            double values[3] = {1, 2, 3};
            note(port.decayed(values, 3), port.sized(values), port.by_reference(values),
                 port.by_constant_reference(values));
            note(values[0], values[1], values[2]);
            double pair[2] = {4, 5};
            note(port.by_rvalue_reference(static_cast<double(&&)[2]>(pair)),
                 port.by_pointer(&values));
            double grid[2][2] = {{1, 2}, {3, 4}};
            note(port.two_dimensions(grid, 2), port.matrix(grid));
            const double* const rows[] = {values};
            double* const columns[2] = {&pair[0], &pair[1]};
            note(port.pointers(rows, columns), pair[1]);
            port.row(1)[2] = 9;
            note(port.row(1)[2], port.rows()[1][2]);
        },
        {{"decayed", 1},
         {"by_reference", 1},
         {"matrix", 1},
         {"pointers", 1},
         {"row", 2},
         {"rows", 1}});
}

namespace function_pointer_parameter {

double half(double value) {
    return value / 2;
}
double square(double value) {
    return value * value;
}
void report(int iteration, double value) {
    note("iteration", iteration, value);
}

root::Function choose(int index) {
    return index == 0 ? half : square;
}

class Bisection : public root::Finder {
public:
    double find(double (*function)(double), double low, double high) override {
        return function(low) + function(high);
    }
    double find_by(double (&function)(double), const root::Function& derivative) override {
        return function(8) / derivative(2);
    }
    void observe(root::Callback callback) override { callback(3, 0.5); }
    double call(const std::function<double(const std::array<double, 2>&)>& function) override {
        return function({1, 2});
    }
    double own(std::function<double()>&& function) override {
        const std::function<double()> taken = std::move(function);
        return taken();
    }
    root::Function current() const override { return half; }
    double (*select(int index))(double) override { return choose(index); }
    double (*(*factory())(int))(double) override { return choose; }
    void decay(double function(double)) override { note(function(16)); }
};

void script(root::Finder& port) {
    note(port.find(half, 1, 3), port.find_by(half, square));
    port.observe(report);
    note(port.call([](const std::array<double, 2>& x) { return x[0] + x[1]; }));
    note(port.own([] { return 5.0; }));
    note(port.current()(4), port.select(1)(3), port.factory()(0)(10));
    port.decay(square);
}

TEST(Arguments, FunctionPointerParameter) {
    construct::expect_same<Bisection>(script, {{"find", 1},
                                               {"find_by", 1},
                                               {"observe", 1},
                                               {"call", 1},
                                               {"own", 1},
                                               {"current", 1},
                                               {"select", 1},
                                               {"factory", 1},
                                               {"decay", 1}});
}

} // namespace function_pointer_parameter

TEST(Arguments, MemberPointer) {
    using reflect::Particle;

    struct Caller : reflect::Visitor {
        double get(const Particle& particle, double Particle::* member) override {
            return particle.*member;
        }
        double call(const Particle& particle, double (Particle::*method)(double) const) override {
            return (particle.*method)(2);
        }
        double call_noexcept(Particle& particle,
                             double (Particle::*method)(double) noexcept) override {
            return (particle.*method)(1);
        }
        double take(Particle&& particle, double (Particle::*method)() &&) override {
            return (std::move(particle).*method)();
        }
        double get_by(const Particle& particle, const reflect::Getter& getter) override {
            return (particle.*getter)(4);
        }
        double Particle::* heaviest() const override { return &Particle::charge; }
        double (Particle::* method())(double) const override { return &Particle::energy; }
    };
    construct::expect_same<Caller>(
        +[](reflect::Visitor& port) {
            Particle particle;
            particle.mass = 3;
            particle.charge = 0.5;
            note(port.get(particle, &Particle::mass), port.call(particle, &Particle::energy));
            note(port.call_noexcept(particle, &Particle::kick), particle.mass);
            note(port.take(std::move(particle), &Particle::take),
                 port.get_by(particle, &Particle::energy));
            note(particle.*port.heaviest(), (particle.*port.method())(1));
        },
        {{"get", 1},
         {"call", 1},
         {"call_noexcept", 1},
         {"take", 1},
         {"get_by", 1},
         {"heaviest", 1},
         {"method", 1}});
}

namespace unnamed_parameters {

double half(double value) {
    return value / 2;
}

class Heat : public bmi::Model {
public:
    Heat() { current = this; }
    void initialize(std::string file) override { note("initialize", file); }
    int get(std::string name, double* value) const override {
        *value = 4;
        return static_cast<int>(name.size());
    }
    double sum(int first, double second, const std::vector<double>& third) override {
        return first + second + third[0];
    }
    double mixed(int first, double factor, int last) override { return factor * (first - last); }
    double apply(double (*function)(double), double (&values)[2],
                 void (Model::*method)(std::string)) override {
        (*port.*method)("from apply");
        return function(values[1]);
    }
    static Heat* current;
    bmi::Model* port = this;
};

Heat* Heat::current = nullptr;

void script(bmi::Model& model) {
    Heat::current->port = &model;
    model.initialize("heat.cfg");
    double value = 0;
    note(model.get("temperature", &value), value, model.sum(1, 2.5, {3}), model.mixed(5, 2, 1));
    double values[2] = {6, 7};
    note(model.apply(half, values, &bmi::Model::initialize));
}

TEST(Arguments, UnnamedParameters) {
    construct::expect_same<Heat>(
        script, {{"initialize", 2}, {"get", 1}, {"sum", 1}, {"mixed", 1}, {"apply", 1}});
}

} // namespace unnamed_parameters

TEST(Arguments, VaListParameter) {
    struct Terminal : journal::Journal {
        __attribute__((format(printf, 3, 0))) bool vprint(int level, const char* format,
                                                          std::va_list arguments) override {
            char text[64];
            std::vsnprintf(text, sizeof text, format, arguments);
            note(level, text);
            return true;
        }
    };
    construct::expect_same<Terminal>(
        +[](journal::Journal& port) { note(port.print(2, "%s=%d", "n", 5)); }, {{"vprint", 1}});
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

TEST(Arguments, WrappedArgument) {
    using search::Visitor;

    struct Counter : Visitor {
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

    struct Path : search::Graph {
        int walk(Visitor& visitor, int start) override {
            int node = start;
            while (visitor.visit(node)) {
                ++node;
            }
            return node;
        }
        int walk_back(Visitor* visitor) override {
            return visitor == nullptr ? -1
                                      : static_cast<int>(visitor->visit(2) && visitor->visit(1));
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
    construct::expect_same<Path>(
        +[](search::Graph& port) {
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
        },
        {{"walk", 2},
         {"walk_back", 2},
         {"look", 1},
         {"hand_over", 2},
         {"share", 1},
         {"pair", 1},
         {"visit", 11},
         {"visited", 3}});
}

TEST(Arguments, WrappedOverloads) {
    struct Box : scene::Mesh {
        int cells() const override { return 6; }
    };

    struct Lamp : scene::Light {
        double power() const override { return 0.5; }
    };

    struct Room : scene::World {
        scene::Mesh* get(int) override { return &box_; }
        scene::Light* get(double) override { return &lamp_; }
        int join(const scene::Mesh& left_mesh, const scene::Mesh& right_mesh) override {
            return left_mesh.cells() + right_mesh.cells() + left_mesh.cells();
        }

    private:
        Box box_;
        Lamp lamp_;
    };
    construct::expect_same<Room>(
        +[](scene::World& port) {
            Box left;
            Box right;
            note(port.get(1)->cells(), port.get(1.0)->power(), port.join(left, right));
        },
        {{"get", 2}, {"join", 1}, {"cells", 4}, {"power", 1}});
}

} // namespace
