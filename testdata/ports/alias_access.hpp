/// Aliases and what they stand for, with different access: the name that may be written is the one
/// to write.
#pragma once

#include <vector>

namespace aliases {

class Port {
    struct Secret {
        int value;
    };
    using Short = std::vector<double>;
    typedef int Count;

public:
    typedef Secret Handle;
    using Handles = std::vector<Secret>;

protected:
    using Table = std::vector<Handles>;

public:
    virtual ~Port() = default;
    static Handle make(int value) { return {value}; }
    static int open(const Handle& handle) { return handle.value; }
    virtual Handle next(Handle* handle, const Handles& handles) = 0;
    virtual Count size(const Short& values, Count from) = 0;
    virtual Short& values() = 0;
    virtual std::size_t rows(const Table& table) = 0;
};

} // namespace aliases
