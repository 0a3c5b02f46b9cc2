#include "analysis/selection.hpp"

#include <algorithm>

#include <clang/AST/DeclCXX.h>

#include "analysis/port_reader.hpp"
#include "input/glob.hpp"

namespace proxima::gen {
namespace {

constexpr const char* named_space = "proxima_named";

std::string without_global(const std::string& name) {
    return name.starts_with("::") ? name.substr(2) : name;
}

std::string without_spaces(std::string name) {
    std::erase(name, ' ');
    return name;
}

/// Has Clang say what an exact name means: an instance of a template, or a typedef of one. Null when it means nothing.
class NamedClasses {
public:
    explicit NamedClasses(TranslationUnit& unit) : unit_(&unit) {}

    const clang::CXXRecordDecl* resolve(const std::string& name) {
        const std::string space = named_space + std::to_string(count_++);
        const std::string text = "namespace " + space + " { using type = ::" + without_global(name) +
                                 "; static_assert(sizeof(type) > 0, \"\"); }\n";
        if (!unit_->parse("proxima-gen-name", text).empty()) {
            return nullptr;
        }
        clang::ASTContext& context = unit_->context();
        for (const clang::NamedDecl* found : context.getTranslationUnitDecl()->lookup(&context.Idents.get(space))) {
            const auto* scope = llvm::cast<clang::NamespaceDecl>(found);
            for (const clang::NamedDecl* alias : scope->lookup(&context.Idents.get("type"))) {
                const clang::CXXRecordDecl* record = context.getTypeDeclType(llvm::cast<clang::TypeDecl>(alias))->getAsCXXRecordDecl();
                return record == nullptr ? nullptr : record->getDefinition();
            }
        }
        return nullptr;
    }

private:
    TranslationUnit* unit_;
    unsigned count_ = 0;
};

class Selector {
public:
    Selector(TranslationUnit& unit, const std::vector<FoundClass>& classes, const Configuration& configuration)
        : unit_(&unit), classes_(&classes), configuration_(&configuration) {}

    Selection run() {
        const std::vector<Rule>& rules = configuration_->classes;
        const bool everything = (rules.empty() && configuration_->templates.empty()) ||
                                (!rules.empty() && rules.front().effect == Rule::Effect::exclude);
        for (const FoundClass& found : *classes_) {
            decide(found, everything && !found.is_template() && found.in_header && is_abstract(*found.record));
        }
        resolve_remaining_names();
        return std::move(selection_);
    }

private:
    void decide(const FoundClass& found, bool selected) {
        bool asked_for = false;
        const std::vector<Rule>& rules = found.is_template() ? configuration_->templates : configuration_->classes;
        for (const Rule& rule : rules) {
            const std::string pattern = without_global(rule.pattern);
            if (!glob_matches(without_spaces(pattern), without_spaces(found.name))) {
                continue;
            }
            const bool exact = !has_wildcard(pattern);
            if (!exact && (!found.in_header || !is_abstract(*found.record))) {
                continue;
            }
            selection_.found.insert(rule.pattern);
            selected = rule.effect == Rule::Effect::include;
            asked_for = selected && exact;
        }
        if (selected) {
            add(*found.record, asked_for);
        }
    }

    void resolve_remaining_names() {
        NamedClasses named(*unit_);
        for (const Rule& rule : configuration_->classes) {
            const bool open = rule.effect == Rule::Effect::include && !has_wildcard(rule.pattern) &&
                              selection_.found.count(rule.pattern) == 0;
            if (!open) {
                continue;
            }
            if (const clang::CXXRecordDecl* record = named.resolve(rule.pattern)) {
                selection_.found.insert(rule.pattern);
                add(*record, true);
            }
        }
    }

    void add(const clang::CXXRecordDecl& record, bool asked_for) {
        const bool known = std::any_of(selection_.classes.begin(), selection_.classes.end(),
                                       [&](const SelectedClass& other) { return other.record == &record; });
        if (!known) {
            selection_.classes.push_back({&record, asked_for});
        }
    }

    TranslationUnit* unit_;
    const std::vector<FoundClass>* classes_;
    const Configuration* configuration_;
    Selection selection_;
};

} // namespace

Selection select_classes(TranslationUnit& unit, const std::vector<FoundClass>& classes, const Configuration& configuration) {
    return Selector(unit, classes, configuration).run();
}

} // namespace proxima::gen
