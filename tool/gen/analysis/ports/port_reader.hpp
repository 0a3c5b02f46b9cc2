// From Clang's class to the port model: which methods a proxy overrides, how it calls them, or why
// it cannot.
#pragma once

#include "input/configuration.hpp"
#include "model/port_model.hpp"

#include <clang/AST/DeclCXX.h>
#include <clang/Sema/Sema.h>

namespace proxima::gen {

class PortReader {
public:
    PortReader(clang::Sema& sema, const GeneratorConfiguration& configuration)
        : sema_(&sema), configuration_(&configuration) {}

    // A complete class, or the pattern of a class template. What prevents a proxy becomes the
    // port's refusal. The configuration may call it by its name, or by one of `aliases`.
    PortClass read(const clang::CXXRecordDecl& record,
                   const std::vector<std::string>& aliases) const;

private:
    clang::Sema* sema_;
    const GeneratorConfiguration* configuration_;
};

} // namespace proxima::gen
