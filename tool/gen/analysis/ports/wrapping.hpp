// Ports that a method returns or is passed, and the configuration wants behind proxies of their
// own.
#pragma once

#include "input/configuration.hpp"
#include "model/port_model.hpp"

#include <vector>

namespace clang {
class CXXRecordDecl;
}

namespace proxima::gen {

// Marks what `options` names: the result of `method`, or the argument of `method.argument`. Throws
// base::Error when a name matches nothing, or is not a pointer, a reference or a smart pointer to
// a class.
void mark_wrapped_ports(const clang::CXXRecordDecl& record, const PortOptions& options,
                        PortClass& port);

// Throws base::Error when a port to be wrapped gets no proxy from the same header.
void check_wrapped_ports(const std::vector<PortClass>& ports,
                         const GeneratorConfiguration& configuration);

} // namespace proxima::gen
