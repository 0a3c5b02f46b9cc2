/// \file
/// The few type traits that every proxy needs: <type_traits> takes longer to compile than the rest
/// of a small proxy.
#pragma once

namespace proxima::detail {

template <bool condition, class Type>
struct EnableIfType {};

template <class Type>
struct EnableIfType<true, Type> {
    using type = Type;
};

template <bool condition, class Type = int>
using EnableIf = typename EnableIfType<condition, Type>::type;

template <class Type>
struct RemoveReferenceType {
    using type = Type;
};

template <class Type>
struct RemoveReferenceType<Type&> {
    using type = Type;
};

template <class Type>
struct RemoveReferenceType<Type&&> {
    using type = Type;
};

template <class Type>
using RemoveReference = typename RemoveReferenceType<Type>::type;

template <class Type>
struct RemoveCvType {
    using type = Type;
};

template <class Type>
struct RemoveCvType<const Type> {
    using type = Type;
};

template <class Type>
struct RemoveCvType<volatile Type> {
    using type = Type;
};

template <class Type>
struct RemoveCvType<const volatile Type> {
    using type = Type;
};

template <class Type>
using RemoveCv = typename RemoveCvType<Type>::type;

template <class Type>
Type&& value() noexcept;

template <class To>
void accept(To) noexcept;

/// Whether a From converts implicitly to a To, which may be a reference.
template <class From, class To, class = void>
constexpr bool converts = false;

template <class From, class To>
constexpr bool converts<From, To, decltype(accept<To>(value<From>()))> = true;

} // namespace proxima::detail
