/// Results with a const that means nothing: common, ignored by the language, and a warning in every
/// repetition.
#pragma once

// The compilers warn about the port itself.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wignored-qualifiers"

namespace habit {

class Port {
public:
    virtual ~Port() = default;
    virtual const int size() const = 0;
    virtual const char* const name() const = 0;
    virtual const bool set(const double value) = 0;
    virtual const double* const* const rows() = 0;
};

} // namespace habit

#pragma GCC diagnostic pop
