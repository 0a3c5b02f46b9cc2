#include "json/located_object.hpp"
#include "selection/read_interactions.hpp"
#include "selection/read_quality_rule.hpp"
#include "selection/read_workload.hpp"

#include <proxima/model/error.hpp>
#include <proxima/model/model_file.hpp>
#include <proxima/model/selection.hpp>
#include <proxima/model/whole_file.hpp>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace proxima::model {
namespace {

using Kind = LocatedJson::Kind;

class SelectionReader {
public:
    /// `models` are those that other files have; without, the files are read.
    SelectionReader(const std::filesystem::path& file, const LocatedJson& json,
                    const std::vector<std::filesystem::path>& more_models,
                    std::optional<std::vector<Model>> models)
        : file_(file), object_(file, json, "a selection"), reads_files_(!models) {
        problem_.file = file;
        if (object_.count("format") != 1) {
            object_.fail(json, "this selection names no \"format\" that is known; write 1");
        }
        auto files = more_models;
        for (const auto& name : object_.texts("models")) {
            files.push_back(file_.parent_path() / name);
        }
        models ? take_models(std::move(*models)) : read_models(files);
    }

    SelectionProblem read() {
        const auto& families = object_.required("families", Kind::array);
        for (const auto& family : families.elements) {
            read_family(family);
        }
        if (problem_.families.empty()) {
            object_.fail(families, "there is nothing to select; name a family");
        }
        read_interactions();
        read_qualities();
        problem_.workload = read_workload(file_, object_, problem_.families);
        object_.refuse_others();
        return std::move(problem_);
    }

private:
    void read_models(const std::vector<std::filesystem::path>& files) {
        std::vector<Model> all;
        for (const auto& file : files) {
            auto models = model::read_models(file);
            std::move(models.begin(), models.end(), std::back_inserter(all));
        }
        take_models(std::move(all));
    }

    void take_models(std::vector<Model> models) {
        problem_.models = std::move(models);
        for (std::size_t i = 0; i < problem_.models.size(); ++i) {
            models_.emplace(problem_.models[i].implementation, i);
        }
    }

    void read_family(const LocatedJson& json) {
        LocatedObject object(file_, json, "a family");
        Family family;
        family.name = object.name("name");
        if (!families_.insert(family.name).second) {
            object.fail(json, "there are two families " + family.name +
                                  "; give each a name of its own, or one all their instances");
        }
        const auto port = object.text("port", "");
        family.instances = object.texts("instances");
        if (family.instances.empty()) {
            family.instances.push_back(family.name);
        }
        for (const auto& instance : family.instances) {
            if (!instances_.insert(instance).second) {
                object.fail(json,
                            "the instance " + instance + " is in two families; name it in one");
            }
        }
        std::set<std::string> names;
        std::optional<std::set<std::string>> shared;
        if (!port.empty()) {
            shared = {port};
        }
        for (const auto& element : object.required("implementations", Kind::array).elements) {
            read_implementation(element, family, names, shared);
        }
        if (family.implementations.empty()) {
            object.fail(json, "the family " + family.name +
                                  " has no implementations; name those that may be taken");
        }
        object.refuse_others();
        problem_.families.push_back(std::move(family));
    }

    void read_implementation(const LocatedJson& json, Family& family, std::set<std::string>& names,
                             std::optional<std::set<std::string>>& shared) {
        Implementation made;
        made.line = json.line;
        std::set<std::string> ports;
        if (json.kind == Kind::string) {
            made.name = json.text;
            if (made.name.empty()) {
                throw Error(file_, json.line, "the name of an implementation is empty; write one");
            }
        } else {
            LocatedObject object(file_, json, "an implementation");
            made.name = object.name("name");
            made.model_name = object.text("model", "");
            made.class_name = object.text("class", "");
            const auto named = object.texts("ports");
            ports.insert(named.begin(), named.end());
            made.inputs = numbers(object, "inputs");
            made.quality = numbers(object, "quality");
            object.refuse_others();
        }
        made.model_name = made.model_name.empty() ? made.name : made.model_name;
        made.class_name = made.class_name.empty() ? made.model_name : made.class_name;
        require_known(json, made);
        if (!names.insert(made.name).second) {
            throw Error(file_, json.line,
                        made.name + " is twice in the family " + family.name + "; name it once");
        }
        const auto [first, last] = models_.equal_range(made.model_name);
        for (auto at = first; at != last; ++at) {
            const auto& model = problem_.models[at->second];
            made.quality.insert(model.quality.begin(), model.quality.end());
            if (!model.port.empty()) {
                ports.insert(model.port);
            }
        }
        share_port(json, family, made.name, ports, shared);
        family.implementations.push_back(std::move(made));
    }

