/// Packs of template and function parameters, and a template whose last parameter has no name.
#pragma once

#include <cstddef>
#include <vector>

namespace packs {

template <class... Values>
class Sink {
public:
    virtual ~Sink() = default;
    virtual std::size_t add(int first, const std::vector<Values>&... rows) = 0;
    virtual int last(Values... values, int, int arg4) = 0;
};

template <int width, bool = (width > 3)>
class Window {
public:
    virtual ~Window() = default;
    virtual int narrow(const Window<width - 1>* next, int step) = 0;
};

} // namespace packs
