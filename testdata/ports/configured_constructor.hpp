/// A port without a default constructor whose constructor arguments come from the configuration.
#pragma once

namespace grid {

enum class Centring { cell, node };

class Field {
public:
    Field(int ghosts, Centring centring) : ghosts_(ghosts), centring_(centring) {}
    virtual ~Field() = default;
    virtual double value(int cell) const = 0;
    int ghosts() const { return ghosts_; }
    Centring centring() const { return centring_; }

private:
    int ghosts_;
    Centring centring_;
};

} // namespace grid
