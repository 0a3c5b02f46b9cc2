// calls: print 2
#include "variadic_template.proxy.hpp"
#include "same_behaviour.hpp"

using construct::note;

namespace {

using Log = journal::LogT<int>;

class Sum : public Log {
public:
    int print(int level, const char* format, ...) override {
        std::va_list arguments;
        va_start(arguments, format);
        const int sum = vprint(level, format, arguments);
        va_end(arguments);
        return sum;
    }
    /// Adds one int for each character of the format.
    int vprint(int level, const char* format, va_list arguments) override {
        int sum = level;
        for (; *format != '\0'; ++format) {
            sum += va_arg(arguments, int);
        }
        return sum;
    }
};

void script(Log& port) {
    note(port.print(1, "ii", 20, 300));
    note(port.print(2, ""));
}

} // namespace

int main() {
    return construct::same_behaviour<Log, Sum, proxima::Proxy<Log>>(script);
}
