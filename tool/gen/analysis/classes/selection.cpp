#include "analysis/classes/selection.hpp"

#include "analysis/classes/virtual_methods.hpp"

#include <proxima/base/text.hpp>

#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/Basic/FileManager.h>
#include <clang/Basic/SourceManager.h>

#include <algorithm>
#include <filesystem>

namespace proxima::gen {
namespace {

struct FoundClass {
    const clang::CXXRecordDecl* record; // a definition; of a class template: its pattern
    std::string name;                   // qualified, without inline and anonymous namespaces
    bool in_header;                     // defined in the analysed header

    bool is_template() const { return record->getDescribedClassTemplate() != nullptr; }
};

// Finds every class definition of a translation unit, nested ones included, in order. Linear in the
// number of declarations.
class PortSearch {
public:
    PortSearch(const clang::ASTContext& context, const std::string& header)
        : sources_(&context.getSourceManager()), policy_(context.getLangOpts()) {
        policy_.SuppressInlineNamespace = true;
        policy_.SuppressUnwrittenScope = true;
        policy_.MSVCFormatting = false;
        const std::string path = std::filesystem::absolute(header).lexically_normal().string();
        if (auto file = sources_->getFileManager().getOptionalFileRef(path)) {
            header_ = sources_->translateFile(*file);
        }
    }

    void visit(const clang::DeclContext& scope) {
        for (const clang::Decl* declaration : scope.decls()) {
            if (const auto* pattern = llvm::dyn_cast<clang::ClassTemplateDecl>(declaration)) {
                declaration = pattern->getTemplatedDecl();
            }
            if (const auto* record = llvm::dyn_cast<clang::CXXRecordDecl>(declaration)) {
                add(*record);
            }
            const auto* inner = llvm::dyn_cast<clang::DeclContext>(declaration);
            if (inner != nullptr && !inner->isFunctionOrMethod()) {
                visit(*inner);
            }
        }
    }

    std::vector<FoundClass> take() { return std::move(found_); }

private:
    void add(const clang::CXXRecordDecl& record) {
        const bool named =
            record.getIdentifier() != nullptr && !record.isImplicit() && !record.isInvalidDecl();
        const bool complete = record.isThisDeclarationADefinition() && !record.isLambda() &&
                              !llvm::isa<clang::ClassTemplatePartialSpecializationDecl>(record);
        const bool member_of_template =
            record.isDependentContext() && record.getDescribedClassTemplate() == nullptr;
        if (!named || !complete || member_of_template || !may_be_port(record)) {
            return;
        }
        std::string name;
        llvm::raw_string_ostream stream(name);
        record.printQualifiedName(stream, policy_);
        if (const auto* instance =
                llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(&record)) {
            clang::printTemplateArgumentList(stream, instance->getTemplateArgs().asArray(),
                                             policy_);
        }
        const clang::FileID file =
            sources_->getFileID(sources_->getExpansionLoc(record.getLocation()));
        found_.push_back({&record, name, file == header_});
    }

    // A template's virtual methods may all come from bases that depend on its parameters.
    static bool may_be_port(const clang::CXXRecordDecl& record) {
        return record.isPolymorphic() || (record.isDependentContext() && record.getNumBases() > 0);
    }

    const clang::SourceManager* sources_;
    clang::PrintingPolicy policy_;
    clang::FileID header_;
    std::vector<FoundClass> found_;
};

std::string without_global(const std::string& name) {
    return name.starts_with("::") ? name.substr(2) : name;
}

// Resolves an exact name with Clang: a template instance or a typedef of one.
class NamedClass {
public:
    NamedClass(TranslationUnit& unit, const std::string& name, unsigned number)
        : unit_(&unit), space_("proxima_named_" + std::to_string(number)) {
        exists_ = name.find_first_of(";#\n") == std::string::npos &&
                  parse("using type = ::" + without_global(name) + ";").empty();
        if (!exists_) {
            return;
        }
        const std::vector<Diagnostic> errors = parse("static_assert(sizeof(type) > 0, \"\");");
        if (!errors.empty()) {
            const bool undefined =
                errors.front().message.find("incomplete type") != std::string::npos;
            problem_ = undefined ? "it is declared but not defined here; name the header that "
                                   "defines it with --prelude"
                                 : "it cannot be instantiated: " + errors.front().message;
        }
        if (const clang::NamedDecl* meant = meant_by_name()) {
            position_ = position_of(*meant);
        }
    }

