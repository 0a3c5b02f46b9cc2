/// The definitions that completed_by_search.hpp needs; nothing includes it but the proxy.
#pragma once

namespace mesh {

class Extent {
public:
    explicit Extent(int width) : width_(width) {}
    int width() const { return width_; }

private:
    int width_;
};

class Cell {
public:
    int faces = 6;
};

} // namespace mesh
