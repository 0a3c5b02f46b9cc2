#include "call_graph.hpp"
#include "records.hpp"
#include "sample_run.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <functional>
#include <map>
#include <ostream>
#include <sstream>
#include <string>
#include <vector>

namespace {

using sample_test::Record;
using sample_test::run;

const std::filesystem::path assemblies = VALIDATION_ASSEMBLIES;
const std::string proxima_run =
    std::string(PROXIMA_TOOL) + " run --path '" + VALIDATION_COMPONENTS + "' ";
constexpr double microseconds = 100.0; // for each unit of the models

const std::map<std::string, std::vector<double>> inputs{
    {"below", {0.8, 1.0, 1.2, 1.4, 1.6, 1.8}},
    {"above", {2.5, 3.0, 3.5, 4.0, 4.5, 5.0}},
    {"mix", {0.8, 1.4, 2.0, 3.0, 4.0, 5.0, 6.0}},
};

const std::map<std::string, std::function<double(double)>> models{
    {"A1", [](double x) { return 2.0 * x; }},   {"A2", [](double x) { return x * x; }},
    {"B1", [](double x) { return x * x * x; }}, {"B2", [](double x) { return 2.0 * x * x; }},
    {"C", [](double) { return 0.02; }},         {"D", [](double) { return 0.02; }},
};

// One of the sample's assemblies with these implementations of A and B.
struct Assembly {
    std::string inputs;
    std::string a;
    std::string b;
    std::string waiting = "spin";
    std::uint64_t rounds = 3;

