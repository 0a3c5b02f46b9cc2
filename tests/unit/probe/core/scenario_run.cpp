#include "scenario_run.hpp"

#include <fcntl.h>
#include <fstream>
#include <iterator>
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
};

// Inclusive times are exclusive times and children, and communication and computation.
void check_times(const rundir::CallGraph& graph) {
    std::vector<double> sums(graph.nodes.size());
    for (std::size_t i = graph.nodes.size(); i-- > 0;) {
        const rundir::Node& node = graph.nodes[i];
        const double inclusive = node.statistics.inclusive_us;
        EXPECT_GE(node.statistics.exclusive_us, 0);
        const double tolerance = 1e-9 * inclusive + 1e-6;
        EXPECT_NEAR(sums[i] + node.statistics.exclusive_us, inclusive, tolerance);
        EXPECT_NEAR(node.statistics.communication_us + node.statistics.computation_us, inclusive,
                    tolerance);
        if (node.parent != rundir::Node::no_parent) {
            sums[node.parent] += inclusive;
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
    : ScenarioRun(arguments, ("output=run," + configuration).c_str(), {}) {
}

ScenarioRun::ScenarioRun(const Arguments& arguments, const char* environment,
                         const fs::path& existing_directory)
    : directory_(existing_directory.empty() ? own_directory_.emplace().path()
                                            : existing_directory) {
    execute(arguments, environment);
}

void ScenarioRun::execute(Arguments arguments, const char* environment) {
    arguments.insert(arguments.begin(),
                     {fs::read_symlink("/proc/self/exe").string(), "--scenario"});
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
            // Avoids the program's own path, which may differ in a new mount namespace.
            execv("/proc/self/exe", pointers.data());
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

rundir::CallGraph ScenarioRun::graph(const std::string& name) const {
    auto graph = rundir::load_call_graph(directory_ / name / "callgraph.json");
    check_times(graph);
    return graph;
}

std::map<std::string, rundir::Statistics> ScenarioRun::rows(const std::string& name) const {
    const rundir::CallGraph graph = this->graph(name);
    std::vector<std::string> paths; // parents first
    std::map<std::string, rundir::Statistics> rows;
    for (const rundir::Node& node : graph.nodes) {
        const bool is_root = node.parent == rundir::Node::no_parent;
        paths.push_back((is_root ? "" : paths[node.parent] + "/") + graph.component(node).name);
        rows[paths.back()] = node.statistics;
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

std::uint64_t ScenarioRun::readable() const {
    std::uint64_t invocations = 0;
    for (const Buffer& buffer : buffers("run", Expect::losses)) {
        invocations += buffer.invocations.size();
    }
    return invocations;
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
