/// A C variadic method in a class template: its proxy's bodies stand in the header.
#pragma once

#include <cstdarg>

namespace journal {

template <class Level>
class LogT {
public:
    virtual ~LogT() = default;
    virtual int print(Level level, const char* format, ...) = 0;
    virtual int vprint(Level level, const char* format, va_list arguments) = 0;
};

} // namespace journal
