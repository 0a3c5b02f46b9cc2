/// An ordinary port derived from instances of class templates, one of them through a recursive
/// template (CRTP).
#pragma once

#include <string>

namespace chem {

template <class Scalar, int species>
class Reaction {
public:
    typedef int Index;
    virtual ~Reaction() = default;
    virtual int coefficient(Index index) const = 0;
    virtual Scalar rate(const Scalar (&concentrations)[species]) const = 0;
};

template <class Derived>
class Describable {
public:
    virtual std::string describe(const Derived& other) const = 0;

protected:
    ~Describable() = default;
};

class Combustion : public Reaction<double, 2>, public Describable<Combustion> {
public:
    virtual double temperature() const = 0;
};

} // namespace chem