    bool exists() const { return exists_; }
    const std::string& problem() const { return problem_; }
    const SourcePosition& position() const { return position_; }

    // Null if the name does not mean a defined class.
    const clang::CXXRecordDecl* definition() const {
        const clang::CXXRecordDecl* declared = declaration();
        return declared == nullptr ? nullptr : declared->getDefinition();
    }

private:
    std::vector<Diagnostic> parse(const std::string& text) {
        return unit_->parse("proxima-gen-name", "namespace " + space_ + " { " + text + " }\n");
    }

    const clang::CXXRecordDecl* declaration() const {
        const clang::TypedefNameDecl* own = own_alias();
        return own == nullptr ? nullptr : own->getUnderlyingType()->getAsCXXRecordDecl();
    }

    // The declaration that was parsed here for the name.
    const clang::TypedefNameDecl* own_alias() const {
        clang::ASTContext& context = unit_->context();
        for (const clang::NamedDecl* found :
             context.getTranslationUnitDecl()->lookup(&context.Idents.get(space_))) {
            for (const clang::NamedDecl* alias :
                 llvm::cast<clang::NamespaceDecl>(found)->lookup(&context.Idents.get("type"))) {
                return llvm::dyn_cast<clang::TypedefNameDecl>(alias);
            }
        }
        return nullptr;
    }

    // The class, enumeration or alias that has the name; null for a built-in type.
    const clang::NamedDecl* meant_by_name() const {
        if (const clang::CXXRecordDecl* declared = declaration()) {
            return declared;
        }
        const clang::TypedefNameDecl* own = own_alias();
        if (own == nullptr) {
            return nullptr;
        }
        if (const auto* alias = own->getUnderlyingType()->getAs<clang::TypedefType>()) {
            return alias->getDecl();
        }
        return own->getUnderlyingType()->getAsTagDecl();
    }

    TranslationUnit* unit_;
    std::string space_;
    bool exists_ = false;
    std::string problem_;
    SourcePosition position_;
};

class Selector {
public:
    Selector(TranslationUnit& unit, std::vector<FoundClass> classes,
             const GeneratorConfiguration& configuration, HeaderAnalysis& analysis)
        : unit_(&unit), classes_(std::move(classes)), configuration_(&configuration),
          analysis_(&analysis) {}

    Selection run() {
        const std::vector<ConfigurationRule>& rules = configuration_->classes;
        const bool everything =
            (rules.empty() && configuration_->templates.empty()) ||
            (!rules.empty() && rules.front().effect == ConfigurationRule::Effect::exclude);
        for (const FoundClass& found : classes_) {
            analysis_->class_names.push_back(found.name);
            const bool candidate = everything && found.in_header;
            const bool selected = candidate && !found.is_template() && is_abstract(*found.record);
            if (!decide(found, selected) && candidate && !selected) {
                skip(found);
            }
        }
        resolve_remaining_names();
        resolve_names_of_ports();
        return std::move(selection_);
    }

private:
    bool decide(const FoundClass& found, bool selected) {
        bool asked_for = false;
        std::vector<std::string> names;
        const std::vector<ConfigurationRule>& rules =
            found.is_template() ? configuration_->templates : configuration_->classes;
        for (const ConfigurationRule& rule : rules) {
            const std::string pattern = without_global(rule.pattern);
            if (!base::matches_glob_but_for_spaces(pattern, found.name)) {
                continue;
            }
            const bool exact = !base::has_wildcard(pattern);
            if (!exact && (!found.in_header || !is_abstract(*found.record))) {
                continue;
            }
            analysis_->found.insert(rule.pattern);
            selected = rule.effect == ConfigurationRule::Effect::include;
            asked_for = selected && exact;
            if (asked_for) {
                names.push_back(rule.pattern);
            }
        }
        if (selected) {
            add(*found.record, asked_for, names);
        }
        return selected;
    }

