#pragma once

#include <utility>

// Size of an engine's work: steps of a tree, points of a grid, samples.
class Sized {
public:
    explicit Sized(int size) : size_(size) {}
    virtual ~Sized() = default;

    int size() const { return size_; }

private:
    int size_;
};

// A QuantLib engine that tells its size, which QuantLib's own do not.
template <class Engine>
class SizedEngine final : public Engine, public Sized {
public:
    template <class... Arguments>
    explicit SizedEngine(int size, Arguments&&... arguments)
        : Engine(std::forward<Arguments>(arguments)...), Sized(size) {}
};
