// Tells which functions take so little time that measuring them would change the program.
#pragma once

#include <clang/AST/Decl.h>

#include <map>

namespace proxima::gen {

class FunctionSize {
public:
    // Functions of `limit` statements and more are never small.
    explicit FunctionSize(unsigned limit) : limit_(limit) {}

    // True for a body of few statements without loops and calls. Calls of small functions whose
    // bodies are known do not count.
    bool is_small(const clang::FunctionDecl& function);

private:
    unsigned limit_;
    std::map<const clang::FunctionDecl*, bool> known_;
};

} // namespace proxima::gen