    static std::map<std::string, double> numbers(LocatedObject& object, const std::string& key) {
        std::map<std::string, double> named;
        if (const auto* values = object.optional(key, Kind::object)) {
            for (const auto& [name, value] : values->members) {
                object.require_kind(value, Kind::number, "\"" + name.text + "\"");
                named[name.text] = value.number;
            }
        }
        return named;
    }

    static bool knows_input(const Model& model, const std::string& name) {
        const auto names_it = [&](const auto& one) { return one.parameter == name; };
        return std::any_of(model.inputs.begin(), model.inputs.end(), names_it) ||
               std::any_of(model.conditions.begin(), model.conditions.end(), names_it) ||
               std::count(model.dropped.begin(), model.dropped.end(), name) > 0;
    }

    /// An input that no model knows, not even as one that does not matter, is misspelt.
    void require_known(const LocatedJson& json, const Implementation& implementation) const {
        for (const auto& input : implementation.inputs) {
            const auto knows = [&](const Model& model) {
                return model.implementation == implementation.model_name &&
                       knows_input(model, input.first);
            };
            if (std::none_of(problem_.models.begin(), problem_.models.end(), knows)) {
                throw Error(file_, json.line,
                            "no model of " + implementation.model_name + " has the input `" +
                                input.first + "`; correct it, or take it out of \"inputs\"");
            }
        }
    }

    /// Who is known to provide ports must provide one that all others provide.
    void share_port(const LocatedJson& json, const Family& family, const std::string& name,
                    const std::set<std::string>& ports,
                    std::optional<std::set<std::string>>& shared) const {
        if (ports.empty()) {
            return;
        }
        if (!shared) {
            shared = ports;
            return;
        }
        std::set<std::string> common;
        std::set_intersection(shared->begin(), shared->end(), ports.begin(), ports.end(),
                              std::inserter(common, common.end()));
        if (common.empty()) {
            throw Error(file_, json.line,
                        name + " provides " + *ports.begin() + ", and the family " + family.name +
                            " is of " + *shared->begin() +
                            ": they share no port; take it out of the family");
        }
        shared = common;
    }

    void read_interactions() {
        InteractionReader reader(problem_.families);
        if (const auto* list = object_.optional("interactions", Kind::array)) {
            reader.read(file_, *list);
        }
        for (const auto& name : object_.texts("interactions_from")) {
            if (reads_files_) {
                reader.read_file(file_.parent_path() / name);
            }
        }
        problem_.interactions = reader.take();
    }

    void read_qualities() {
        const auto* rules = object_.optional("quality", Kind::object);
        for (std::size_t i = 0; rules != nullptr && i < rules->members.size(); ++i) {
            problem_.qualities.push_back(read_quality_rule(file_, rules->members[i]));
        }
    }

    const std::filesystem::path& file_;
    LocatedObject object_;
    bool reads_files_;
    SelectionProblem problem_;
    std::set<std::string> instances_;
    std::set<std::string> families_;
    std::multimap<std::string, std::size_t> models_; ///< by implementation
};

} // namespace

SelectionProblem read_selection(const std::filesystem::path& file,
                                const std::vector<std::filesystem::path>& more_models) {
    const auto text = read_whole_file(file);
    const auto json = parse_located_json(file, text);
    return SelectionReader(file, json, more_models, std::nullopt).read();
}

SelectionProblem parse_selection(const std::filesystem::path& file, std::string_view text,
                                 std::vector<Model> models) {
    const auto json = parse_located_json(file, text);
    return SelectionReader(file, json, {}, std::move(models)).read();
}

} // namespace proxima::model
