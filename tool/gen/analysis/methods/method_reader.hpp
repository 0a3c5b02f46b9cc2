// Reads one virtual method: its signature in the proxy, and the call of the target's.
#pragma once

#include "analysis/classes/virtual_methods.hpp"
#include "model/port_model.hpp"

#include <clang/Sema/Sema.h>

namespace proxima::gen {

// Facts about the port that reading one of its methods needs.
struct MethodContext {
    clang::Sema* sema;
    bool in_template; // part of a proxy template, which cannot name private members
    bool in_place;    // the port is measured without a proxy
    bool derivable;   // a derived class can name protected methods
};

// The method with its treatment: measured, deleted, kept or refused (with the reason). The
// parameter resolver completes its parameters; the selection chooses measured or forwarded.
PortMethod read_method(const VirtualMethod& virtual_method, const MethodContext& context);

} // namespace proxima::gen
