#include <proxima/base/error.hpp>
#include <proxima/base/file.hpp>
#include <proxima/base/json.hpp>
#include <proxima/fit/model_file.hpp>
#include <proxima/select/selection.hpp>

#include <algorithm>
#include <map>
#include <set>

namespace proxima::select {
namespace {

using Kind = base::LocatedJson::Kind;

class SelectionReader {
public:
    // Reads the files of models unless `models` are given.
    SelectionReader(const std::filesystem::path& file, const base::LocatedJson& json,
                    const std::vector<std::filesystem::path>& more_models,
                    std::optional<std::vector<fit::Model>> models)
        : file_(file), object_(file, json, "a selection") {
        problem_.file = file;
        object_.require_format(1);
        auto files = more_models;
        for (const auto& name : object_.texts("models")) {
            files.push_back(file_.parent_path() / name);
        }
        problem_.models = models ? std::move(*models) : fit::read_models(files);
    }

    SelectionProblem read() {
        const auto families = object_.required("families", Kind::array);
        for (const auto& family : families.elements()) {
            read_family(family);
        }
        if (problem_.families.empty()) {
            object_.fail(families, "there is nothing to select; name a family");
        }
        for (const auto& element : object_.elements("forbidden")) {
            read_forbidden(element);
        }
        for (const auto& [name, rule] : object_.members("quality")) {
            read_quality(name.text(), rule);
        }
        read_measured();
        read_workload();
        object_.refuse_others();
        return std::move(problem_);
    }

private:
    [[noreturn]] void fail(const base::LocatedJson& json, const std::string& problem) const {
        throw base::Error(file_, json.line(), problem);
    }

    void read_family(const base::LocatedJson& json) {
        base::LocatedObject object(file_, json, "a family");
        Family family;
        family.name = object.name("name");
        family.instances = object.texts("instances");
        if (family.instances.empty()) {
            family.instances.push_back(family.name);
        }
        for (const auto& known : problem_.families) {
            if (known.name == family.name) {
                fail(json, "there are two families " + family.name +
                               "; give each a name of its own, or one all their instances");
            }
        }
        for (const auto& instance : family.instances) {
            if (!instances_.emplace(instance, problem_.families.size()).second) {
                fail(json, "the instance " + instance + " is in two families; name it in one");
            }
        }
        std::set<std::string> names;
        for (const auto& element : object.required("implementations", Kind::array).elements()) {
            family.implementations.push_back(read_implementation(element));
            const auto& name = family.implementations.back().name;
            if (!names.insert(name).second) {
                fail(element, name + " is twice in the family " + family.name + "; name it once");
            }
        }
        if (family.implementations.empty()) {
            fail(json, "the family " + family.name +
                           " has no implementations; name those that may be taken");
        }
        object.refuse_others();
        problem_.families.push_back(std::move(family));
    }

    Candidate read_implementation(const base::LocatedJson& json) const {
        Candidate made;
        if (json.kind() == Kind::string) {
            made.name = json.text();
            if (made.name.empty()) {
                fail(json, "the name of an implementation is empty; write one");
            }
        } else {
            base::LocatedObject object(file_, json, "an implementation");
            made.name = object.name("name");
            made.model_name = object.text("model", "");
            made.class_name = object.text("class", "");
            made.inputs = numbers(object, "inputs");
            made.quality = numbers(object, "quality");
            object.refuse_others();
        }
        made.line = json.line();
        made.model_name = made.model_name.empty() ? made.name : made.model_name;
        made.class_name = made.class_name.empty() ? made.model_name : made.class_name;
        require_known(json, made);
        made.quality.merge(implementation_of(problem_.models, made.model_name).quality);
        return made;
    }

    static std::map<std::string, double> numbers(base::LocatedObject& object,
                                                 const std::string& key) {
        std::map<std::string, double> named;
        for (const auto& [name, value] : object.members(key)) {
            object.require_kind(value, Kind::number, "\"" + name.text() + "\"");
            named[name.text()] = value.number();
        }
        return named;
    }

    static bool knows_input(const fit::Model& model, const std::string& name) {
        const auto names_it = [&](const auto& one) { return one.parameter == name; };
        return std::any_of(model.inputs.begin(), model.inputs.end(), names_it) ||
               std::any_of(model.conditions.begin(), model.conditions.end(), names_it) ||
               std::count(model.dropped.begin(), model.dropped.end(), name) > 0;
    }

    // Refuses inputs that no model has, because they are probably misspelt. Models of this
    // implementation need not have them: it may have been measured with one value only.
    void require_known(const base::LocatedJson& json, const Candidate& implementation) const {
        for (const auto& input : implementation.inputs) {
            if (std::none_of(problem_.models.begin(), problem_.models.end(),
                             [&](const auto& one) { return knows_input(one, input.first); })) {
                fail(json, "no model has the input `" + input.first +
                               "`; correct it, or take it out of \"inputs\"");
            }
        }
    }

