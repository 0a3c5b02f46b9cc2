#include <proxima/assembly/substitutes.hpp>
#include <proxima/assembly/substitution.hpp>
#include <proxima/base/error.hpp>
#include <proxima/base/file.hpp>
#include <proxima/base/text.hpp>
#include <proxima/study/assembled_families.hpp>

#include <algorithm>
#include <iterator>
#include <utility>

namespace proxima::study {
namespace {

using assembly::Substitutes;

void check_families(Substitutes& substitutes, const select::SelectionProblem& problem) {
    for (const auto& family : problem.families) {
        for (const auto& instance : family.instances) {
            for (const auto& one : family.implementations) {
                const auto objection = substitutes.objection(instance, one.class_name);
                if (!objection.empty()) {
                    throw base::Error(problem.file, one.line,
                                      one.class_name + " cannot be " + instance + ": " + objection +
                                          "; take it out of the family " + family.name);
                }
            }
        }
    }
}

class FamilyFinder {
public:
    FamilyFinder(const std::vector<select::Work>& works, select::SelectionProblem& problem)
        : works_(works), problem_(problem) {}

    void look_at(const assembly::Substitutable& one) {
        if (is_in_a_family(one.instance) || one.class_names.size() < 2) {
            return;
        }
        const auto works = works_of(one.instance);
        if (works.empty()) {
            leave(one.instance, "the run does not call it");
            return;
        }
        select::Family family{one.instance, {one.instance}, {}};
        std::vector<std::string> unknown;
        for (const auto& name : one.class_names) {
            if (has_models(works, name)) {
                family.implementations.push_back(select::implementation_of(problem_.models, name));
            } else {
                unknown.push_back(name);
            }
        }
        const std::string missing =
            "no model of " + base::joined(unknown) + " for " + works.front().name;
        if (family.implementations.size() < 2) {
            leave(one.instance, missing);
            return;
        }
        if (!unknown.empty()) {
            leave(one.instance + " as " + base::joined(unknown), missing);
        }
        problem_.families.push_back(std::move(family));
    }

    std::vector<NotChosen> take() { return std::move(left_); }

private:
    bool is_in_a_family(const std::string& instance) const {
        return std::any_of(
            problem_.families.begin(), problem_.families.end(), [&](const auto& family) {
                return std::count(family.instances.begin(), family.instances.end(), instance) > 0;
            });
    }

    // Insignificant ones count only if there are no others.
    std::vector<select::Work> works_of(const std::string& instance) const {
        std::vector<select::Work> found;
        std::copy_if(works_.begin(), works_.end(), std::back_inserter(found),
                     [&](const auto& work) { return work.instance == instance; });
        const auto is_small = [](const auto& work) { return work.share <= select::small_share; };
        if (!std::all_of(found.begin(), found.end(), is_small)) {
            std::erase_if(found, is_small);
        }
        return found;
    }

    bool has_models(const std::vector<select::Work>& works, const std::string& name) const {
        return std::all_of(works.begin(), works.end(), [&](const auto& work) {
            return has_model(problem_.models, work, name);
        });
    }

    void leave(const std::string& what, const std::string& why) { left_.push_back({what, why}); }

    const std::vector<select::Work>& works_;
    select::SelectionProblem& problem_;
    std::vector<NotChosen> left_;
};

// Sets the measured classes that the file does not name: those of the assembly, which made the
// runs.
void name_measured(const Substitutes& substitutes, select::SelectionProblem& problem) {
    for (const auto& family : problem.families) {
        for (const auto& instance : family.instances) {
            const auto had = substitutes.class_of(instance);
            const auto is_had = [&](const auto& one) { return one.class_name == had; };
            const auto found =
                std::find_if(family.implementations.begin(), family.implementations.end(), is_had);
            if (std::count_if(family.implementations.begin(), family.implementations.end(),
                              is_had) == 1) {
                problem.measured.emplace(instance, found->name);
            }
        }
    }
}

// Names the instances that have a choice.
std::string nothing_to_select(const std::vector<NotChosen>& left) {
    std::string why;
    for (const auto& one : left) {
        why += (why.empty() ? "" : "; ") + one.what + ": " + one.why;
    }
    return why.empty() ? "there is nothing to select: no class in the component path can take the "
                         "place of another; name more directories (--path)"
                       : "there is nothing to select: no instance has models of two classes that "
                         "can be it; fit runs of each class, with three sizes or more (" +
                             why + ")";
}

} // namespace

bool can_load_components() {
    return true;
}

std::vector<NotChosen> add_assembled_families(const AssemblySource& source,
                                              const std::vector<select::Work>& works,
                                              select::SelectionProblem& problem) {
    Substitutes substitutes(assembly::read_assembly(source.file), source.path);
    check_families(substitutes, problem);
    FamilyFinder finder(works, problem);
    for (const auto& one : substitutes.replaceable()) {
        finder.look_at(one);
    }
    name_measured(substitutes, problem);
    auto left = finder.take();
    if (problem.families.empty()) {
        throw base::Error(source.file, nothing_to_select(left));
    }
    for (const auto& [name, why] : substitutes.unusable()) {
        left.push_back({"class " + name, why});
    }
    return left;
}

void write_assembly(const AssemblySource& source, const std::string& new_file,
                    const std::map<std::string, std::string>& classes,
                    std::vector<std::string>& warnings) {
    Substitutes substitutes(assembly::read_assembly(source.file), source.path);
    const auto changes = substitute(substitutes, classes, new_file);
    const auto text =
        substituted_script(base::read_whole_file(source.file), substitutes.assembly(), changes);
    const auto errors = substitutes.check(assembly::parse_script(new_file, text));
    if (!errors.empty()) {
        throw base::Error(source.file, "with the chosen classes it would not run, and " + new_file +
                                           " is not written; " + errors.front());
    }
    base::replace_file(new_file, text);
    warnings.insert(warnings.end(), changes.left_out.begin(), changes.left_out.end());
}

} // namespace proxima::study
