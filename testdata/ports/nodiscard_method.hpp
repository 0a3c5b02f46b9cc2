/// Attributes of methods, parameters and result types that must survive or at least do no harm.
#pragma once

#define NURBS_EXPORT __attribute__((visibility("default")))

namespace parse {

enum class [[nodiscard]] Status { good, bad };

class NURBS_EXPORT Parser {
public:
    virtual ~Parser() = default;
    [[nodiscard]] virtual int parse(const char* text) = 0;
    virtual Status check([[maybe_unused]] int line) = 0;
    virtual int hint(int* pointer) __attribute__((nonnull)) = 0;
    virtual int cost(int size) const __attribute__((pure)) = 0;
    __attribute__((warn_unused_result)) virtual int errors() const = 0;
    [[noreturn]] virtual void abandon() = 0;
};

} // namespace parse
