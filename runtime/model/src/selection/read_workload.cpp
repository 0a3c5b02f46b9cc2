#include "selection/read_workload.hpp"

#include "selection/family_names.hpp"

#include <set>
#include <string>

namespace proxima::model {
namespace {

using Kind = LocatedJson::Kind;

InputGroup read_input(const std::filesystem::path& file, const LocatedJson& json) {
    LocatedObject object(file, json, "an input");
    InputGroup group;
    group.count = object.number("count").value_or(1);
    if (!(group.count >= 0)) {
        object.fail(json, "\"count\" is negative");
    }
    if (const auto* values = object.optional("values", Kind::object)) {
        for (const auto& [name, value] : values->members) {
            if (value.kind == Kind::string) {
                group.texts[name.text] = value.text;
            } else {
                object.require_kind(value, Kind::number, "\"" + name.text + "\"");
                group.values[name.text] = value.number;
            }
        }
    }
    object.refuse_others();
    return group;
}

Work read_work(const std::filesystem::path& file, const LocatedJson& json,
               const std::vector<Family>& families, std::set<std::string>& names) {
    LocatedObject object(file, json, "a piece of work");
    Work work;
    work.instance = instance_named(families, file, object.required("instance", Kind::string));
    work.method = object.text("method", "");
    work.name = work.instance + (work.method.empty() ? "" : "." + work.method);
    if (!names.insert(work.name).second) {
        object.fail(json, work.name + " is twice in the workload; name it once, with all inputs");
    }
    const auto& inputs = object.required("inputs", Kind::array);
    if (inputs.elements.empty()) {
        object.fail(inputs, "\"inputs\" is empty; name the values of the calls");
    }
    for (const auto& element : inputs.elements) {
        work.inputs.push_back(read_input(file, element));
    }
    object.refuse_others();
    return work;
}

CallCount read_calls(const std::filesystem::path& file, const LocatedJson& json,
                     const std::vector<Family>& families) {
    LocatedObject object(file, json, "a number of calls");
    CallCount calls;
    calls.from = instance_named(families, file, object.required("from", Kind::string));
    calls.to = instance_named(families, file, object.required("to", Kind::string));
    calls.calls = static_cast<double>(object.count("calls"));
    object.refuse_others();
    return calls;
}

} // namespace

std::optional<Workload> read_workload(const std::filesystem::path& file, LocatedObject& selection,
                                      const std::vector<Family>& families) {
    const auto* works = selection.optional("workload", Kind::array);
    const auto* calls = selection.optional("calls", Kind::array);
    if (works == nullptr) {
        if (calls != nullptr && !calls->elements.empty()) {
            selection.fail(calls->elements.front(),
                           "\"calls\" belong to a \"workload\"; else they are those of the run");
        }
        return std::nullopt;
    }
    Workload workload;
    std::set<std::string> names;
    for (const auto& element : works->elements) {
        workload.works.push_back(read_work(file, element, families, names));
    }
    for (std::size_t i = 0; calls != nullptr && i < calls->elements.size(); ++i) {
        workload.calls.push_back(read_calls(file, calls->elements[i], families));
    }
    return workload;
}

} // namespace proxima::model
