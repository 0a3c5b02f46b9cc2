/// Virtual operators of every form.
#pragma once

#include <cstddef>

namespace algebra {

class Element {
public:
    virtual ~Element() = default;
    virtual bool operator==(const Element& other) const = 0;
    virtual bool operator<(int other) const = 0;
    virtual Element& operator+=(double value) = 0;
    virtual Element& operator=(double value) = 0;
    virtual double operator()(double x, double y) const = 0;
    virtual double operator()() = 0;
    virtual double& operator[](std::size_t index) = 0;
    virtual Element& operator++() = 0;
    virtual double operator++(int) = 0;
    virtual double operator-() const = 0;
    virtual double operator-(double other) const = 0;
    virtual bool operator!() const = 0;
    virtual double operator*() const = 0;
    virtual const double* operator->() const = 0;
    virtual Element& operator<<(int value) = 0;
    virtual double operator,(int value) = 0;
    virtual const void* operator&() const = 0;
};

} // namespace algebra
