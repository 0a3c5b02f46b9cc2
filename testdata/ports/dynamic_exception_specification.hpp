/// Exception specifications as they were written before C++17.
#pragma once

#include <stdexcept>

namespace antique {

class Codec {
public:
    virtual ~Codec() throw() {}
    virtual int decode(int code) throw(std::runtime_error, int) = 0;
    virtual int size() const throw() = 0;
};

} // namespace antique
