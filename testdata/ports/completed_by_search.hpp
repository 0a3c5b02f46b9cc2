/// Classes that are only declared: those passed by value are defined in a neighbouring header,
/// which the proxy includes; the elements of the row are defined nowhere that the proxy could know.
#pragma once

#include <cstddef>
#include <memory>
#include <type_traits>

namespace mesh {

class Extent;
class Cell;
class Mark;

template <class Element>
class Row {
public:
    explicit Row(std::size_t size) : bytes_(size * sizeof(Element)) {}
    std::size_t size() const { return bytes_ / sizeof(Element); }
    const Element* begin() const { return nullptr; }

private:
    std::size_t bytes_;
    static_assert(std::is_trivially_copyable<Element>::value, "rows are copied as bytes");
};

class Grid {
public:
    virtual ~Grid() = default;
    virtual Extent extent(int level) const = 0;
    virtual int keep(std::unique_ptr<Cell> cell) = 0;
    virtual std::size_t count(const Row<Mark>& row) const = 0;
};

} // namespace mesh
