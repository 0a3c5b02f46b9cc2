// Measures in place the objects that a call of a measured port takes or hands over. For generated
// code.
//
// Ownership: the objects stay with their owners, and are measured as long as they live.
// Thread safety: calls with different objects may run at the same time.
// Errors: nothing throws. Objects that cannot be measured stay as they are.
#pragma once

#include <proxima/in_place.hpp>
#include <proxima/instance.hpp>
#include <proxima/invocation.hpp>

#include <string>
#include <type_traits>
#include <utility>

namespace proxima {
namespace detail {

// The name of what `origin` (a method, or a method and its argument) of an instance hands over:
// "cheap.make" for `make` of the instance "cheap". `site` is a call site of that instance. Empty if
// the process does not measure. Throws std::bad_alloc.
PROXIMA_API std::string name_by_origin(CallSite site, TextView origin);

template <class Type, class = void>
constexpr bool has_get = false;
template <class Type>
constexpr bool has_get<Type, std::void_t<decltype(*std::declval<Type&>().get())>> = true;

template <class Type, class = void>
constexpr bool is_dereferenceable = false;
template <class Type>
constexpr bool
    is_dereferenceable<Type, std::void_t<decltype(*std::declval<Type&>()),
                                         decltype(static_cast<bool>(std::declval<Type&>()))>> =
        true;

template <class Type, class = void>
constexpr bool is_range = false;
template <class Type>
constexpr bool is_range<Type, std::void_t<decltype(*std::declval<Type&>().begin()),
                                          decltype(std::declval<Type&>().end())>> = true;

template <class Type, class = void>
constexpr bool is_pair = false;
template <class Type>
constexpr bool is_pair<Type, std::void_t<decltype(std::declval<Type&>().second)>> = true;

// Visits the polymorphic objects behind `value`: a reference, or pointers, smart pointers,
// containers and maps of them, however nested.
template <class Value, class Visit>
void visit_objects(Value& value, Visit& visit) {
    if constexpr (std::is_polymorphic_v<Value>) {
        visit(const_cast<std::remove_cv_t<Value>&>(value));
    } else if constexpr (std::is_pointer_v<Value>) {
        if (value != nullptr) {
            visit_objects(*value, visit);
        }
    } else if constexpr (has_get<Value>) {
        auto* const pointer = value.get();
        visit_objects(pointer, visit);
    } else if constexpr (is_dereferenceable<Value>) {
        if (static_cast<bool>(value)) {
            visit_objects(*value, visit);
        }
    } else if constexpr (is_range<Value>) {
        for (auto&& element : value) {
            visit_objects(element, visit);
        }
    } else {
        static_assert(is_pair<Value>, "the expression leads to no polymorphic object");
        visit_objects(value.second, visit);
    }
}

// A null pointer to the class of the objects behind `value`, for checks when code is generated.
template <class Value>
auto port_behind(Value&& value) noexcept {
    using Type = std::remove_reference_t<Value>;
    if constexpr (std::is_polymorphic_v<Type>) {
        return static_cast<std::remove_cv_t<Type>*>(nullptr);
    } else if constexpr (has_get<Type>) {
        return port_behind(*value.get());
    } else if constexpr (std::is_pointer_v<Type> || is_dereferenceable<Type>) {
        return port_behind(*value);
    } else if constexpr (is_range<Type>) {
        return port_behind(*value.begin());
    } else {
        static_assert(is_pair<Type>, "the expression leads to no polymorphic object");
        return port_behind(value.second);
    }
}

// Measures the objects to which `expression` leads: a function that calls what it is given with the
// value of the expression.
template <class Expression>
void measure_objects(CallSite factory, TextView origin, const Expression& expression) noexcept {
    bool failed = false; // nobody asks: the objects stay as they are
    const auto measure_all = [&] {
        const std::string name = name_by_origin(factory, origin);
        auto visit = [&](auto& object) { measure(object, InstanceName(name)).release(); };
        if (!name.empty()) {
            expression([&](auto&& value) { visit_objects(value, visit); });
        }
        return 0;
    };
    read_parameter<int>(measure_all, failed);
}

} // namespace detail
} // namespace proxima
