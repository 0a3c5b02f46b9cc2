#include "private_virtual_hook/private_virtual_hook.proxy.hpp"
#include "protected_virtual/protected_virtual.proxy.hpp"
#include "same_behaviour.hpp"

namespace {

using construct::note;

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

TEST(Access, ProtectedVirtual) {
    using linear::Transpose;

    static const double* first_element;

    struct Scaling : linear::Operator {
    protected:
        bool supports_impl(Transpose transpose) const override {
            return transpose == Transpose::no;
        }
        int rank_impl() const noexcept override { return 3; }
        void apply_impl(Transpose, const std::vector<double>& x,
                        std::vector<double>& y) const override {
            y.assign(x.rbegin(), x.rend());
        }
        double apply_impl(double x) const override { return 2 * x; }
        double take_impl(std::vector<double> x) && override {
            note("first element at", x.data() == first_element);
            return x.front();
        }
    };
    construct::expect_same<Scaling>(
        +[](linear::Operator& port) {
            note(port.supports(Transpose::no), port.supports(Transpose::yes), port.rank());
            std::vector<double> y;
            port.apply(Transpose::no, {1, 2}, y);
            note(y.size(), y[0], y[1], port.apply(4.5));
            std::vector<double> moved{7, 8};
            first_element = moved.data();
            note(std::move(port).take(std::move(moved)));
        },
        {{"supports_impl", 2}, {"rank_impl", 1}, {"apply_impl", 2}, {"take_impl", 1}});
}

} // namespace
