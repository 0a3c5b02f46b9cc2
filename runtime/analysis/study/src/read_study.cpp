#include "study_members.hpp"

#include <proxima/base/error.hpp>
#include <proxima/base/file.hpp>
#include <proxima/base/json.hpp>
#include <proxima/control.hpp>

#include <algorithm>

namespace proxima::study {
namespace {

using base::LocatedJson;
using Kind = LocatedJson::Kind;
using base::LocatedObject;

class StudyReader {
public:
    StudyReader(const std::filesystem::path& file, const LocatedJson& json)
        : file_(file), json_(json), object_(file, json, "a study") {
        study_.file = file;
    }

    Study read() {
        object_.require_format(1);
        read_program();
        read_factors();
        read_questions(file_, json_, object_, study_);
        object_.refuse_others();
        check_placeholders();
        return std::move(study_);
    }

private:
    [[noreturn]] void fail(const char* member, const std::string& problem) const {
        throw base::Error(file_, json_.find(member)->line(), problem);
    }

    void read_program() {
        study_.name = object_.name("name");
        if (!is_plain_name(study_.name)) {
            fail("name", "\"name\" must be made of letters, digits, `_`, `-` and `.`; it names "
                         "the directory of the study");
        }
        study_.assembly = object_.text("assembly", "");
        study_.command = object_.texts("command");
        if (study_.assembly.empty() == study_.command.empty()) {
            object_.fail(json_,
                         "a study needs either \"assembly\" or \"command\"; say what to run");
        }
        study_.components = object_.texts("components");
        if (object_.optional("options", Kind::array)) {
            study_.options = object_.texts("options");
        }
        for (const char* key : {"components", "options"}) {
            if (!study_.is_assembly() && json_.find(key)) {
                fail(key, "\"" + std::string(key) + "\" is for an \"assembly\"; leave it out");
            }
        }
        read_measurement();
        study_.launcher = object_.text("launcher", "");
        study_.repetitions = static_cast<std::size_t>(
            number(object_, "repetitions", static_cast<double>(study_.repetitions), 1, 1e5,
                   "from 1 to 100000"));
        if (object_.optional("seed", Kind::number)) {
            study_.seed = object_.count("seed");
        }
    }

    void read_measurement() {
        study_.measurement = object_.text("measurement", study_.measurement);
        const auto outline = outline_of(study_.measurement);
        if (study_.measurement.find("output=") != std::string::npos) {
            fail("measurement", "\"measurement\" must leave out `output=`: the study says where "
                                "runs go");
        }
        if (!outline.problem.empty()) {
            fail("measurement", "\"measurement\" is not understood: " + outline.problem);
        }
        if (!outline.measures || !outline.records) {
            fail("measurement", "\"measurement\" records no calls, and models are made of records; "
                                "take on, records=all or records=every:100");
        }
    }

    std::vector<std::string> values_of(const LocatedJson& json, const std::string& name) const {
        std::vector<std::string> values;
        if (json.kind() != Kind::array) {
            values.push_back(value_of(object_, json, name));
        }
        for (const auto& element : json.elements()) {
            const auto value = value_of(object_, element, name);
            if (std::find(values.begin(), values.end(), value) != values.end()) {
                object_.fail(element, "\"" + name + "\" has " + value + " twice; keep one of them");
            }
            values.push_back(value);
        }
        if (values.empty()) {
            object_.fail(json, "\"" + name + "\" has no value; give one");
        }
        check_ranks(json, name, values);
        return values;
    }

    void check_ranks(const LocatedJson& json, const std::string& name,
                     const std::vector<std::string>& values) const {
        for (const auto& value : values) {
            const bool is_whole = value.size() < 9 && value.front() != '0' &&
                                  value.find_first_not_of("0123456789") == std::string::npos;
            if (name == "ranks" && !is_whole) {
                object_.fail(json, "\"ranks\" must be whole numbers above 0, not " + value);
            }
        }
    }

    void add_factor(const std::string& name, const LocatedJson& json, bool is_implementation) {
        const auto& others = built_in_placeholders;
        const bool is_built_in = std::find(others.begin(), others.end(), name) != others.end();
        if (study_.factor(name) != nullptr || (is_built_in && name != "ranks")) {
            object_.fail(json, "`" + name + "` has a meaning already; take another name");
        }
        study_.factors.push_back({name, values_of(json, name), is_implementation, json.line()});
    }

