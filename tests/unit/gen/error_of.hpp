// What a call complains about.
#pragma once

#include <proxima/base/error.hpp>

#include <string>

namespace proxima::gen::test {

/// The message of the base::Error that `call` throws; empty when it throws none.
template <class Call>
std::string error_of(const Call& call) {
    try {
        call();
    } catch (const base::Error& error) {
        return error.what();
    }
    return {};
}

} // namespace proxima::gen::test