    std::string class_of(const std::string& instance) const {
        return instance == "a" ? a : instance == "b" ? b : instance == "c" ? "C" : "D";
    }
};

std::ostream& operator<<(std::ostream& stream, const Assembly& assembly) {
    return stream << assembly.inputs << "_" << assembly.a << "_" << assembly.b << "_"
                  << assembly.waiting;
}

void replace(std::string& text, const std::string& from, const std::string& to) {
    const std::size_t found = text.find(from);
    ASSERT_NE(found, std::string::npos) << from;
    text.replace(found, from.size(), to);
}

// The script of the assembly in `directory`.
std::string script(const Assembly& assembly, const std::filesystem::path& directory) {
    std::ifstream file(assemblies / (assembly.inputs + ".rc"));
    std::stringstream content;
    content << file.rdbuf();
    std::string text = content.str();
    replace(text, "instantiate A1 a", "instantiate " + assembly.a + " a");
    replace(text, "instantiate B1 b", "instantiate " + assembly.b + " b");
    for (const std::string instance : {"a", "b", "c", "d"}) {
        replace(text, "go driver go",
                "parameters " + instance + " parameters waiting " + assembly.waiting +
                    "\ngo driver go");
    }
    replace(text, "go driver go",
            "parameters driver parameters rounds " + std::to_string(assembly.rounds) +
                "\ngo driver go");
    std::ofstream(directory / "assembly.rc") << text;
    return "assembly.rc";
}

// A line that the driver prints.
struct Call {
    std::string instance;
    double x = 0.0;
    double model = 0.0;  // all in microseconds
    double inside = 0.0; // by the component's own clock
    double around = 0.0; // by its caller's
};

std::vector<Call> calls_of(const std::string& output) {
    std::vector<Call> calls;
    std::istringstream lines(output);
    for (std::string line; std::getline(lines, line);) {
        std::replace(line.begin(), line.end(), ',', ' ');
        std::istringstream words(line);
        Call call;
        if (words >> call.instance >> call.x >> call.model >> call.inside >> call.around) {
            calls.push_back(call);
        }
    }
    return calls;
}

std::vector<Call> of_instance(const std::vector<Call>& calls, const std::string& instance) {
    std::vector<Call> selected;
    std::copy_if(calls.begin(), calls.end(), std::back_inserter(selected),
                 [&](const Call& call) { return call.instance == instance; });
    return selected;
}

std::vector<Call> measure(const Assembly& assembly, const std::filesystem::path& directory) {
    const auto outcome =
        run(proxima_run + script(assembly, directory) + " --measure all -o run", directory, "");
    EXPECT_EQ(outcome.status, 0) << outcome.output;
    return calls_of(outcome.output);
}

// What the driver must have printed: each input goes through A, with D, through B, with D, and
// through C.
void expect_calls(const std::vector<Call>& calls, const Assembly& assembly) {
    const std::vector<double>& xs = inputs.at(assembly.inputs);
    const std::vector<std::string> order{"d", "a", "d", "b", "c"};
    ASSERT_EQ(calls.size(), assembly.rounds * xs.size() * order.size());
    for (std::size_t i = 0; i < calls.size(); ++i) {
        const Call& call = calls[i];
        EXPECT_EQ(call.instance, order[i % order.size()]);
        EXPECT_EQ(call.x, xs[i / order.size() % xs.size()]);
        EXPECT_DOUBLE_EQ(call.model,
                         microseconds * models.at(assembly.class_of(call.instance))(call.x));
    }
}

// The clock of the records and that of the components run at slightly different rates.
double tolerance(const Call& call) {
    return 0.002 * call.around + 0.05;
}

void expect_between_the_clocks(const Record& record, const Call& call) {
    const double recorded = std::stod(record.at("duration_ns")) / 1000.0;
    EXPECT_EQ(std::stod(record.at("x")), call.x);
    EXPECT_GE(call.inside, call.model - tolerance(call));
    EXPECT_GE(recorded, call.inside - tolerance(call));
    EXPECT_LE(recorded, call.around + tolerance(call));
}

void expect_records(const std::filesystem::path& directory, const std::string& instance,
                    const std::vector<Call>& calls) {
    std::string port = instance + "Port";
    port[0] = static_cast<char>(std::toupper(port[0]));
    const auto records =
        sample_test::records(directory / "run", "validation::" + port + "::compute");
    ASSERT_EQ(records.size(), calls.size());
    for (std::size_t i = 0; i < records.size(); ++i) {
        expect_between_the_clocks(records[i], calls[i]);
    }
}

class ValidationRun : public testing::TestWithParam<Assembly> {};

INSTANTIATE_TEST_SUITE_P(Samples, ValidationRun,
                         testing::Values(Assembly{"below", "A1", "B1"},
                                         Assembly{"below", "A2", "B2"},
                                         Assembly{"above", "A1", "B1"},
                                         Assembly{"above", "A2", "B2"}, Assembly{"mix", "A1", "B1"},
                                         Assembly{"mix", "A2", "B2"},
                                         Assembly{"mix", "A2", "B1", "sleep"}),
                         testing::PrintToStringParamName());

TEST_P(ValidationRun, EveryRecordedTimeIsThatOfTheModel) {
    const auto directory = sample_test::fresh_directory();
    const std::vector<Call> calls = measure(GetParam(), directory);
    expect_calls(calls, GetParam());
    for (const std::string instance : {"a", "b", "c", "d"}) {
        expect_records(directory, instance, of_instance(calls, instance));
    }
}

TEST(ValidationSample, CallGraphIsTheWiring) {
    const auto directory = sample_test::fresh_directory();
    measure({"below", "A1", "B1"}, directory);
    constexpr std::uint64_t calls = 3U * 6U;
    const std::map<std::string, std::uint64_t> expected{
        {"driver.go", 1},
        {"driver.go > a.compute", calls},
        {"driver.go > a.compute > d.compute", calls},
        {"driver.go > b.compute", calls},
        {"driver.go > b.compute > d.compute", calls},
        {"driver.go > c.compute", calls},
    };
    const auto call_graph = sample_test::load_call_graph(directory / "run");
    EXPECT_EQ(sample_test::calls(call_graph), expected);
    sample_test::expect_times_add_up(call_graph);
}

// What was to be computed, without the times that it took.
std::vector<std::string> without_times(const std::string& output) {
    std::vector<std::string> lines;
    std::istringstream stream(output);
    for (std::string line; std::getline(stream, line);) {
        const std::size_t taken = line.rfind(',', line.rfind(',') - 1);
        lines.push_back(line.substr(0, taken));
    }
    return lines;
}

TEST(ValidationSample, CallsAreTheSameWithoutProxies) {
    const auto directory = sample_test::fresh_directory();
    const std::string command = proxima_run + script({"below", "A1", "B2"}, directory);
    const auto bare = run(command, directory, "");
    const auto measured = run(command + " --measure all -o run", directory, "");
    EXPECT_EQ(bare.status, 0);
    EXPECT_EQ(measured.status, 0);
    EXPECT_EQ(without_times(bare.output), without_times(measured.output));
    EXPECT_EQ(calls_of(bare.output).size(), 5U * 6U * 3U);
}

double sum_of_model(const Assembly& assembly) {
    const auto directory = sample_test::fresh_directory();
    const auto outcome = run(proxima_run + script(assembly, directory), directory, "");
    double sum = 0.0;
    for (const Call& call : calls_of(outcome.output)) {
        sum += call.instance == "d" ? 0.0 : call.model;
    }
    return sum;
}

// The optima of the thesis.
TEST(ValidationSample, BestAssemblyDependsOnTheInputs) {
    const std::map<std::string, std::string> expected{
        {"below", "A2 B1"}, {"above", "A1 B2"}, {"mix", "A1 B2"}};
    for (const auto& [set, xs] : inputs) {
        std::map<double, std::string> assemblies_by_time;
        for (const std::string a : {"A1", "A2"}) {
            for (const std::string b : {"B1", "B2"}) {
                assemblies_by_time.emplace(sum_of_model({set, a, b, "spin", 1}), a + " " + b);
            }
        }
        EXPECT_EQ(assemblies_by_time.begin()->second, expected.at(set));
    }
}

TEST(ValidationSample, RefusesInputsThatAreNoNumbers) {
    const auto directory = sample_test::fresh_directory();
    const std::string file = script({"below", "A1", "B1"}, directory);
    std::ifstream stream(directory / file);
    std::stringstream content;
    content << stream.rdbuf();
    for (const std::string word : {"two", "-1", "0", "1e999", ""}) {
        std::string text = content.str();
        replace(text, "inputs 0.8,", "inputs 0.8," + word + ",");
        std::ofstream(directory / "refused.rc") << text;
        const auto outcome = run(proxima_run + "refused.rc 2>&1", directory, "");
        EXPECT_EQ(outcome.status, 1);
        EXPECT_NE(outcome.output.find("inputs: \"" + word + "\" is not a number above zero"),
                  std::string::npos)
            << outcome.output;
    }
}

} // namespace
