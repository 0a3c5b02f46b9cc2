/// Expressions whose text holds more than names: comments, literals, members called like arguments.
#pragma once

#include <string>

namespace commented {

struct Matrix {
    int rows;
};

class Port {
public:
    virtual ~Port() = default;
    virtual int apply(const Matrix& matrix, int rows, const char* name) = 0;
    virtual int size() const { return size_; }
    void set_size(int size) { size_ = size; }

private:
    int size_ = 0;
};

} // namespace commented
