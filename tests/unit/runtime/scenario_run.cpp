#include "scenario_run.hpp"

#include <cstdio>
#include <fcntl.h>
#include <fstream>
#include <iterator>
#include <set>
#include <sys/wait.h>
#include <unistd.h>

namespace fs = std::filesystem;
namespace rundir = proxima::rundir;

namespace {

std::map<std::string, int (*)(const Arguments&)>& scenarios() {
    static std::map<std::string, int (*)(const Arguments&)> all;
    return all;
}

std::string path_of(const rundir::Thread& thread, std::size_t number) {
    const rundir::CallPath& path = thread.call_paths[number];
    const std::string name = path.instance + "." + thread.method(path).name;
    return path.parent == rundir::CallPath::no_parent ? name
                                                      : path_of(thread, path.parent) + "/" + name;
}

class BufferReader : public rundir::RecordVisitor {
public:
    std::vector<Buffer> buffers;

    void begin_thread(const rundir::Thread&) override { buffers.emplace_back(); }
    void records(const rundir::Thread& thread, const rundir::Record* first,
                 std::size_t count) override {
        for (const rundir::Record* record = first; record != first + count; ++record) {
            const std::size_t words = thread.method(*record).parameter_words;
            buffers.back().invocations.push_back(
                {path_of(thread, record->call_path),
                 thread.number,
                 record->start_ns,
                 record->duration_ns,
                 record->communication_ns,
                 {record->parameters, record->parameters + words}});
        }
    }
    void statistics(const rundir::Thread& thread, const rundir::BinStatistics* first,
                    std::size_t count) override {
        for (const rundir::BinStatistics* bin = first; bin != first + count; ++bin) {
            buffers.back().statistics[{path_of(thread, bin->call_path), bin->bin}] = bin->durations;
        }
    }
    void mpi_calls(const rundir::Thread& thread,
                   const std::vector<std::uint64_t>& of_call_paths) override {
        for (std::size_t path = 0; path < of_call_paths.size(); ++path) {
            if (of_call_paths[path] != 0) {
                buffers.back().mpi_calls[path_of(thread, path)] = of_call_paths[path];
            }
        }
    }
    void end_thread(const rundir::Thread& thread) override {
        for (std::size_t path = 0; path < thread.call_paths.size(); ++path) {
            buffers.back().methods[path_of(thread, path)] = thread.method(thread.call_paths[path]);
        }
    }
};

// The graph is a forest with consecutive ids.
void check_tree(const nlohmann::json& graph) {
    std::set<int> ids;
    std::set<int> children;
    for (const auto& tree : graph["graph"]) {
        for (const auto& [id, node] : tree.items()) {
            EXPECT_TRUE(ids.insert(std::stoi(id)).second) << "id " << id << " twice";
            for (const int child : node["children"]) {
                EXPECT_GT(child, std::stoi(id));
                EXPECT_TRUE(children.insert(child).second) << child << " has two parents";
                EXPECT_TRUE(tree.contains(std::to_string(child)));
            }
        }
    }
    EXPECT_EQ(ids.size() - children.size(), graph["graph"].size()) << "one root per tree";
    EXPECT_EQ(graph["dataframe"].size(), ids.size());
}

// Inclusive times are exclusive times and children, and communication and computation.
void check_times(const nlohmann::json& graph) {
    std::map<int, nlohmann::json> rows;
    for (const auto& row : graph["dataframe"]) {
        rows[row["node"]] = row;
    }
    for (const auto& tree : graph["graph"]) {
        for (const auto& [id, node] : tree.items()) {
            const auto& row = rows.at(std::stoi(id));
            EXPECT_EQ(row["name"], node["data"]["name"]);
            const double inclusive = row["time (inc)"];
            double sum = row["time"];
            EXPECT_GE(sum, 0);
            for (const int child : node["children"]) {
                sum += rows.at(child)["time (inc)"].get<double>();
            }
            const double parts =
                row["communication"].get<double>() + row["computation"].get<double>();
            EXPECT_NEAR(sum, inclusive, 1e-9 * inclusive + 1e-6);
            EXPECT_NEAR(parts, inclusive, 1e-9 * inclusive + 1e-6);
        }
    }
}

} // namespace

