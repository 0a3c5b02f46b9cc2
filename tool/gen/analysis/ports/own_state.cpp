#include "analysis/ports/own_state.hpp"

#include "analysis/parse/clang_version.hpp"
#include "analysis/parse/translation_unit.hpp"
#include "analysis/ports/expressions.hpp"
#include "analysis/ports/member_use.hpp"

#include <proxima/base/text.hpp>

#include <clang/AST/Attr.h>
#include <clang/AST/DeclFriend.h>
#include <clang/AST/DeclTemplate.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringExtras.h>

#include <algorithm>
#include <optional>

namespace proxima::gen {
namespace {

// A list of more names is no advice: nobody wants to accept them all.
constexpr std::size_t most_to_accept = 4;

// Somebody who uses data members, in messages by this name.
struct User {
    std::string name;
    MemberUse use;
    SourcePosition position;
};

struct Usage {
    const User* user = nullptr;
    Use use = Use::reads;
    bool certain = false;
};

// The first user of a data member that needs `least`; one that certainly uses it comes first.
Usage first_of(const clang::FieldDecl& field, Use least,
               std::initializer_list<const std::vector<User>*> lists) {
    Usage first;
    for (const std::vector<User>* users : lists) {
        for (const User& user : *users) {
            const auto found = user.use.of(field);
            const bool better =
                first.user == nullptr || (found && found->certain && !first.certain);
            if (found && found->use >= least && better) {
                first = {&user, found->use, found->certain};
            }
        }
    }
    return first;
}

bool acts_on_own_state(const clang::CXXMethodDecl& method) {
    return method.isUserProvided() && !method.isVirtual() &&
           !llvm::isa<clang::CXXConstructorDecl, clang::CXXDestructorDecl>(method) &&
           !method.isCopyAssignmentOperator() && !method.isMoveAssignmentOperator();
}

const clang::CXXMethodDecl* method_in(const clang::Decl& member) {
    const clang::Decl* meant = &member;
    if (const auto* shadow = llvm::dyn_cast<clang::UsingShadowDecl>(meant)) {
        meant = shadow->getTargetDecl();
    }
    const auto* pattern = llvm::dyn_cast<clang::FunctionTemplateDecl>(meant);
    return llvm::dyn_cast<clang::CXXMethodDecl>(pattern != nullptr ? pattern->getTemplatedDecl()
                                                                   : meant);
}

User friend_user(const clang::FriendDecl& declared, const clang::CXXRecordDecl& record) {
    const clang::TypeSourceInfo* type = declared.getFriendType();
    const clang::NamedDecl* named =
        type != nullptr ? type->getType()->getAsTagDecl() : declared.getFriendDecl();
    const clang::FunctionDecl* function = named == nullptr ? nullptr : named->getAsFunction();
    const std::string name =
        named != nullptr ? named->getQualifiedNameAsString() : type->getType().getAsString();
    const Use unknown = function == nullptr ? Use::changes : use_of_arguments(*function, record);
    const MemberUse use = function != nullptr && function->hasBody()
                              ? members_used(*function, &record)
                              : MemberUse{{}, {{&record, unknown}}};
    return {"the friend " + name + (function == nullptr ? "" : "()"), use, position_of(declared)};
}

// Finds data members that target and proxy hold apart, and that may come to differ.
class OwnState {
public:
    OwnState(const std::vector<Ancestor>& classes, const PortOptions* options, PortClass& port)
        : options_(options), port_(&port) {
        default_constructed_ =
            !port.forwards_constructors &&
            llvm::none_of(port.base_initializers, [&](const BaseInitializer& initializer) {
                return initializer.type == port.type;
            });
        inherits_constructors_ =
            llvm::any_of(classes.back().record->decls(), [](const auto* member) {
                return llvm::isa<clang::ConstructorUsingShadowDecl>(member);
            });
        for (const Ancestor& ancestor : llvm::reverse(classes)) {
            public_ = ancestor.access == clang::AS_public;
            read_class(*ancestor.record, ancestor.record == classes.back().record);
        }
    }

