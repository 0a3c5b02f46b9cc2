// calls: vprint 1
#include "va_list_parameter.proxy.hpp"
#include "same_behaviour.hpp"

#include <cstdio>

using construct::note;

namespace {

class Terminal : public journal::Journal {
public:
    __attribute__((format(printf, 3, 0))) bool vprint(int level, const char* format,
                                                      std::va_list arguments) override {
        char text[64];
        std::vsnprintf(text, sizeof text, format, arguments);
        note(level, text);
        return true;
    }
};

void script(journal::Journal& port) {
    note(port.print(2, "%s=%d", "n", 5));
}

} // namespace

int main() {
    return construct::same_behaviour<journal::Journal, Terminal, proxima::Proxy<journal::Journal>>(
        script);
}