    void skip(const FoundClass& found) {
        const bool is_final = found.record->hasAttr<clang::FinalAttr>();
        const std::string reason = is_final ? "final, so no proxy can derive from it"
                                   : found.is_template()
                                       ? "a class template; --template " + found.name +
                                             " takes all instances, --class '" + found.name +
                                             "<...>' one"
                                       : "not abstract; --class " + found.name + " takes it";
        analysis_->skipped.push_back({found.name, reason, position_of(*found.record)});
    }

    void resolve_remaining_names() {
        for (const ConfigurationRule& rule : configuration_->classes) {
            const bool open = rule.effect == ConfigurationRule::Effect::include &&
                              may_be_name(rule.pattern) && !analysis_->found.contains(rule.pattern);
            if (open && !refuse_bare_template(rule.pattern)) {
                resolve(rule.pattern, NamedClass(*unit_, rule.pattern, number_++));
            }
        }
    }

    // An entry of "ports" may have another name for a class than the rule that selects it.
    void resolve_names_of_ports() {
        for (const PortOptions& options : configuration_->ports) {
            if (!may_be_name(options.port)) {
                continue;
            }
            const NamedClass named(*unit_, options.port, number_++);
            const auto known = find(named.exists() ? named.definition() : nullptr);
            if (known != selection_.classes.end()) {
                known->names.push_back(options.port);
            }
        }
    }

    // True for an exact name; the star in the name of an instance may belong to a pointer.
    static bool may_be_name(const std::string& pattern) {
        return !base::has_wildcard(pattern) || pattern.find('<') != std::string::npos;
    }

    void resolve(const std::string& name, const NamedClass& named) {
        if (!named.exists()) {
            return;
        }
        analysis_->found.insert(name);
        const clang::CXXRecordDecl* record = named.definition();
        if (!named.problem().empty()) {
            selection_.unusable.push_back({name, named.problem(), named.position()});
        } else if (record == nullptr) {
            selection_.unusable.push_back({name, "it is not a class", named.position()});
        } else {
            add(*record, true, {name});
        }
    }

    bool refuse_bare_template(const std::string& name) {
        const auto found =
            std::find_if(classes_.begin(), classes_.end(), [&](const FoundClass& other) {
                return other.is_template() && other.name == without_global(name);
            });
        if (found == classes_.end()) {
            return false;
        }
        analysis_->found.insert(name);
        selection_.unusable.push_back({name,
                                       "it is a class template; name an instance such as " + name +
                                           "<double>, or all of them with --template " + name,
                                       position_of(*found->record)});
        return true;
    }

    void add(const clang::CXXRecordDecl& record, bool asked_for,
             const std::vector<std::string>& names) {
        const auto known = find(&record);
        if (known == selection_.classes.end()) {
            selection_.classes.push_back({&record, asked_for, names});
        } else {
            known->names.insert(known->names.end(), names.begin(), names.end());
        }
    }

    std::vector<SelectedClass>::iterator find(const clang::CXXRecordDecl* record) {
        return std::find_if(selection_.classes.begin(), selection_.classes.end(),
                            [&](const SelectedClass& other) { return other.record == record; });
    }

    TranslationUnit* unit_;
    std::vector<FoundClass> classes_;
    const GeneratorConfiguration* configuration_;
    HeaderAnalysis* analysis_;
    Selection selection_;
    unsigned number_ = 0; // number of names given to Clang
};

} // namespace

Selection select_classes(TranslationUnit& unit, const GeneratorConfiguration& configuration,
                         HeaderAnalysis& analysis) {
    PortSearch search(unit.context(), analysis.header);
    search.visit(*unit.context().getTranslationUnitDecl());
    return Selector(unit, search.take(), configuration, analysis).run();
}

} // namespace proxima::gen
