/// What a construct test needs: a trace of what happened, and the comparison of the trace left by a
/// bare target with the one left by the same calls made through a proxy. C++14, because one
/// construct does not exist in later standards.
#pragma once

#include <cstddef>
#include <iomanip>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

namespace construct {

using Trace = std::vector<std::string>;

/// The trace of the run in progress; targets and scripts both write to it.
inline Trace& trace() {
    static Trace current;
    return current;
}

inline int& failures() {
    static int count = 0;
    return count;
}

/// Adds one line, the parts separated by blanks.
template <class... Parts>
void note(const Parts&... parts) {
    std::ostringstream line;
    line << std::boolalpha << std::setprecision(17);
    const int expand[] = {0, ((line << parts << ' '), 0)...};
    static_cast<void>(expand);
    trace().push_back(line.str());
}

#if defined(__cpp_exceptions)
/// Runs `call` and notes the exception that comes out of it, by static type and text.
template <class Exception, class Call>
void note_exception(Call call) {
    try {
        call();
        note("no exception");
    } catch (const Exception& exception) {
        note("exception:", exception.what());
    } catch (...) {
        note("another exception");
    }
}
#endif

inline void check(bool holds, const char* what, const char* file, int line) {
    if (!holds) {
        std::cerr << file << ':' << line << ": does not hold: " << what << '\n';
        ++failures();
    }
}

template <class Run>
Trace traced(Run run) {
    trace().clear();
    run();
    Trace result;
    result.swap(trace());
    return result;
}

inline void print(const char* title, const Trace& lines) {
    std::cerr << title << ":\n";
    for (const std::string& line : lines)
        std::cerr << "    " << line << '\n';
}

/// Runs both, requires the same non-empty trace from each, and returns the exit status of the test.
template <class Bare, class Proxied>
int compare(Bare bare, Proxied proxied) {
    const Trace expected = traced(bare);
    const Trace actual = traced(proxied);
    check(!expected.empty(), "the script leaves a trace", __FILE__, __LINE__);
    if (expected != actual) {
        print("bare target", expected);
        print("through the proxy", actual);
        check(false, "the proxy behaves like the bare target", __FILE__, __LINE__);
    }
    return failures() == 0 ? 0 : 1;
}

/// The common case: `script` takes the port, the target is default constructed.
template <class Port, class Target, class Proxy>
int same_behaviour(void (*script)(Port&)) {
    return compare(
        [script] {
            Target target;
            script(target);
        },
        [script] {
            Target target;
            Proxy proxy{target, "target"};
            script(proxy);
        });
}

} // namespace construct

#define CHECK(...)                                                                                 \
    ::construct::check(static_cast<bool>(__VA_ARGS__), #__VA_ARGS__, __FILE__, __LINE__)
