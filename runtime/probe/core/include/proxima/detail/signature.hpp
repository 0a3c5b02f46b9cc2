// The types of a method's signature, from a pointer to the method. With it generated code uses
// private types, whose names it must not spell.
#pragma once

#include <cstddef>
#include <tuple>

namespace proxima {
namespace detail {

template <class ResultType, class... Parameters>
struct SignatureTypes {
    using Result = ResultType;
    template <std::size_t index>
    using Parameter = std::tuple_element_t<index, std::tuple<Parameters...>>;
};

// Specialised for every kind of pointer to member function.
template <class MemberPointer>
struct Signature;

#define PROXIMA_SIGNATURE(qualifiers)                                                              \
    template <class Result, class Class, class... Parameters>                                      \
    struct Signature<Result (Class::*)(Parameters...) qualifiers>                                  \
        : SignatureTypes<Result, Parameters...> {};
#ifdef __cpp_noexcept_function_type
#define PROXIMA_SIGNATURE_NOEXCEPT(qualifiers)                                                     \
    PROXIMA_SIGNATURE(qualifiers) PROXIMA_SIGNATURE(qualifiers noexcept)
#else
#define PROXIMA_SIGNATURE_NOEXCEPT(qualifiers) PROXIMA_SIGNATURE(qualifiers)
#endif
#define PROXIMA_SIGNATURE_REFERENCE(qualifiers)                                                    \
    PROXIMA_SIGNATURE_NOEXCEPT(qualifiers)                                                         \
    PROXIMA_SIGNATURE_NOEXCEPT(qualifiers&) PROXIMA_SIGNATURE_NOEXCEPT(qualifiers&&)
PROXIMA_SIGNATURE_REFERENCE()
PROXIMA_SIGNATURE_REFERENCE(const)
PROXIMA_SIGNATURE_REFERENCE(volatile)
PROXIMA_SIGNATURE_REFERENCE(const volatile)
#undef PROXIMA_SIGNATURE_REFERENCE
#undef PROXIMA_SIGNATURE_NOEXCEPT
#undef PROXIMA_SIGNATURE

} // namespace detail
} // namespace proxima
