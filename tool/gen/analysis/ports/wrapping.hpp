// Marks ports that methods return or take and that the configuration puts behind their own proxies.
#pragma once

#include "input/configuration.hpp"
#include "model/port_model.hpp"

#include <vector>

namespace clang {
class CXXRecordDecl;
}

namespace proxima::gen {

// Marks the results and arguments that `options` names by `method` or `method.argument`. Throws
// base::Error if a name matches nothing, or not a pointer, reference or smart pointer to a class.
void mark_wrapped_ports(const clang::CXXRecordDecl& record, const PortOptions& options,
                        PortClass& port);

// Throws base::Error if a port to be wrapped gets no proxy from the same header.
void check_wrapped_ports(const std::vector<PortClass>& ports,
                         const GeneratorConfiguration& configuration);

} // namespace proxima::gen
