#include "study/first_look.hpp"

#include "records/method_selection.hpp"
#include "run/load_run.hpp"
#include "run/names.hpp"
#include "study/description/formula.hpp"

#include <proxima/model/error.hpp>
#include <proxima/model/expression.hpp>
#include <proxima/rundir/record_reader.hpp>

#include <algorithm>
#include <set>

namespace proxima::cli {
namespace {

std::string joined(const std::set<std::string>& names) {
    std::string text;
    for (const auto& name : names) {
        text += (text.empty() ? "" : ", ") + name;
    }
    return text.empty() ? "none" : text;
}

class FirstLook {
public:
    FirstLook(const study::Study& study, const std::filesystem::path& run)
        : study_(study), run_(rundir::RunDirectory::open(run)),
          methods_(rundir::recorded_methods(run_)) {
        rundir::ReadOutcome ignored; // is read again, and said, for the answers
        graph_ = load_graph(run_, ignored);
        for (const auto& component : graph_.components) {
            instances_.insert(component.instance);
        }
    }

    void check_instances() const {
        for (const auto& choice : study_.choices) {
            if (instances_.count(choice.instance) == 0) {
                fail(choice.line, "no call of `" + choice.instance +
                                      "` was measured in the first run; \"implementations\" are "
                                      "of instances, and those are " +
                                      joined(instances_));
            }
        }
        for (const auto& name : study_.checks.core.value_or(std::vector<std::string>())) {
            if (instances_.count(name) == 0) {
                throw model::Error(study_.file, "no call of `" + name +
                                                    "` of \"checks\" was measured in the first "
                                                    "run; its instances are " +
                                                    joined(instances_));
            }
        }
    }

    void check_methods() const { MethodSelection(study_.fit.methods, methods_); }

    /// `others` are implementations that the study does not vary.
    void check_model(const study::ModelCheck& check, const study::Settings& others) const {
        auto known = others;
        for (const auto& choice : study_.choices) {
            for (const auto& implementation : choice.implementations) {
                known.emplace_back(choice.instance, implementation.name);
            }
        }
        std::set<std::string> names;
        std::set<std::string> methods;
        for (const auto& component : graph_.components) {
            names.insert(implementation_in(others, component.instance));
        }
        std::set<std::string> having; // instances that have the implementation
        for (const auto& [instance, name] : known) {
            names.insert(name);
            if (name == check.implementation) {
                having.insert(instance);
            }
        }
        if (names.count(check.implementation) == 0) {
            fail(check.line, "there is no implementation `" + check.implementation +
                                 "` to be checked; there are " + joined(names));
        }
        bool is_measured = false;
        for (const auto& component : graph_.components) {
            const bool is_meant =
                having.count(component.instance) == 1 || component.instance == check.implementation;
            if (is_meant) {
                methods.insert(component.method);
            }
            is_measured =
                is_measured ||
                (is_meant && (check.method.empty() || selects(check.method, component.method)));
        }
        if (!is_measured) {
            fail(check.line, "no call of `" + check.method + "` of " + check.implementation +
                                 " was measured in the first run; there are " + joined(methods));
        }
        check_formula(check);
    }

private:
    static std::string implementation_in(const study::Settings& classes,
                                         const std::string& instance) {
        const auto* name = study::find(classes, instance);
        return name == nullptr ? instance : *name;
    }

    void check_formula(const study::ModelCheck& check) const {
        std::set<std::string> known{"ranks"};
        for (const auto& method : methods_) {
            for (const auto& parameter : method.parameters) {
                known.insert(model::variable_name(parameter.name));
            }
        }
        for (const auto& parameter : study_.parameters) {
            known.insert(model::variable_name(parameter.name));
        }
        for (const auto& name : study::names_in_formula(check.expected)) {
            if (known.count(name) == 0) {
                fail(check.line, "`" + name + "` in the formula `" + check.expected +
                                     "` is not recorded; there are " + joined(known));
            }
        }
    }

    [[noreturn]] void fail(std::size_t line, const std::string& problem) const {
        throw model::Error(study_.file, line, problem);
    }

    const study::Study& study_;
    rundir::RunDirectory run_;
    std::vector<rundir::Method> methods_;
    rundir::CallGraph graph_;
    std::set<std::string> instances_;
};

} // namespace

void look_at_first_run(const study::Study& study, const study::RecipeBook& recipes,
                       const study::Combination& combination, const std::filesystem::path& run) {
    const FirstLook look(study, run);
    look.check_instances();
    look.check_methods();
    const auto classes = recipes.classes(combination);
    for (const auto& check : study.checks.models) {
        look.check_model(check, classes);
    }
}

} // namespace proxima::cli
