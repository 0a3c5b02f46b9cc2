#include "scenario_run.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fcntl.h>
#include <fstream>
#include <iterator>
#include <set>
#include <sys/wait.h>
#include <unistd.h>

namespace fs = std::filesystem;

namespace {

fs::path make_directory() {
    std::string name = (fs::temp_directory_path() / "proxima-test-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) {
        throw std::runtime_error("cannot make " + name);
    }
    return name;
}

} // namespace

ScenarioRun::ScenarioRun(const std::vector<std::string>& arguments,
                         const std::string& configuration)
    : ScenarioRun(PROXIMA_SCENARIO, arguments, configuration) {
}

ScenarioRun::ScenarioRun(const std::string& program, const std::vector<std::string>& arguments,
                         const std::string& configuration)
    : directory_(make_directory()) {
    execute(program, arguments, ("output=run," + configuration).c_str());
}

ScenarioRun::ScenarioRun(const std::vector<std::string>& arguments, const char* environment,
                         const fs::path& existing_directory)
    : directory_(existing_directory.empty() ? make_directory() : existing_directory),
      owns_directory_(existing_directory.empty()) {
    execute(PROXIMA_SCENARIO, arguments, environment);
}

ScenarioRun::~ScenarioRun() {
    std::error_code ignored;
    if (owns_directory_) {
        fs::remove_all(directory_, ignored);
    }
}

void ScenarioRun::execute(const std::string& program, const std::vector<std::string>& arguments,
                          const char* environment) {
    std::vector<std::string> all{program};
    all.insert(all.end(), arguments.begin(), arguments.end());
    std::vector<char*> pointers;
    for (std::string& argument : all) {
        pointers.push_back(argument.data());
    }
    pointers.push_back(nullptr);
    const fs::path error_file = directory_ / "stderr";
    const pid_t child = fork();
    if (child == 0) {
        const int error = open(error_file.c_str(), O_CREAT | O_TRUNC | O_WRONLY, 0600);
        dup2(error, STDERR_FILENO);
        close(error);
        environment == nullptr ? unsetenv("PROXIMA") : setenv("PROXIMA", environment, 1);
        // Sanitizers are to leave signals alone, and threads that are running at exit.
        setenv("TSAN_OPTIONS",
               "handle_segv=0 handle_abort=0 report_signal_unsafe=0 report_thread_leaks=0", 1);
        setenv("ASAN_OPTIONS", "handle_segv=0 handle_abort=0", 1);
        if (chdir(directory_.c_str()) == 0) {
            execv(all[0].c_str(), pointers.data());
        }
        _exit(127);
    }
    waitpid(child, &status_, 0);
    output_ = read_file(error_file);
}

std::vector<std::string> ScenarioRun::children() const {
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(directory_)) {
        const std::string name = entry.path().filename();
        if (name.rfind("run.child-", 0) == 0) {
            names.push_back(name);
        }
    }
    return names;
}

nlohmann::json ScenarioRun::info(const std::string& name) const {
    return nlohmann::json::parse(read_file(directory_ / name / "run.json"));
}

nlohmann::json ScenarioRun::graph(const std::string& name) const {
    return nlohmann::json::parse(read_file(directory_ / name / "callgraph.json"));
}

std::map<std::string, Row> ScenarioRun::rows(const std::string& name) const {
    const nlohmann::json graph = this->graph(name);
    expect_sound(graph);
    std::map<int, std::string> paths;
    for (const auto& tree : graph["graph"]) {
        std::map<int, nlohmann::json> nodes;
        for (const auto& [id, node] : tree.items()) {
            nodes[std::stoi(id)] = node;
        }
        for (const auto& [id, node] : nodes) { // parents come first
            const std::string here = node["data"]["name"];
            const std::string path = paths.count(id) == 0 ? here : paths[id] + "/" + here;
            paths[id] = path;
            for (const int child : node["children"]) {
                paths[child] = paths[id];
            }
        }
    }
    std::map<std::string, Row> rows;
    for (const auto& row : graph["dataframe"]) {
        rows[paths.at(row["node"])] = {row["calls"], row["time"], row["time (inc)"], row};
    }
    return rows;
}

std::vector<recorded::Buffer> ScenarioRun::buffers(const std::string& name,
                                                   recorded::Expect expect) const {
    return recorded::buffers_of(directory_ / name, expect);
}

std::string read_file(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

void expect_sound(const nlohmann::json& graph) {
    std::map<int, nlohmann::json> nodes;
    std::set<int> children;
    for (const auto& tree : graph["graph"]) {
        int roots = 0;
        for (const auto& [id, node] : tree.items()) {
            EXPECT_TRUE(nodes.emplace(std::stoi(id), node).second) << "id " << id << " twice";
            for (const int child : node["children"]) {
                EXPECT_GT(child, std::stoi(id));
                EXPECT_TRUE(children.insert(child).second)
                    << "node " << child << " has two parents";
                EXPECT_TRUE(tree.contains(std::to_string(child)));
            }
        }
        for (const auto& [id, node] : tree.items()) {
            roots += children.count(std::stoi(id)) == 0 ? 1 : 0;
        }
        EXPECT_EQ(roots, 1);
    }
    std::map<int, nlohmann::json> rows;
    for (const auto& row : graph["dataframe"]) {
        EXPECT_TRUE(rows.emplace(row["node"], row).second);
        EXPECT_EQ(row["name"], nodes.at(row["node"])["data"]["name"]);
    }
    EXPECT_EQ(rows.size(), nodes.size());
    for (const auto& [id, node] : nodes) {
        double sum = rows.at(id)["time"];
        EXPECT_GE(sum, 0);
        for (const int child : node["children"]) {
            sum += rows.at(child)["time (inc)"].get<double>();
        }
        const double inclusive = rows.at(id)["time (inc)"];
        EXPECT_NEAR(sum, inclusive, 1e-9 * inclusive + 1e-6);
        const double parts =
            rows.at(id)["communication"].get<double>() + rows.at(id)["computation"].get<double>();
        EXPECT_NEAR(parts, inclusive, 1e-9 * inclusive + 1e-6);
    }
}
