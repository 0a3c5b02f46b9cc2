// Ports that a method returns and the configuration wants behind proxies of their own.
#pragma once

#include "input/configuration.hpp"
#include "model/port_model.hpp"

#include <vector>

namespace clang {
class CXXRecordDecl;
}

namespace proxima::gen {

class TypePrinter;

/// Marks the methods of `port` that `options` names. Throws UserError when a name matches nothing,
/// or what the method returns is neither a pointer, a reference nor a smart pointer to a class.
void mark_wrapped_results(const clang::CXXRecordDecl& record, const PortOptions& options,
                          Port& port);

/// Throws UserError when a port to be wrapped gets no proxy from the same header.
void check_wrapped_ports(const std::vector<Port>& ports, const Configuration& configuration);

} // namespace proxima::gen
