// Misuses of proxies that the compiler must reject. The source compiles as it is; with a misuse
// defined it is rejected with a message that its line `// NAME: REGEX` matches.
#include "deleted_virtual/deleted_virtual.proxy.hpp"
#include "deprecated_method/deprecated_method.proxy.hpp"
#include "no_default_constructor/no_default_constructor.proxy.hpp"
#include "nodiscard_method/nodiscard_method.proxy.hpp"
#include "ref_qualified/ref_qualified.proxy.hpp"
#include "targets/targets.proxy.hpp"

#include <memory>
#include <utility>

using targets::Port;

struct Part : Port {
    int value() const override { return 1; }
};

struct NotAPort {
    int value() const { return 1; }
};

struct WithoutProxy {
    virtual ~WithoutProxy() = default;
    virtual int value() const = 0;
};

int misuse_target(Port& target, const Port& constant, NotAPort& other, WithoutProxy& unknown,
                  std::unique_ptr<Port> unique, std::shared_ptr<const Port> shared) {
    const proxima::Proxy<Port> proxy(target, "target");
#if defined(CONSTANT_TARGET)
    // CONSTANT_TARGET: no matching (function|constructor)
    const proxima::Proxy<Port> misused(constant, "target");
#elif defined(WRONG_TARGET_TYPE)
    // WRONG_TARGET_TYPE: no matching (function|constructor)
    const proxima::Proxy<Port> misused(other, "target");
#elif defined(TEMPORARY_TARGET)
    // TEMPORARY_TARGET: no matching (function|constructor)
    const proxima::Proxy<Port> misused(Part{}, "target");
#elif defined(POINTER_TO_CONSTANT_OWNER)
    // POINTER_TO_CONSTANT_OWNER: no matching (function|constructor)
    const proxima::Proxy<Port> misused(shared, "target");
#elif defined(COPIED_UNIQUE_OWNER)
    // COPIED_UNIQUE_OWNER: no matching (function|constructor)
    const proxima::Proxy<Port> misused(unique, "target");
#elif defined(NAMELESS_INSTANCE)
    // NAMELESS_INSTANCE: no matching (function|constructor)
    const proxima::Proxy<Port> misused(target);
#elif defined(PORT_WITHOUT_PROXY)
    // PORT_WITHOUT_PROXY: incomplete type|implicit instantiation of undefined template|generated
    const proxima::Proxy<WithoutProxy> misused(unknown, "target");
#elif defined(COPIED_PROXY)
    // COPIED_PROXY: deleted function|deleted constructor|implicitly.deleted
    const proxima::Proxy<Port> misused = proxy;
#else
    const proxima::Proxy<Port> misused(std::move(unique), "target");
    static_cast<void>(constant.value() + other.value() + unknown.value() + shared->value());
#endif
    return misused.value() + proxy.value();
}

#if defined(DERIVED_FROM_PROXY)
// DERIVED_FROM_PROXY: final
struct Derived : proxima::Proxy<Port> {};
#endif

int missing_constructor_arguments(storage::Archive& target) {
#if defined(MISSING_CONSTRUCTOR_ARGUMENTS)
    // MISSING_CONSTRUCTOR_ARGUMENTS: no matching (function|constructor)
    proxima::Proxy<storage::Archive> proxy(target, "archive");
#else
    proxima::Proxy<storage::Archive> proxy(target, "archive", "/dev/tape");
#endif
    return proxy.store(1);
}

void misuse_method(proxima::Proxy<safe::Handle>& handle, proxima::Proxy<legacy::Window>& window,
                   proxima::Proxy<parse::Parser>& parser, proxima::Proxy<build::Builder>& builder) {
    static_cast<void>(handle.open(1) + window.mode(legacy::Mode::fast) + parser.parse("5"));
    static_cast<void>(std::move(builder).release(1));
#if defined(DELETED_METHOD)
    // DELETED_METHOD: deleted
    static_cast<void>(handle.open(1.5));
#elif defined(DEPRECATED_METHOD)
    // DEPRECATED_METHOD: deprecated
    static_cast<void>(static_cast<legacy::Window&>(window).set_size(1));
#elif defined(DISCARDED_RESULT)
    // DISCARDED_RESULT: nodiscard
    parser.parse("5");
#elif defined(RVALUE_ONLY_METHOD)
    // RVALUE_ONLY_METHOD: discards qualifiers|is an lvalue
    static_cast<void>(builder.release(1));
#endif
}
