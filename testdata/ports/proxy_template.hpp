/// One proxy template for all instances of a port template.
#pragma once

#include <cstddef>
#include <vector>

namespace belos {

template <class Scalar, class MultiVector>
class OperatorT {
public:
    typedef MultiVector multivector_type;
    enum Transpose { no_transpose, transpose };

    virtual ~OperatorT() = default;
    virtual void apply(const MultiVector& x, multivector_type& y,
                       Transpose trans = no_transpose) const = 0;
    virtual Scalar norm(Scalar scale) const noexcept = 0;
    virtual bool has_transpose() const { return false; }

protected:
    virtual typename MultiVector::size_type rows(int level) const = 0;

public:
    std::size_t count() const { return rows(1); }
};

} // namespace belos
