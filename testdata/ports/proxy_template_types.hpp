/// Dependent types of every kind in a port template that gets one proxy template, and methods from
/// a dependent base.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

namespace dependent {

template <class Scalar>
struct Traits {
    using Magnitude = Scalar;
    template <class Other>
    struct Rebind {
        using type = std::vector<Other>;
    };
    static constexpr int rank = 2;
};

template <class Scalar>
class Base {
public:
    virtual ~Base() = default;
    virtual Scalar scale(const Scalar& factor) = 0;
    virtual int level() const { return 1; }
};

template <class Scalar, int size = 3, class... Rest>
class Block : public Base<Scalar> {
public:
    struct Entry {
        Scalar value;
        int index;
    };
    enum Order { row_major, column_major };
    using Values = Scalar[size];

    virtual Scalar sum(const Scalar (&values)[size], Order order) const = 0;
    virtual std::array<Scalar, size + 1> extended(const Values& values) = 0;
    virtual typename Traits<Scalar>::Magnitude norm(const Entry& entry) const
        noexcept(sizeof(Scalar) > 4) = 0;
    virtual typename Traits<Scalar>::template Rebind<int>::type indices(Entry* entries,
                                                                        std::size_t count) = 0;
    virtual Scalar apply(Scalar (*function)(Scalar), Rest... rest) = 0;
    virtual void visit(const Block& other) = 0;
    virtual double fixed(int (&grid)[Traits<Scalar>::rank]) = 0;
};

} // namespace dependent