Scenario::Scenario(const char* name, int (*run)(const Arguments&)) {
    scenarios()[name] = run;
}

std::uint64_t Buffer::counted_calls() const {
    std::uint64_t calls = 0;
    for (const auto& [bin, durations] : statistics) {
        calls += durations.calls();
    }
    return calls;
}

ScenarioRun::ScenarioRun(const Arguments& arguments, const std::string& configuration)
    : directory_(make_temporary_directory()) {
    execute(arguments, ("output=run," + configuration).c_str());
}

ScenarioRun::ScenarioRun(const Arguments& arguments, const char* environment,
                         const fs::path& existing_directory)
    : directory_(existing_directory.empty() ? make_temporary_directory() : existing_directory),
      owns_directory_(existing_directory.empty()) {
    execute(arguments, environment);
}

ScenarioRun::~ScenarioRun() {
    std::error_code ignored;
    if (owns_directory_) {
        fs::remove_all(directory_, ignored);
    }
}

void ScenarioRun::execute(Arguments arguments, const char* environment) {
    if (arguments.at(0)[0] != '/') {
        arguments.insert(arguments.begin(),
                         {fs::read_symlink("/proc/self/exe").string(), "--scenario"});
    }
    std::vector<char*> pointers;
    for (std::string& argument : arguments) {
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
        // Sanitizers ignore signals, and threads that run at exit.
        setenv("TSAN_OPTIONS",
               "handle_segv=0 handle_abort=0 report_signal_unsafe=0 report_thread_leaks=0", 1);
        setenv("ASAN_OPTIONS", "handle_segv=0 handle_abort=0", 1);
        if (chdir(directory_.c_str()) == 0) {
            execv(pointers[0], pointers.data());
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
    auto graph = nlohmann::json::parse(read_file(directory_ / name / "callgraph.json"));
    check_tree(graph);
    check_times(graph);
    return graph;
}

std::map<std::string, Row> ScenarioRun::rows(const std::string& name) const {
    const nlohmann::json graph = this->graph(name);
    std::map<int, std::string> paths;
    for (const auto& tree : graph["graph"]) {
        std::map<int, nlohmann::json> nodes; // parents first
        for (const auto& [id, node] : tree.items()) {
            nodes[std::stoi(id)] = node;
        }
        for (const auto& [id, node] : nodes) {
            paths[id] += node["data"]["name"];
            for (const int child : node["children"]) {
                paths[child] = paths[id] + "/";
            }
        }
    }
    std::map<std::string, Row> rows;
    for (const auto& row : graph["dataframe"]) {
        rows[paths.at(row["node"])] = {row["calls"], row["time"], row["time (inc)"], row};
    }
    return rows;
}

std::vector<Buffer> ScenarioRun::buffers(const std::string& name, Expect expect) const {
    BufferReader reader;
    const auto outcome =
        rundir::read_records(rundir::RunDirectory::open(directory_ / name), reader);
    for (const std::string& problem : outcome.problems) {
        const bool is_loss = problem.find("no end mark") != std::string::npos ||
                             problem.find("invocations are missing") != std::string::npos;
        EXPECT_TRUE(is_loss && expect == Expect::losses) << problem;
    }
    return std::move(reader.buffers);
}

fs::path make_temporary_directory() {
    std::string name = (fs::temp_directory_path() / "proxima-test-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) {
        throw std::runtime_error("cannot make " + name);
    }
    return name;
}

std::string read_file(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

int main(int count, char** arguments) {
    if (count > 2 && std::string(arguments[1]) == "--scenario") {
        return scenarios().at(arguments[2])(Arguments(arguments + 3, arguments + count));
    }
    testing::InitGoogleTest(&count, arguments);
    return RUN_ALL_TESTS();
}
