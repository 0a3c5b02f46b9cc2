/// Overrides that return a class derived from what the base returns.
#pragma once

namespace geometry {

class Shape {
public:
    virtual ~Shape() = default;
    virtual Shape* parent() = 0;
    virtual const Shape& reference() const = 0;
    virtual double area() const = 0;
};

class Tagged {
public:
    virtual ~Tagged() = default;
    int tag = 0;
};

/// Tagged comes first, so that the conversion of a Solid to a Shape moves the pointer.
class Solid : public Tagged, public Shape {
public:
    Solid* parent() override = 0;
    const Solid& reference() const override = 0;
    virtual double volume() const = 0;
};

} // namespace geometry
