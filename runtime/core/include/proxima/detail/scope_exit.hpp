/// \file
/// Runs a function when a scope ends. For generated code.
#pragma once

namespace proxima {
namespace detail {

template <class Function>
class AtScopeExit {
public:
    explicit AtScopeExit(Function function) noexcept : function_(function) {}
    ~AtScopeExit() { function_(); }
    AtScopeExit(const AtScopeExit&) = delete;
    AtScopeExit& operator=(const AtScopeExit&) = delete;

private:
    Function function_;
};

} // namespace detail
} // namespace proxima