    void read_kept(const clang::CXXMethodDecl& declaration, const PortMethod& method) {
        const std::string name = method.name + "()";
        if (is_accepted(method.name)) {
            return;
        }
        if (declaration.hasAttr<clang::FinalAttr>()) {
            on_proxy_.push_back({name, members_used(declaration), method.position});
        } else {
            report(method.name, name + " is not forwarded: " + method.reason, method.position);
        }
    }

    // Certain faults before possible ones.
    void judge() {
        for (const bool certain : {true, false}) {
            for (const clang::FieldDecl* field : fields_) {
                judge(*field, certain);
            }
        }
        for (const User& user : on_both_) {
            judge_tables(user);
        }
        note_unchanged();
        if (problem_.empty()) {
            return;
        }
        const std::size_t others = to_accept_.size() - 1;
        const std::string accept = "; or, if that is meant: \"ports\": {\"" + port_->name +
                                   "\": {\"accept\": [\"" + llvm::join(to_accept_, "\", \"") +
                                   "\"]}}";
        port_->refuse(problem_ +
                          (others < most_to_accept
                               ? "; " + in_place_advice(port_->name) + accept
                               : "; " + std::to_string(others) + " more members are like it; " +
                                     in_place_advice(port_->name)),
                      problem_position_);
    }

private:
    void read_class(const clang::CXXRecordDecl& record, bool is_port) {
        for (const clang::Decl* member : record.decls()) {
            if (const auto* method = method_in(*member)) {
                read_method(*method, member->getAccess());
            } else if (const auto* nested = llvm::dyn_cast<clang::CXXRecordDecl>(member);
                       nested != nullptr && !nested->isLambda()) {
                read_nested(*nested, record);
            } else if (const auto* shadow = llvm::dyn_cast<clang::UsingShadowDecl>(member)) {
                read_opened(*shadow);
            }
        }
        for (const clang::FriendDecl* declared : record.friends()) {
            on_proxy_.push_back(friend_user(*declared, record));
        }
        for (const clang::CXXConstructorDecl* constructor : record.ctors()) {
            read_constructor(*constructor, is_port);
        }
        for (const clang::FieldDecl* field : record.fields()) {
            read_field(*field, field->getAccess());
        }
    }

    // A nested class may use private members of the objects that it is given.
    void read_nested(const clang::CXXRecordDecl& nested, const clang::CXXRecordDecl& outer) {
        for (const clang::CXXMethodDecl* method : nested.methods()) {
            if (method->isDefaulted()) {
                continue;
            }
            on_proxy_.push_back({nested.getNameAsString() + "::" + method->getNameAsString() + "()",
                                 method->hasBody()
                                     ? members_used(*method)
                                     : MemberUse{{}, {{&outer, use_of_arguments(*method, outer)}}},
                                 position_of(*method)});
        }
    }

    // A using-declaration may open a data member of a base that is not public.
    void read_opened(const clang::UsingShadowDecl& shadow) {
        const auto* field = llvm::dyn_cast<clang::FieldDecl>(shadow.getTargetDecl());
        if (field != nullptr && public_ && shadow.getAccess() == clang::AS_public) {
            open_.push_back({"everybody", any_use(*field), position_of(shadow)});
        }
    }

    void read_method(const clang::CXXMethodDecl& method, clang::AccessSpecifier access) {
        const User user{method.getNameAsString() + "()", members_used(method), position_of(method)};
        const bool overridable = method.isVirtual() && !llvm::isa<clang::CXXDestructorDecl>(method);
        if (overridable && (!is_pure(method) || method.isDefined())) {
            on_target_.push_back(user);
        } else if (acts_on_own_state(method) && access != clang::AS_private) {
            const bool on_proxy =
                public_ && access == clang::AS_public && !is_accepted(method.getNameAsString());
            std::vector<User>& users = on_proxy ? on_both_ : on_target_;
            users.insert(method.isConst() ? users.begin() : users.end(), user);
        }
        if (acts_on_own_state(method) && is_set_by_configuration(method.getNameAsString())) {
            initializers_.push_back(user);
        }
    }

