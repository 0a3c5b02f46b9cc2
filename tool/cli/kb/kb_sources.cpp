#include "kb/kb_sources.hpp"

#include "assembly/assembly.hpp"

#include <proxima/model/error.hpp>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>
#include <system_error>

namespace proxima::cli {
namespace {

/// The keys of the outermost object, without keeping what they hold.
class TopKeys : public nlohmann::json_sax<nlohmann::json> {
public:
    std::set<std::string> keys;

    bool null() override { return true; }
    bool boolean(bool) override { return true; }
    bool number_integer(number_integer_t) override { return true; }
    bool number_unsigned(number_unsigned_t) override { return true; }
    bool number_float(number_float_t, const string_t&) override { return true; }
    bool string(string_t&) override { return true; }
    bool binary(binary_t&) override { return true; }
    bool start_object(std::size_t) override { return open(); }
    bool key(string_t& name) override {
        if (depth_ == 1) {
            keys.insert(name);
        }
        return true;
    }
    bool end_object() override { return close(); }
    bool start_array(std::size_t) override { return open(); }
    bool end_array() override { return close(); }
    bool parse_error(std::size_t, const std::string&, const nlohmann::detail::exception&) override {
        return false;
    }

private:
    bool open() {
        ++depth_;
        return true;
    }
    bool close() {
        --depth_;
        return true;
    }

    int depth_ = 0;
};

SourceKind kind_of_json(const std::string& file) {
    std::ifstream stream(file, std::ios::binary);
    TopKeys top;
    nlohmann::json::sax_parse(stream, &top, nlohmann::json::input_format_t::json, false);
    const auto has = [&](const char* key) { return top.keys.count(key) == 1; };
    if (has("families")) {
        return SourceKind::selection;
    }
    if (has("assembly") && has("mean_us")) {
        return SourceKind::answer;
    }
    if (has("components")) {
        return SourceKind::assembly;
    }
    return SourceKind::models; // whose reader says what is wrong, and where
}

} // namespace

SourceKind kind_of_source(const std::string& source) {
    const std::filesystem::path path(source);
    std::error_code error;
    if (!std::filesystem::exists(path, error)) {
        throw model::Error(path, "there is no such file or directory; check its name");
    }
    const auto name = path.filename();
    if (std::filesystem::is_directory(path, error) || name == "run.json" ||
        name == "callgraph.json") {
        return SourceKind::run;
    }
    if (!std::filesystem::is_regular_file(path, error)) { // what it is needs a second reading
        throw model::Error(path, "is a pipe or a device; name a file");
    }
    if (path.extension() == ".rc") {
        return SourceKind::assembly;
    }
    if (path.extension() != ".json") {
        throw model::Error(path, "is no run directory, and neither .json (models, a selection, "
                                 "its answer, an assembly) nor .rc; see proxima kb add --help");
    }
    return kind_of_json(source);
}

knowledge::Assembly read_assembly_source(const std::string& file, const std::string& name) {
    const auto wiring = assembly::wiring_of(assembly::read_assembly(file));
    if (wiring.instances.empty()) {
        throw assembly::AssemblyError({file, 0}, "the assembly makes no instance; name another");
    }
    knowledge::Assembly made;
    made.name = name;
    for (const auto& instance : wiring.instances) {
        made.implementations[instance.instance] = instance.class_name;
    }
    for (const auto& wire : wiring.wires) {
        made.connections.push_back(
            {wire.user.instance, wire.user.port, wire.provider.instance, wire.provider.port});
    }
    return made;
}

} // namespace proxima::cli
