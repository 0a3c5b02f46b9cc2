/// Function pointers, references to functions and callables, bare and behind a typedef, as
/// parameters and as results.
#pragma once

#include <array>
#include <functional>

namespace root {

typedef double (*Function)(double);
using Callback = void (*)(int iteration, double value);

class Finder {
public:
    virtual ~Finder() = default;
    virtual double find(double (*function)(double), double low, double high) = 0;
    virtual double find_by(double (&function)(double), const Function& derivative) = 0;
    virtual void observe(Callback callback) = 0;
    virtual double call(const std::function<double(const std::array<double, 2>&)>& function) = 0;
    virtual double own(std::function<double()>&& function) = 0;
    virtual Function current() const = 0;
    virtual double (*select(int index))(double) = 0;
    virtual double (*(*factory())(int))(double) = 0;
    virtual void decay(double function(double)) = 0;
};

} // namespace root
