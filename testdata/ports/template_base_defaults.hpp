/// Bases of a class template that leave arguments to their defaults: values and templates as well
/// as types.
#pragma once

#include <array>
#include <cstddef>

namespace grid {

template <class T>
struct Plain {
    T value;
};

template <class T, std::size_t Count = 3, class Sum = T, bool Signed = (sizeof(T) > 1),
          template <class> class Cell = Plain>
class Field {
public:
    virtual ~Field() = default;
    virtual Sum sum(const std::array<Cell<T>, Count>& cells) const = 0;
    virtual int extent(const T (&lengths)[Count + (Signed ? 1 : 0)]) const = 0;
};

template <class T>
class Scaled : public Field<T> {
public:
    virtual T scale() const = 0;
};

} // namespace grid