    void read_factors() {
        for (const auto& [name, json] : object_.members("parameters")) {
            if (name.text() == "ranks") {
                object_.fail(json, "\"ranks\" is a member of the study, beside \"parameters\"");
            }
            add_factor(name.text(), json, false);
        }
        if (const auto ranks = json_.find("ranks")) {
            object_.optional("ranks", ranks->kind());
            add_factor("ranks", *ranks, false);
            study_.launcher = !json_.find("launcher") ? "mpirun -n {ranks}" : study_.launcher;
        }
        for (const auto& [name, json] : object_.members("implementations")) {
            add_factor(name.text(), json, true);
        }
        for (const auto& json : object_.elements("cases")) {
            read_case(json);
        }
        if (study_.cases.empty()) {
            study_.cases.emplace_back();
        }
        for (const auto& json : object_.elements("forbidden")) {
            read_forbidden(json);
        }
    }

    void read_case(const LocatedJson& json) {
        object_.require_kind(json, Kind::object, "a case");
        Case made;
        for (const auto& [key, values] : json.members()) {
            const auto* factor = study_.factor(key.text());
            if (factor == nullptr) {
                object_.fail(values, "`" + key.text() +
                                         "` is neither a parameter nor an instance "
                                         "with implementations of this study");
            }
            made[key.text()] = values_of(values, key.text());
            for (const auto& value : made[key.text()]) {
                require_implementation(*factor, values, value);
            }
        }
        study_.cases.push_back(std::move(made));
    }

    void require_implementation(const StudyFactor& factor, const LocatedJson& json,
                                const std::string& value) const {
        if (factor.is_implementation &&
            std::find(factor.values.begin(), factor.values.end(), value) == factor.values.end()) {
            object_.fail(json,
                         "`" + value + "` is not one of the implementations of " + factor.name);
        }
    }

    // Reads `{"producer": "Columns", "solver": "RowSolver"}`.
    void read_forbidden(const LocatedJson& json) {
        object_.require_kind(json, Kind::object, "a forbidden pair");
        Settings pair;
        for (const auto& [key, value] : json.members()) {
            const auto* factor = study_.factor(key.text());
            if (factor == nullptr || !factor->is_implementation) {
                object_.fail(value, "`" + key.text() + "` is not an instance with implementations");
            }
            object_.require_kind(value, Kind::string, "\"" + key.text() + "\"");
            require_implementation(*factor, value, value.text());
            pair.emplace_back(key.text(), value.text());
        }
        if (pair.size() != 2) {
            object_.fail(json, "a forbidden pair names two instances and their implementations");
        }
        study_.forbidden.emplace_back(pair.front(), pair.back());
    }

    // Throws for an unknown placeholder, and for a factor that is not used.
    void check_placeholders() {
        Settings values;
        std::string names;
        for (const auto& name : built_in_placeholders) {
            values.emplace_back(name, "");
            names += (names.empty() ? "" : ", ") + name;
        }
        for (const auto& factor : study_.factors) {
            values.emplace_back(factor.name, "");
            names += ", " + factor.name;
        }
        std::string all;
        const auto look = [&](const std::string& text, const char* member) {
            try {
                filled_in(text, values);
            } catch (const std::out_of_range& unknown) {
                fail(member, "`{" + std::string(unknown.what()) +
                                 "}` is not a parameter of this study; there are " + names);
            }
            all += text;
        };
        look(study_.assembly, "assembly");
        look(study_.launcher, "launcher");
        for (const auto& [texts, member] :
             {std::pair(&study_.command, "command"), std::pair(&study_.components, "components"),
              std::pair(&study_.options, "options")}) {
            for (const auto& text : *texts) {
                look(text, member);
            }
        }
        for (const auto& factor : study_.factors) {
            const bool sets_something =
                study_.is_assembly() && (factor.is_implementation || factor.is_of_component());
            if (!sets_something && all.find("{" + factor.name + "}") == std::string::npos) {
                throw base::Error(file_, factor.line,
                                  "`" + factor.name + "` changes nothing: write {" + factor.name +
                                      "} where it belongs");
            }
        }
    }

    const std::filesystem::path& file_;
    LocatedJson json_;
    LocatedObject object_;
    Study study_;
};

} // namespace

Study parse_study(const std::filesystem::path& file, const std::string& text) {
    const auto json = base::parse_located_json(file, text);
    return StudyReader(file, json).read();
}

Study read_study(const std::filesystem::path& file) {
    return parse_study(file, base::read_whole_file(file));
}

} // namespace proxima::study
