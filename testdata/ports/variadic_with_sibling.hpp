/// A C variadic method beside one that takes the same arguments as a list: a proxy forwards the
/// first through the second.
#pragma once

#include <cstdarg>

namespace journal {

class Log {
public:
    virtual ~Log() = default;
    virtual int print(int level, const char* format, ...) __attribute__((format(printf, 3, 4))) = 0;
    virtual int vprint(int level, const char* format, va_list arguments)
        __attribute__((format(printf, 3, 0))) = 0;
};

} // namespace journal