    // Reads what constructors set to other values in the target than in the proxy.
    void read_constructor(const clang::CXXConstructorDecl& constructor, bool is_port) {
        if (constructor.isDeleted() || constructor.isCopyOrMoveConstructor()) {
            return;
        }
        const bool chosen_by_target = default_constructed_ && (is_port || inherits_constructors_) &&
                                      constructor.getAccess() != clang::AS_private;
        User user{"a constructor", members_set_apart(constructor, chosen_by_target),
                  position_of(constructor)};
        if (!chosen_by_target && !(default_constructed_ && constructor.isDefaultConstructor())) {
            user.use.bodies.clear(); // the proxy passes on the same arguments
        }
        const std::string name = constructor.getNameAsString();
        const bool called = !is_port || !default_constructed_ || constructor.isDefaultConstructor();
        if (user.use.shared && called && !is_accepted(name)) {
            report(name, name + "() counts or registers objects, and a proxy would be one more",
                   user.position);
        }
        setters_.push_back(user);
    }

    // Adds a data member; the access of an anonymous union or struct is that of its members.
    void read_field(const clang::FieldDecl& field, clang::AccessSpecifier access) {
        if (field.isAnonymousStructOrUnion()) {
            for (const clang::FieldDecl* inner : field.getType()->getAsCXXRecordDecl()->fields()) {
                read_field(*inner, access);
            }
            return;
        }
        if (field.getIdentifier() == nullptr || is_accepted(field.getNameAsString())) {
            return;
        }
        fields_.push_back(&field);
        setters_.push_back({"its initializer", members_set_apart(field), position_of(field)});
        if (access == clang::AS_public && public_) {
            open_.push_back({"everybody", any_use(field), position_of(field)});
        } else if (access != clang::AS_private) {
            open_to_implementations_.push_back(
                {"an implementation", any_use(field), position_of(field)});
        }
    }

    // True if a statement of "initialize" has the name.
    bool is_set_by_configuration(const std::string& name) const {
        return llvm::any_of(port_->initialize, [&](const Statement& statement) {
            return !names_used(statement.text, {name}).empty();
        });
    }

    // Reports a data member that both objects use and somebody changes.
    void judge(const clang::FieldDecl& field, bool certain) {
        const Usage in_proxy = first_of(field, Use::reads, {&on_both_, &open_, &on_proxy_});
        const Usage in_target = first_of(
            field, Use::reads, {&on_target_, &on_both_, &open_, &open_to_implementations_});
        const bool own_pointee =
            refers_to_another(field.getType()) &&
            (default_constructed_ ||
             first_of(field, Use::changes_target, {&setters_}).user != nullptr);
        Usage changer =
            first_of(field, own_pointee ? Use::changes_target : Use::changes,
                     {&on_target_, &on_both_, &open_, &on_proxy_, &open_to_implementations_});
        if (!changer.certain) {
            const Usage setter = first_of(field, Use::changes, {&setters_});
            changer = changer.user == nullptr || setter.certain ? setter : changer;
        }
        if (in_proxy.user == nullptr || is_set_by_configuration(field.getNameAsString()) ||
            first_of(field, Use::reads, {&initializers_}).user != nullptr) {
            return;
        }
        if (in_target.user == nullptr || changer.user == nullptr) {
            unchanged_.push_back(&field);
        } else if (certain == (in_proxy.certain && changer.certain)) {
            const std::string name = field.getNameAsString();
            report(name, problem(name, in_proxy, changer), in_proxy.user->position);
        }
    }

