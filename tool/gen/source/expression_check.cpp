#include "source/expression_check.hpp"

#include "analysis/methods/default_parameters.hpp"
#include "analysis/ports/expressions.hpp"
#include "analysis/ports/probe_text.hpp"
#include "source/find_places.hpp"
#include "source/inserted_text.hpp"
#include "source/parse_source.hpp"
#include "source/refusals.hpp"

#include <proxima/base/file.hpp>

#include <clang/AST/ASTContext.h>
#include <clang/AST/RecursiveASTVisitor.h>
#include <clang/Frontend/CompilerInstance.h>

#include <algorithm>
#include <map>
#include <tuple>

namespace proxima::gen {
namespace {

constexpr const char* of_configuration = " (in an expression of the configuration)";

bool has_expressions(const SourcePlace& place) {
    return place.is_configured && !place.parameters.empty();
}

// The files of `places` with a probe behind each brace. Text behind it keeps its line and column.
std::map<std::string, std::string> probed_files(const std::vector<SourcePlace>& places,
                                                bool is_cxx) {
    std::map<std::string, std::map<std::size_t, const SourcePlace*>> files;
    for (const SourcePlace& place : places) {
        if (has_expressions(place)) {
            files[place.physical.file][place.physical.offset] = &place;
        }
    }
    std::map<std::string, std::string> texts;
    for (const auto& [file, by_offset] : files) {
        const std::string text = base::read_whole_file(file);
        std::string& changed = texts[file];
        std::size_t done = 0;
        for (const auto& [offset, place] : by_offset) {
            const std::size_t behind = std::min(offset + 1, text.size());
            changed += text.substr(done, behind - done) + probe_text(*place, is_cxx) +
                       line_directive(place->begin) + std::string(place->begin.column, ' ');
            done = behind;
        }
        changed += text.substr(done);
    }
    return texts;
}

// Reads the types of expressions from the probes.
class Reader : public clang::RecursiveASTVisitor<Reader> {
public:
    Reader(clang::CompilerInstance& compiler, SourcePlaces& found) : compiler_(&compiler) {
        for (SourcePlace& place : found.places) {
            if (has_expressions(place)) {
                places_[key_of(place.begin)] = &place;
            }
        }
    }

    bool shouldVisitLambdaBody() const { return true; }

    bool VisitFunctionDecl(clang::FunctionDecl* function) {
        if (function->doesThisDeclarationHaveABody() && !function->isImplicit()) {
            read(*function);
        }
        return true;
    }

    bool VisitLambdaExpr(clang::LambdaExpr* lambda) {
        read(*lambda->getCallOperator());
        return true;
    }

private:
    using Key = std::tuple<std::string, std::size_t, std::size_t>;

    static Key key_of(const base::Place& place) { return {place.file, place.line, place.column}; }

    void read(const clang::FunctionDecl& function) {
        const clang::SourceManager& sources = compiler_->getSourceManager();
        const auto place = places_.find(key_of(position_of(sources, brace_of(function))));
        if (place == places_.end()) {
            return;
        }
        const std::vector<const clang::Expr*> values = values_in(function);
        std::vector<SourceParameter>& parameters = place->second->parameters;
        for (std::size_t i = 0; i < std::min(values.size(), parameters.size()); ++i) {
            classify(*values[i], parameters[i]);
        }
    }

    // The expressions of the probe, which is the first of the function's statements in C, and among
    // them in C++.
    static std::vector<const clang::Expr*> values_in(const clang::FunctionDecl& function) {
        std::vector<const clang::Expr*> values;
        const auto add_from = [&](const clang::Stmt* block) {
            for (const clang::Stmt* statement : block->children()) {
                if (const auto* value = llvm::dyn_cast_or_null<clang::Expr>(statement)) {
                    values.push_back(value);
                }
            }
        };
        const clang::Stmt* body = body_of(function);
        if (!function.getASTContext().getLangOpts().CPlusPlus) {
            add_from(*body->child_begin());
            return values;
        }
        for (const clang::Stmt* statement : body->children()) {
            const auto* declared = llvm::dyn_cast_or_null<clang::DeclStmt>(statement);
            const auto* record =
                declared == nullptr || !declared->isSingleDecl()
                    ? nullptr
                    : llvm::dyn_cast<clang::CXXRecordDecl>(declared->getSingleDecl());
            if (record != nullptr && record->getName() == probe_class) {
                for (const clang::CXXMethodDecl* method : record->methods()) {
                    if (method->isStatic() && method->hasBody()) {
                        add_from(method->getBody());
                    }
                }
                break;
            }
        }
        return values;
    }

    void classify(const clang::Expr& value, SourceParameter& parameter) {
        if (const clang::Stmt* assigns = change_in(value)) {
            throw base::Error(position_of(compiler_->getSourceManager(), assigns->getBeginLoc()),
                              "an expression of the configuration must not change anything; it "
                              "assigns, or casts const away");
        }
        const clang::ASTContext& context = compiler_->getASTContext();
        RecordedParameter recorded;
        const clang::QualType type = context.getAdjustedParameterType(value.getType());
        if (type->isDependentType()) {
            recorded.kind = ParameterKind::floating;
        } else if (!classify_value(type, context, recorded) ||
                   recorded.kind == ParameterKind::text) {
            throw base::Error(parameter.position,
                              "the parameter \"" + parameter.name + "\" has the type '" +
                                  type.getCanonicalType().getUnqualifiedType().getAsString() +
                                  "', expected an integer, floating-point "
                                  "number, bool or enumeration");
        }
        parameter.type = word_of(recorded.kind);
        parameter.may_throw =
            context.getLangOpts().CXXExceptions && may_throw(value, compiler_->getSema());
    }

    clang::CompilerInstance* compiler_;
    std::map<Key, SourcePlace*> places_;
};

// Lists the names that the expression at the position may use.
std::string names_at(const SourcePlaces& found, const base::Place& position) {
    for (const SourcePlace& place : found.places) {
        for (const SourceParameter& parameter : place.parameters) {
            if (place.is_configured && parameter.position.file == position.file &&
                parameter.position.line == position.line) {
                return " (in an expression of the configuration, over the arguments of " +
                       place.name + "(), and `target` for the object of a method)";
            }
        }
    }
    return of_configuration;
}

} // namespace

void check_expressions(const std::string& source, const std::vector<std::string>& arguments,
                       bool is_cxx, SourcePlaces& found) {
    if (std::none_of(found.places.begin(), found.places.end(), has_expressions)) {
        return;
    }
    const auto error = parse_source(
        source, arguments, probed_files(found.places, is_cxx),
        [&](clang::CompilerInstance& compiler) {
            Reader(compiler, found).TraverseDecl(compiler.getASTContext().getTranslationUnitDecl());
        });
    if (error) {
        throw base::Error(error->position, error->message + names_at(found, error->position));
    }
    for (const SourcePlace& place : found.places) {
        for (const SourceParameter& parameter : place.parameters) {
            if (parameter.type.empty()) {
                throw base::Error(parameter.position, "the expression cannot be checked in " +
                                                          place.name + "(); leave it out");
            }
        }
    }
}

} // namespace proxima::gen
