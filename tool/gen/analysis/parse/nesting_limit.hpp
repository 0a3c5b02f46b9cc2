// Stops Clang at types and expressions that nest without brackets, which Clang limits alone:
// `int ****...`. Their text, which the generator writes, would take memory with the square of their
// depth.
#pragma once

#include <clang/Lex/Token.h>

#include <string>

namespace clang {
class Preprocessor;
}

namespace proxima::gen {

class NestingLimit {
public:
    // Watches all tokens of `preprocessor`, which must not outlive this.
    explicit NestingLimit(clang::Preprocessor& preprocessor);
    NestingLimit(const NestingLimit&) = delete;
    NestingLimit& operator=(const NestingLimit&) = delete;
    ~NestingLimit() = default;

private:
    void see(const clang::Token& token);

    clang::Preprocessor* preprocessor_;
    bool is_reached_ = false;
    unsigned operators_ = 0; // since the last comma, semicolon or brace
    unsigned angles_ = 0;    // open since the last semicolon or brace
};

} // namespace proxima::gen
