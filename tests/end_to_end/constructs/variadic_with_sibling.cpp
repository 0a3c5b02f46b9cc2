// calls: print 2
#include "variadic_with_sibling.proxy.hpp"
#include "same_behaviour.hpp"

#include <cstdio>

using construct::note;

namespace {

class Console : public journal::Log {
public:
    __attribute__((format(printf, 3, 4))) int print(int level, const char* format, ...) override {
        std::va_list arguments;
        va_start(arguments, format);
        const int length = vprint(level, format, arguments);
        va_end(arguments);
        return length;
    }
    __attribute__((format(printf, 3, 0))) int vprint(int level, const char* format,
                                                     va_list arguments) override {
        char text[64];
        const int length = std::vsnprintf(text, sizeof text, format, arguments);
        note(level, text);
        return length;
    }
};

void script(journal::Log& port) {
    note(port.print(1, "plain"));
    note(port.print(2, "%s %d %.1f %ld", "mixed", 3, 4.5, 6L));
}

} // namespace

int main() {
    return construct::same_behaviour<journal::Log, Console, proxima::Proxy<journal::Log>>(script);
}
