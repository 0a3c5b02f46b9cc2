// Parameters of a class template, which its proxy template declares again.
#pragma once

#include "analysis/types/type_printer.hpp"
#include "model/port_model.hpp"

#include <clang/AST/DeclTemplate.h>

#include <vector>

namespace proxima::gen {

// Invents names for unnamed parameters; empty for null.
TypePrinter::Substitution names_of_unnamed_parameters(const clang::ClassTemplateDecl* pattern);

// A type printer for the members of `record` that also names its unnamed template parameters.
TypePrinter printer_for(const clang::CXXRecordDecl& record);

// Prints the parameters; `printer` must know names for the unnamed ones. Throws UnprintableType.
std::vector<TemplateParameter> template_parameters(const clang::ClassTemplateDecl& pattern,
                                                   const TypePrinter& printer);

} // namespace proxima::gen
