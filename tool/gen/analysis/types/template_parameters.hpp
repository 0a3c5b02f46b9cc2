// The parameters of a class template, as its proxy template declares them again.
#pragma once

#include "analysis/types/type_printer.hpp"
#include "model/port_model.hpp"

#include <clang/AST/DeclTemplate.h>

#include <vector>

namespace proxima::gen {

// Names for the parameters that their author gave none; empty for null.
TypePrinter::Substitution names_of_unnamed_parameters(const clang::ClassTemplateDecl* pattern);

// A type printer for the members of `record` that also names its unnamed template parameters.
TypePrinter printer_for(const clang::CXXRecordDecl& record);

// `printer` must know the names of unnamed parameters. Throws UnprintableType.
std::vector<TemplateParameter> template_parameters(const clang::ClassTemplateDecl& pattern,
                                                   const TypePrinter& printer);

} // namespace proxima::gen