    // Finds the instance that the file names directly or by its family.
    std::string instance_named(const base::LocatedJson& json) const {
        if (json.kind() != Kind::string) {
            fail(json, "an instance must be a string");
        }
        auto name = json.text();
        if (instances_.count(name) > 0) {
            return name;
        }
        for (const auto& family : problem_.families) {
            if (family.name == name && family.instances.size() == 1) {
                return family.instances.front();
            }
        }
        fail(json, "`" + name + "` is not an instance of a family; name one");
    }

    // Reads `{"flux": "EFM", "states": "StatesB"}`.
    void read_forbidden(const base::LocatedJson& json) {
        object_.require_kind(json, Kind::object, "a forbidden pair");
        const auto members = json.members();
        if (members.size() != 2) {
            fail(json, "a forbidden pair names two instances and their implementations");
        }
        problem_.forbidden.emplace_back(read_choice(members[0]), read_choice(members[1]));
    }

    // Reads `"flux": "EFM"`.
    Choice read_choice(const base::LocatedJson::Member& member) const {
        const auto instance = member.key.text();
        object_.require_kind(member.value, Kind::string, "\"" + instance + "\"");
        if (instances_.count(instance) == 0) {
            fail(member.value, "`" + instance + "` is not an instance of a family; name one");
        }
        Choice choice{instance, member.value.text()};
        require_implementation(member.value, choice);
        return choice;
    }

    void require_implementation(const base::LocatedJson& json, const Choice& chosen) const {
        const auto& known = problem_.families[instances_.at(chosen.first)].implementations;
        if (std::none_of(known.begin(), known.end(),
                         [&](const auto& one) { return one.name == chosen.second; })) {
            fail(json, "`" + chosen.second + "` is not an implementation of " + chosen.first +
                           "; name one of its family");
        }
    }

    void read_quality(const std::string& name, const base::LocatedJson& json) {
        base::LocatedObject object(file_, json, "a quality");
        const auto combine = object.text("combine", "worst");
        if (combine != "worst" && combine != "sum") {
            fail(json, "\"combine\" must be \"worst\" or \"sum\"");
        }
        const auto least = object.number("at_least");
        const auto most = object.number("at_most");
        const auto better = object.text("better", most ? "less" : "more");
        if ((better != "more" && better != "less") || (least && most) ||
            (least && better == "less") || (most && better == "more")) {
            fail(json, "a quality has \"at_least\" where more is better, or \"at_most\" where "
                       "less is");
        }
        object.refuse_others();
        problem_.qualities.push_back(
            {name, combine == "sum", better == "more", least ? least : most});
    }

    void read_measured() {
        for (const auto& member : object_.members("measured")) {
            problem_.measured.insert_or_assign(member.key.text(), read_choice(member).second);
        }
    }

    void read_workload() {
        const auto works = object_.optional("workload", Kind::array);
        if (!works) {
            return;
        }
        auto& workload = problem_.workload.emplace();
        for (const auto& element : works->elements()) {
            workload.works.push_back(read_work(element, workload.works));
        }
    }

    Work read_work(const base::LocatedJson& json, const std::vector<Work>& others) const {
        base::LocatedObject object(file_, json, "a piece of work");
        Work work;
        work.instance = instance_named(object.required("instance", Kind::string));
        work.method = object.text("method", "");
        work.name = work.instance + (work.method.empty() ? "" : "." + work.method);
        if (std::any_of(others.begin(), others.end(),
                        [&](const Work& other) { return other.name == work.name; })) {
            fail(json, work.name + " is twice in the workload; name it once, with all inputs");
        }
        const auto inputs = object.required("inputs", Kind::array);
        if (inputs.elements().empty()) {
            fail(inputs, "\"inputs\" is empty; name the values of the calls");
        }
        for (const auto& element : inputs.elements()) {
            work.inputs.push_back(read_input(element));
        }
        object.refuse_others();
        return work;
    }

    InputGroup read_input(const base::LocatedJson& json) const {
        base::LocatedObject object(file_, json, "an input");
        InputGroup group;
        group.count = object.number("count").value_or(1);
        if (!(group.count >= 0)) {
            fail(json, "\"count\" is negative");
        }
        for (const auto& [name, value] : object.members("values")) {
            if (value.kind() == Kind::string) {
                group.texts[name.text()] = value.text();
            } else {
                object.require_kind(value, Kind::number, "\"" + name.text() + "\"");
                group.values[name.text()] = value.number();
            }
        }
        object.refuse_others();
        return group;
    }

    const std::filesystem::path& file_;
    base::LocatedObject object_;
    SelectionProblem problem_;
    std::map<std::string, std::size_t> instances_; // instance to its family
};

} // namespace

SelectionProblem read_selection(const std::filesystem::path& file,
                                const std::vector<std::filesystem::path>& more_models) {
    const auto json = base::parse_located_json(file, base::read_whole_file(file));
    return SelectionReader(file, json, more_models, std::nullopt).read();
}

SelectionProblem parse_selection(const std::filesystem::path& file, std::string_view text,
                                 std::vector<fit::Model> models) {
    const auto json = base::parse_located_json(file, std::string(text));
    return SelectionReader(file, json, {}, std::move(models)).read();
}

} // namespace proxima::select
