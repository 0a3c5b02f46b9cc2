#include "source/find_places.hpp"

#include "analysis/methods/default_parameters.hpp"
#include "analysis/parse/translation_unit.hpp"
#include "analysis/ports/expressions.hpp"
#include "source/configured_parameters.hpp"
#include "source/function_size.hpp"
#include "source/outer_loops.hpp"
#include "source/parse_source.hpp"
#include "source/refusals.hpp"

#include <proxima/base/text.hpp>

#include <clang/AST/RecursiveASTVisitor.h>
#include <clang/AST/StmtCXX.h>
#include <clang/Frontend/CompilerInstance.h>

#include <algorithm>
#include <map>
#include <tuple>

namespace proxima::gen {
namespace {

bool matches_any(const std::vector<std::string>& globs, const std::string& name) {
    return std::any_of(globs.begin(), globs.end(), [&](const std::string& glob) {
        return base::matches_glob_but_for_spaces(glob, name);
    });
}

bool names_exactly(const std::vector<std::string>& globs, const std::string& name) {
    return std::find(globs.begin(), globs.end(), name) != globs.end();
}

// Lambdas are named for the function around them and their line.
std::string name_of(const clang::FunctionDecl& function, const clang::SourceManager& sources) {
    const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(&function);
    if (method == nullptr || !method->getParent()->isLambda()) {
        return function.getQualifiedNameAsString();
    }
    const clang::DeclContext* around = method->getParent()->getParent();
    while (around != nullptr && !around->isFunctionOrMethod() && !around->isFileContext()) {
        around = around->getParent();
    }
    const auto* outer = llvm::dyn_cast_or_null<clang::FunctionDecl>(around);
    return (outer != nullptr ? name_of(*outer, sources) + "::" : std::string()) +
           "lambda:" + std::to_string(position_of(sources, function.getLocation()).line);
}

class Visitor : public clang::RecursiveASTVisitor<Visitor> {
public:
    Visitor(clang::CompilerInstance& compiler, const SourceSelection& selection,
            SourcePlaces& found)
        : compiler_(&compiler), sources_(&compiler.getSourceManager()), selection_(&selection),
          found_(&found), size_(selection.small) {}

    bool shouldVisitLambdaBody() const { return true; }

    bool VisitFunctionDecl(clang::FunctionDecl* function) {
        if (function->doesThisDeclarationHaveABody() && !function->isImplicit() &&
            !function->isDefaulted()) {
            see(*function);
        }
        return true;
    }

    bool VisitLambdaExpr(clang::LambdaExpr* lambda) {
        see(*lambda->getCallOperator());
        return true;
    }

private:
    void see(clang::FunctionDecl& function) {
        if (!is_selected_file(function.getLocation())) {
            return;
        }
        const std::string name = name_of(function, *sources_);
        const bool is_selected =
            selection_->functions.empty() || matches_any(selection_->functions, name);
        if (!is_selected || !is_hot(function, name)) {
            return;
        }
        const std::string reason = refusal(function, *sources_);
        if (!reason.empty()) {
            leave_out(function, name, reason);
        } else if (!names_exactly(selection_->functions, name) && size_.is_small(function)) {
            leave_out(function, name, "small: few statements, no loop, no call");
        } else {
            add_function(function, name);
        }
        if (selection_->loops && may_have_sites(function)) {
            add_loops(function, name);
        }
    }

    bool is_selected_file(clang::SourceLocation location) const {
        const clang::SourceLocation place = sources_->getExpansionLoc(location);
        if (selection_->files.empty()) {
            return !sources_->isInSystemHeader(place);
        }
        const std::string file = position_of(*sources_, place).file;
        const std::string name = file.substr(file.rfind('/') + 1);
        return matches_any(selection_->files, file) || matches_any(selection_->files, name);
    }

    // A method is hot by its own name, and by those of the virtual methods that it overrides.
    bool is_hot(const clang::FunctionDecl& function, const std::string& name) const {
        if (!selection_->hot || selection_->hot->count(name) != 0) {
            return true;
        }
        const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(&function);
        return method != nullptr &&
               std::any_of(method->begin_overridden_methods(), method->end_overridden_methods(),
                           [&](const clang::CXXMethodDecl* overridden) {
                               return is_hot(*overridden, overridden->getQualifiedNameAsString());
                           });
    }

    void leave_out(const clang::FunctionDecl& function, const std::string& name,
                   const std::string& reason) {
        found_->left_out.push_back({name, reason, position_of(*sources_, function.getLocation())});
    }

    void add_function(const clang::FunctionDecl& function, const std::string& name) {
        SourcePlace place;
        const clang::SourceLocation brace = brace_of(function);
        place.begin = position_of(*sources_, brace);
        place.physical = physical_place(brace);
        place.name = name;
        place.parameters = parameters_of(function);
        configure_parameters(selection_->parameters, function, place);
        add(place);
    }

