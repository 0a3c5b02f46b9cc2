/// Types that are extensions of the compilers, which -Wpedantic reports wherever they are spelled
/// out.
#pragma once

#include <vector>

namespace extended {

__extension__ typedef __int128 Wide;
__extension__ typedef unsigned __int128 UnsignedWide;

class Port {
public:
    virtual ~Port() = default;
    virtual Wide multiply(Wide a, long long b) = 0;
    virtual UnsignedWide total(const std::vector<UnsignedWide>& values, Wide (*scale)(Wide)) = 0;
    virtual void axpy(int n, double a, const double* __restrict x, double* __restrict y) = 0;
};

} // namespace extended