    // Reports a method that finds state outside of the object by its address.
    void judge_tables(const User& user) {
        for (const auto& [table, finds] : user.use.tables) {
            const clang::FunctionDecl* function = table->getAsFunction();
            const auto fills = [&, table = table, finds = finds](const User& other) {
                const auto known = other.use.tables.find(table);
                const bool unknown = finds && !other.use.bodies.empty() && function != nullptr &&
                                     function->getReturnType()->isReferenceType();
                return &other != &user &&
                       (known == other.use.tables.end() ? unknown : finds || known->second);
            };
            if ((finds && function == nullptr) || llvm::any_of(on_target_, fills) ||
                llvm::any_of(on_both_, fills)) {
                report(user.name.substr(0, user.name.find('(')),
                       user.name + " finds state in " +
                           llvm::cast<clang::NamedDecl>(table)->getNameAsString() +
                           " by the object's address, and the proxy's is another",
                       user.position);
            }
        }
    }

    std::string problem(const std::string& member, const Usage& in_proxy,
                        const Usage& changer) const {
        const std::string own = ", of which the proxy has its own";
        if (!open_.empty() && in_proxy.user >= &open_.front() && in_proxy.user <= &open_.back()) {
            return member + " is a public data member" + own;
        }
        const std::string& name = changer.user->name;
        const std::string who = changer.user == in_proxy.user ? ""
                                : name == in_proxy.user->name ? "another " + name + " "
                                                              : name + " ";
        return in_proxy.user->name + (in_proxy.certain ? " uses " : " may use ") + member + own +
               ", and " + who + (changer.certain ? "changes" : "may change") +
               " only one of the two";
    }

    // Notes methods on members that nothing changes, or that the constructor's arguments set.
    void note_unchanged() {
        std::vector<std::string> names;
        for (const User& user : on_both_) {
            if (llvm::any_of(unchanged_, [&](const auto* field) { return user.use.of(*field); })) {
                names.push_back(user.name);
            }
        }
        if (!names.empty()) {
            const char* const why = port_->forwards_constructors
                                        ? ": state that the constructor's arguments set; give the "
                                          "proxy the target's"
                                        : ": state that nothing changes";
            port_->notes.push_back({base::joined(names) + why, port_->position, true});
        }
    }

    bool is_accepted(const std::string& name) const {
        return options_ != nullptr &&
               llvm::any_of(options_->accept, [&](const std::string& pattern) {
                   return base::matches_glob(pattern, name);
               });
    }

    void report(const std::string& name, const std::string& problem,
                const SourcePosition& position) {
        if (llvm::is_contained(to_accept_, name)) {
            return;
        }
        if (to_accept_.empty()) {
            problem_ = problem;
            problem_position_ = position;
        }
        to_accept_.push_back(name);
    }

    const PortOptions* options_;
    PortClass* port_;
    bool default_constructed_ = false;
    bool inherits_constructors_ = false;
    bool public_ = false;
    std::vector<const clang::FieldDecl*> fields_;
    std::vector<const clang::FieldDecl*> unchanged_;
    std::vector<User> on_proxy_;  // friends, nested classes, final methods
    std::vector<User> on_both_;   // public methods that are not virtual, constant ones first
    std::vector<User> on_target_; // virtual and protected methods
    std::vector<User> open_;      // everybody, of public data members
    std::vector<User> open_to_implementations_;
    std::vector<User> setters_; // constructors and initializers
    std::vector<User> initializers_;
    std::string problem_;
    SourcePosition problem_position_;
    std::vector<std::string> to_accept_;
};

} // namespace

void read_own_state(const std::vector<Ancestor>& classes, const std::vector<VirtualMethod>& methods,
                    const PortOptions* options, PortClass& port) {
    OwnState state(classes, options, port);
    for (std::size_t i = 0; i < methods.size(); ++i) {
        if (port.methods[i].treatment == Treatment::kept) {
            state.read_kept(*methods[i].declaration, port.methods[i]);
        }
    }
    state.judge();
}

} // namespace proxima::gen