    SourcePlace::Physical physical_place(clang::SourceLocation location) const {
        const auto [file, offset] = sources_->getDecomposedLoc(location);
        const auto entry = sources_->getFileEntryRefForID(file);
        return {entry ? entry->getName().str() : "", offset};
    }

    void add_loops(const clang::FunctionDecl& function, const std::string& name) {
        const std::vector<SourceParameter> parameters = parameters_of_loops(function, name);
        for (const clang::Stmt* loop : outer_loops(*function.getBody())) {
            const clang::SourceLocation end = block_of(*loop)->getRBracLoc();
            if (loop->getBeginLoc().isMacroID() || end.isMacroID()) {
                continue;
            }
            SourcePlace place;
            place.kind = SourcePlace::Kind::loop;
            place.begin = position_of(*sources_, loop->getBeginLoc());
            place.end = position_of(*sources_, end);
            place.name = name + ":" + std::to_string(place.begin.line);
            place.parameters = parameters;
            if (place.begin.file == place.end.file) {
                add(place);
            }
        }
    }

    // A file that is included twice has each place twice.
    void add(const SourcePlace& place) {
        const auto [known, is_new] = by_position_.emplace(
            std::tuple(place.begin.file, place.begin.line, place.begin.column, place.kind),
            found_->places.size());
        if (is_new) {
            found_->places.push_back(place);
            return;
        }
        SourcePlace& before = found_->places[known->second];
        if (before.name != place.name) {
            before.is_named_by_compiler = true;
            before.parameters.clear();
        }
    }

    std::vector<SourceParameter> parameters_of(const clang::FunctionDecl& function) {
        std::vector<std::string> names;
        for (const clang::ParmVarDecl* parameter : function.parameters()) {
            names.push_back(parameter->getNameAsString());
        }
        std::vector<SourceParameter> parameters;
        for (const RecordedParameter& recorded :
             default_parameters(function, names, compiler_->getSema())) {
            const std::string& argument = recorded.arguments.front();
            const auto index = static_cast<unsigned>(
                std::find(names.begin(), names.end(), argument) - names.begin());
            if (!recorded.after && !recorded.may_fail && recorded.kind != ParameterKind::text &&
                is_usable(*function.getParamDecl(index)) &&
                parameters.size() < most_source_parameters) {
                parameters.push_back(
                    {recorded.name, recorded.expression, word_of(kind_of(recorded))});
            }
        }
        return parameters;
    }

    // The parameters of the function that nothing in its body hides, passed by value: what a
    // reference names may have ended before the loop. Expressions of the configuration are for the
    // function alone.
    std::vector<SourceParameter> parameters_of_loops(const clang::FunctionDecl& function,
                                                     const std::string& name) {
        SourcePlace place;
        place.name = name;
        configure_parameters(selection_->parameters, function, place);
        if (place.is_configured) {
            return {};
        }
        std::vector<std::string> hiding = names_declared_in(*function.getBody());
        for (const clang::ParmVarDecl* parameter : function.parameters()) {
            if (parameter->getType()->isReferenceType()) {
                hiding.push_back(parameter->getNameAsString());
            }
        }
        std::vector<SourceParameter> parameters = parameters_of(function);
        std::erase_if(parameters, [&](const SourceParameter& one) {
            return !names_used(one.expression, hiding).empty();
        });
        return parameters;
    }

    // A size has no kind yet, since the rules for ports compile it first.
    static ParameterKind kind_of(const RecordedParameter& recorded) {
        return recorded.cpp_type.empty() ? ParameterKind::unsigned_integer : recorded.kind;
    }

    // A parameter that the body does not use would lose its warning.
    static bool is_usable(const clang::ParmVarDecl& parameter) {
        return !parameter.getName().empty() && parameter.isReferenced() &&
               !parameter.isParameterPack() && !parameter.getLocation().isMacroID();
    }

    clang::CompilerInstance* compiler_;
    const clang::SourceManager* sources_;
    const SourceSelection* selection_;
    SourcePlaces* found_;
    FunctionSize size_;
    std::map<std::tuple<std::string, std::size_t, std::size_t, SourcePlace::Kind>, std::size_t>
        by_position_;
};

} // namespace

std::string word_of(ParameterKind kind) {
    switch (kind) {
    case ParameterKind::unsigned_integer:
        return "unsigned";
    case ParameterKind::floating:
        return "real";
    case ParameterKind::boolean:
        return "boolean";
    default:
        return "integer";
    }
}

SourcePlaces find_places(const std::string& source, const std::vector<std::string>& arguments,
                         const SourceSelection& selection) {
    SourcePlaces found;
    const auto error = parse_source(source, arguments, {}, [&](clang::CompilerInstance& compiler) {
        Visitor(compiler, selection, found)
            .TraverseDecl(compiler.getASTContext().getTranslationUnitDecl());
    });
    return error ? SourcePlaces{{}, {}, error->message} : found;
}

} // namespace proxima::gen
