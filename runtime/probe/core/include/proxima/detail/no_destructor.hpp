// An object that is never destroyed: threads may measure until the very end of the process.
#pragma once

#include <new>
#include <utility>

namespace proxima::detail {

template <class Type>
class NoDestructor {
public:
    template <class... Arguments>
    explicit NoDestructor(Arguments&&... arguments) {
        ::new (static_cast<void*>(storage_)) Type(std::forward<Arguments>(arguments)...);
    }
    NoDestructor(const NoDestructor&) = delete;
    NoDestructor& operator=(const NoDestructor&) = delete;
    ~NoDestructor() = default;

    Type& operator*() noexcept { return *std::launder(reinterpret_cast<Type*>(storage_)); }
    Type* operator->() noexcept { return &**this; }

private:
    alignas(Type) unsigned char storage_[sizeof(Type)];
};

} // namespace proxima::detail
