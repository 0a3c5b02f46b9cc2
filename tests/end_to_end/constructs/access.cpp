#include "alias_access/alias_access.proxy.hpp"
#include "nested_class_port/nested_class_port.proxy.hpp"
#include "private_override/private_override.proxy.hpp"
#include "private_type_deduced/private_type_deduced.proxy.hpp"
#include "private_virtual_hook/private_virtual_hook.proxy.hpp"
#include "protected_types/protected_types.proxy.hpp"
#include "protected_virtual/protected_virtual.proxy.hpp"
#include "same_behaviour.hpp"

namespace {

using construct::note;

TEST(Access, AliasAccess) {
    using aliases::Port;

    struct Target : Port {
        Handle next(Handle* handle, const Handles& handles) override {
            return make(open(*handle) + static_cast<int>(handles.size()));
        }
        int size(const std::vector<double>& values, int from) override {
            return static_cast<int>(values.size()) - from;
        }
        std::vector<double>& values() override { return values_; }
        std::size_t rows(const Table& table) override { return table.size(); }

    private:
        std::vector<double> values_ = {1, 2};
    };
    construct::expect_same<Target>(
        +[](Port& port) {
            Port::Handle handle = Port::make(4);
            note(Port::open(port.next(&handle, {handle, handle})), port.size({1, 2, 3}, 1),
                 port.values()[1]);
            note(port.rows({}));
        },
        {{"next", 1}, {"size", 1}, {"values", 1}, {"rows", 1}});
}

TEST(Access, PrivateOverride) {
    struct File : sources::Buffered {
        int flush() override { return 2; }

    private:
        int read() override { return 40 + ++reads_; }
        int size() const noexcept override { return 3; }
        Buffered* self() override {
            ++reads_;
            return nullptr;
        }

        int reads_ = 0;
    };
    construct::expect_same<File>(
        +[](sources::Buffered& port) {
            sources::Source& source = port;
            note(source.read(), source.self() == nullptr);
            note(source.read(), source.size(), port.flush());
        },
        {{"read", 2}, {"size", 1}, {"flush", 1}, {"self", 1}});
}

TEST(Access, PrivateVirtualHook) {
    struct File : logging::Journal {
        int write(int bytes) override { return written_ += bytes; }

    private:
        int flush_size() const override { return 100; }
        int flush_size(Factor factor) noexcept override { return factor * written_; }
        int where() override { return 1000; }

        int written_ = 0;
    };
    construct::expect_same<File>(
        +[](logging::Journal& port) {
            note(port.write(3), port.flush());
            note(port.position());
        },
        {{"write", 1}, {"flush_size", 4}, {"where", 1}});
    construct::expect_same<File>(+[](logging::Writer& port) { note(port.flush()); },
                                 {{"flush_size", 2}});
}

namespace protected_virtual {

using linear::Transpose;

class Scaling : public linear::Operator {
protected:
    bool supports_impl(Transpose transpose) const override { return transpose == Transpose::no; }
    int rank_impl() const noexcept override { return 3; }
    void apply_impl(Transpose, const std::vector<double>& x,
                    std::vector<double>& y) const override {
        for (double value : x)
            y.push_back(2 * value);
    }
    double apply_impl(double x) const override { return 2 * x; }
    double take_impl(std::vector<double> x) && override {
        note("first element at", x.data() == first_element);
        return x.front();
    }

public:
    static const double* first_element;
};

const double* Scaling::first_element = nullptr;

void script(linear::Operator& port) {
    note(port.supports(Transpose::no), port.supports(Transpose::yes), port.rank());
    std::vector<double> y;
    port.apply(Transpose::no, {1, 2}, y);
    note(y.size(), y[0], y[1], port.apply(4.5));
    std::vector<double> moved{7, 8};
    Scaling::first_element = moved.data();
    note(std::move(port).take(std::move(moved)));
}

TEST(Access, ProtectedVirtual) {
    construct::expect_same<Scaling>(
        script, {{"supports_impl", 2}, {"rank_impl", 1}, {"apply_impl", 2}, {"take_impl", 1}});
}

} // namespace protected_virtual

TEST(Access, ProtectedTypes) {
    struct Doubler : codec::Encoder {
        std::string name() const override { return "doubler"; }

    protected:
        void step(State& state) override { state.value *= 2; }
        Pointer finish(const State& state, Pointer result) override {
            result->value = state.value + 1;
            return result;
        }
        Phase phase(const State& state) const override { return state.phase; }
    };
    construct::expect_same<Doubler>(
        +[](codec::Encoder& port) { note(port.run(20), port.ended(1), port.name()); },
        {{"step", 1}, {"finish", 1}, {"phase", 1}, {"name", 1}});
}

TEST(Access, PrivateTypeDeduced) {
    using sealed::Counter;

    // A target outside the library names the private types just as a proxy can: by deduction.
    using AnyTicket = decltype(Counter::ticket(0));
    using AnyKind = decltype(Counter::kind(0));

    struct Desk : Counter {
        int serve(const AnyTicket& ticket) override { return served_ = number(ticket); }
        AnyTicket next(int step) const override { return ticket(served_ + step); }
        AnyTicket last() const override { return ticket(served_); }
        bool is_odd(AnyKind kind, int weight) override { return kind == Counter::kind(weight); }

    private:
        int served_ = 0;
    };
    construct::expect_same<Desk>(
        +[](Counter& port) {
            note(port.serve(Counter::ticket(4)), Counter::number(port.next(2)),
                 Counter::number(port.last()));
            note(port.is_odd(Counter::kind(3), 1), port.is_odd(Counter::kind(2), 1));
        },
        {{"serve", 1}, {"next", 1}, {"last", 1}, {"is_odd", 2}});
}

TEST(Access, NestedClassPort) {
    using engine::Vehicle;

    struct Diesel : Vehicle::Motor {
        int power(int throttle) override { return 3 * throttle; }
    };

    struct Steel : Vehicle::Chassis::Wheel {
        double turn(double angle, Vehicle::Chassis::Gear gear) override {
            return gear == Vehicle::Chassis::Gear::low ? angle : 2 * angle;
        }
    };

    struct Disc : Vehicle::Brake {
        bool press(const Vehicle& vehicle) override { return vehicle.wheels == 4; }
    };
    construct::expect_same<Diesel, Steel, Disc>(
        +[](Vehicle::Motor& motor, Vehicle::Chassis::Wheel& wheel, Vehicle::Brake& brake) {
            note(motor.power(5), wheel.turn(0.5, Vehicle::Chassis::Gear::high),
                 brake.press(Vehicle()));
        },
        {{"power", 1}, {"turn", 1}, {"press", 1}});
}

} // namespace
