/// The forwardable sibling of a C variadic method.
#pragma once

#include <cstdarg>

namespace journal {

class Journal {
public:
    virtual ~Journal() = default;
    virtual bool vprint(int level, const char* format, std::va_list arguments) = 0;
    bool print(int level, const char* format, ...) __attribute__((format(printf, 3, 4))) {
        std::va_list arguments;
        va_start(arguments, format);
        const bool printed = vprint(level, format, arguments);
        va_end(arguments);
        return printed;
    }
};

} // namespace journal
