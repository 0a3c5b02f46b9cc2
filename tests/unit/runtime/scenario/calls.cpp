// Calls of every kind, on one thread.
#include "port.hpp"
#include "scenario.hpp"

#include <proxima/control.hpp>
#include <proxima/detail/communication.hpp>
#include <proxima/detail/ticks.hpp>
#include <proxima/safe_point.hpp>

#include <csetjmp>
#include <memory>
#include <stdexcept>

namespace scenario {

namespace {

int count_of(const Arguments& arguments) {
    return arguments.empty() ? 1000 : std::stoi(arguments[0]);
}

int loop(const Arguments& arguments) {
    Function target;
    Proxy proxy(target, "loop");
    for (int i = 0; i < count_of(arguments); ++i) {
        proxy.call(i);
    }
    return 0;
}

// outer calls inner for every third n only; inner is also called directly.
int nest(const Arguments&) {
    Function inner_target;
    Proxy inner(inner_target, "inner");
    Function outer_target([&](int n) { return n % 3 == 0 ? inner.call(n) : 0; });
    Proxy outer(outer_target, "outer");
    for (int i = 0; i < 900; ++i) {
        outer.call(i);
        inner.call(i);
    }
    return 0;
}

int recurse(const Arguments& arguments) {
    Function target;
    Proxy* self = nullptr;
    Function recursive([&](int n) { return n == 0 ? 0 : self->call(n - 1) + 1; });
    Proxy proxy(recursive, "deep");
    self = &proxy;
    const int depth = count_of(arguments);
    return proxy.call(depth - 1) == depth - 1 && proxy.call(depth - 1) == depth - 1 ? 0 : 1;
}

int throwing(const Arguments&) {
    Function inner_target([](int n) -> int { throw std::runtime_error(std::to_string(n)); });
    Proxy inner(inner_target, "inner");
    Function outer_target([&](int n) { return inner.call(n); });
    Proxy outer(outer_target, "outer");
    for (int i = 0; i < 10; ++i) {
        try {
            outer.call(i);
            return 1;
        } catch (const std::runtime_error& error) {
            if (error.what() != std::to_string(i)) {
                return 1;
            }
        }
    }
    return 0;
}

int types(const Arguments&) {
    Function target;
    Proxy proxy(target, "types");
    proxy.all(-7, 18446744073709551615UL, 0.1, true, Mode::strided, "a text");
    proxy.all(1, 2, -0.5, false, Mode::sequential, std::string(40, 'x'));
    proxy.nothing();
    return 0;
}

// So many parameters that a thread buffer is full of them before it is full of invocations.
int wide(const Arguments& arguments) {
    Function target;
    Proxy proxy(target, "wide");
    for (int i = 0; i < count_of(arguments); ++i) {
        proxy.all(i, 0, i, false, Mode::sequential, std::to_string(i));
        proxy.call(i);
        proxy.nothing();
    }
    return 0;
}

int unreadable(const Arguments&) {
    Function target;
    Proxy proxy(target, "unreadable");
    reading_throws = true;
    const int first = proxy.call(5);
    reading_throws = false;
    return first == 5 && proxy.call(6) == 6 ? 0 : 1;
}

// Sixteen different callees in changing order: more than a node keeps in its list.
int many_children(const Arguments&) {
    Function target;
    std::vector<std::unique_ptr<Proxy>> proxies;
    for (int i = 0; i < 16; ++i) {
        proxies.push_back(std::make_unique<Proxy>(target, "child" + std::to_string(i)));
    }
    Function caller([&](int n) { return proxies[static_cast<std::size_t>(n)]->call(n); });
    Proxy proxy(caller, "caller");
    for (int i = 0; i < 1600; ++i) {
        proxy.call(i * 7 % 16);
    }
    return 0;
}

int jump(const Arguments&) {
    static std::jmp_buf target;
    Function inner_target([](int) -> int { std::longjmp(target, 1); });
    Proxy inner(inner_target, "inner");
    Function outer_target([&](int n) { return inner.call(n); });
    Proxy outer(outer_target, "outer");
    static int i = 0; // what changes between setjmp and longjmp must not be in a register
    for (; i < 100; ++i) {
        if (setjmp(target) == 0) { // NOLINT: that it is used is the point
            outer.call(i);
        }
    }
    Function after_target;
    Proxy after(after_target, "after");
    return after.call(1) - 1;
}

int switching(const Arguments&) {
    Function target;
    Proxy proxy(target, "switched");
    const auto call_some = [&](int count) {
        for (int i = 0; i < count; ++i) {
            proxy.call(i);
        }
    };
    call_some(1);
    proxima::disable();
    call_some(10);
    proxima::enable();
    call_some(100);
    Function inside([&](int n) {
        proxima::disable();
        return proxy.call(n);
    });
    Proxy outer(inside, "outer");
    return outer.call(0);
}

int communicate(const Arguments&) {
    Function inner_target([](int n) {
        const std::uint64_t begin = proxima::detail::counter();
        proxima::detail::add_communication(0);
        while (proxima::detail::counter() - begin < 1000) {
        }
        proxima::detail::add_communication(500);
        return n;
    });
    Proxy inner(inner_target, "inner");
    Function outer_target([&](int n) { return inner.call(n) + inner.call(n); });
    Proxy outer(outer_target, "outer");
    Function silent_target;
    Proxy silent(silent_target, "silent");
    for (int i = 0; i < 10; ++i) {
        outer.call(i);
        silent.call(i);
    }
    return 0;
}

// Before each call of `changed`, which reaches it in any order, its target is replaced by one
// behind a new proxy.
struct Replacement {
    int passed = 0;
    Function target;
    Proxy made_before{target, "made_before"};
    std::unique_ptr<Proxy> made;
};

int safe_point(const Arguments&) {
    Replacement replacement;
    proxima::set_safe_point(
        "changed.call",
        [](void* context) noexcept {
            auto& now = *static_cast<Replacement*>(context);
            ++now.passed;
            now.made =
                std::make_unique<Proxy>(now.target, "made_" + std::to_string(now.passed % 2));
            now.made_before.call(0);
        },
        &replacement);
    Function changed_target([&](int n) { return replacement.made->call(n); });
    Proxy changed(changed_target, "changed");
    Function other_target;
    Proxy other(other_target, "other");
    for (int i = 0; i < 100; ++i) {
        changed.call(i);
        changed.call(i);
        other.call(i);
    }
    return replacement.passed == 200 ? 0 : 1;
}

const Scenarios calls{{"loop", loop},
                      {"nest", nest},
                      {"recurse", recurse},
                      {"throwing", throwing},
                      {"types", types},
                      {"wide", wide},
                      {"unreadable", unreadable},
                      {"many-children", many_children},
                      {"jump", jump},
                      {"switching", switching},
                      {"communicate", communicate},
                      {"safe-point", safe_point}};

} // namespace

} // namespace scenario
