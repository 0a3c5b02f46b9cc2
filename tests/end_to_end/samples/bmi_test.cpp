#include "bmi_plate.hpp"
#include "call_graph.hpp"
#include "records.hpp"
#include "sample_run.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <sstream>
#include <string>
#include <vector>

namespace {

using sample_test::BmiPlate;
using sample_test::run;

const std::string sample = SAMPLE_BMI;

// Plates of one size on finer and finer grids, and one that is not square.
std::vector<BmiPlate> plates() {
    std::vector<BmiPlate> plates;
    for (const int cells : {16, 32, 64}) {
        BmiPlate plate;
        plate.rows = plate.columns = cells + 1;
        plate.row_spacing = plate.column_spacing = 1.0 / cells;
        plates.push_back(plate);
    }
    plates.emplace_back();
    return plates;
}

// The arguments of the sample for the plates, whose configurations are written to `directory`.
std::string configurations(const std::filesystem::path& directory) {
    std::string arguments;
    for (const BmiPlate& plate : plates()) {
        const std::string file = std::to_string(plate.rows) + ".cfg";
        sample_test::write(plate, directory / file);
        arguments += " " + file;
    }
    return arguments;
}

// A row of the sample's output.
struct Row {
    int rows = 0;
    int columns = 0;
    std::uint64_t nodes = 0;
    int steps = 0;
    double mean = 0.0;
    double error = 0.0;
    double bound = 0.0;
};

std::vector<Row> rows_of(const std::string& output) {
    std::istringstream lines(output);
    std::vector<Row> rows;
    for (std::string line; std::getline(lines, line);) {
        std::istringstream words(line);
        Row row;
        if (words >> row.rows >> row.columns >> row.nodes >> row.steps >> row.mean >> row.error >>
            row.bound) {
            rows.push_back(row);
        }
    }
    return rows;
}

TEST(BmiSample, EveryTemperatureIsTheSameBareUnconfiguredAndMeasured) {
    const auto directory = sample_test::fresh_directory();
    const std::string command = sample + configurations(directory) + " --temperatures";
    const auto bare = run(command + " --bare", directory, "");
    const auto unconfigured = run(command, directory, "");
    const auto measured = run(command, directory, "output=run");
    EXPECT_EQ(bare.status, 0) << bare.output;
    EXPECT_EQ(unconfigured.status, 0);
    EXPECT_EQ(measured.status, 0);
    const auto lines = std::count(bare.output.begin(), bare.output.end(), '\n');
    EXPECT_EQ(lines, 1 + 4 + 17 * 17 + 33 * 33 + 65 * 65 + 9 * 17);
    EXPECT_EQ(unconfigured.output, bare.output);
    EXPECT_EQ(measured.output, bare.output);
}

// The sum of sin(pi i / n) over i from 0 to n is cot(pi / 2 / n).
TEST(BmiSample, MeanTemperatureDecaysAsTheSchemeMakesTheSineMode) {
    const auto directory = sample_test::fresh_directory();
    const auto rows = rows_of(run(sample + configurations(directory), directory, "").output);
    const std::vector<BmiPlate> expected = plates();
    ASSERT_EQ(rows.size(), expected.size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const BmiPlate& plate = expected[i];
        const auto sum_of_sines = [](int nodes) {
            return 1.0 / std::tan(sample_test::pi / 2.0 / (nodes - 1));
        };
        const double decay =
            std::pow(sample_test::decay_of_step(plate, plate.diffusivity, plate.time_step), 40);
        const double mean = 300.0 + 10.0 * decay * sum_of_sines(plate.rows) *
                                        sum_of_sines(plate.columns) / (plate.rows * plate.columns);
        EXPECT_EQ(rows[i].rows, plate.rows);
        EXPECT_EQ(rows[i].columns, plate.columns);
        EXPECT_EQ(rows[i].steps, 40);
        EXPECT_NEAR(rows[i].mean, mean, 1e-9);
    }
}

// Of second order: half the spacing, a quarter of the error.
TEST(BmiSample, ErrorAgainstTheExactSolutionFallsWithTheSquareOfTheSpacing) {
    const auto directory = sample_test::fresh_directory();
    const auto rows = rows_of(run(sample + configurations(directory), directory, "").output);
    ASSERT_EQ(rows.size(), 4U);
    for (const Row& row : rows) {
        EXPECT_GT(row.error, 0.0);
        EXPECT_LE(row.error, row.bound);
    }
    EXPECT_NEAR(rows[0].error / rows[1].error, 4.0, 0.4);
    EXPECT_NEAR(rows[1].error / rows[2].error, 4.0, 0.4);
}

TEST(BmiSample, CallGraphHasWhatWasDoneToTheModel) {
    const auto directory = sample_test::fresh_directory();
    ASSERT_EQ(run(sample + configurations(directory), directory, "output=run").status, 0);
    const auto call_graph = sample_test::load_call_graph(directory / "run");
    const std::map<std::string, std::uint64_t> expected{
        {"heat.Initialize", 4},        {"heat.SetValue", 4}, {"heat.Update", 4 * 40},
        {"heat.GetValueAtIndices", 8}, {"heat.GetValue", 4}, {"heat.Finalize", 4},
    };
    EXPECT_EQ(sample_test::calls(call_graph), expected);
    sample_test::expect_times_add_up(call_graph);
}

// Update() has no arguments: the size of the grid is asked of the model, as configured.
TEST(BmiSample, RecordsTheSizeOfTheGridWithEveryStep) {
    const auto directory = sample_test::fresh_directory();
    ASSERT_EQ(run(sample + configurations(directory), directory, "output=run").status, 0);
    std::map<std::string, int> steps;
    for (const auto& record : sample_test::records(directory / "run", "bmi::Bmi::Update")) {
        ++steps[record.at("nodes")];
        EXPECT_GT(std::stoull(record.at("duration_ns")), 0U);
    }
    const std::map<std::string, int> expected{{"289", 40}, {"1089", 40}, {"4225", 40}, {"153", 40}};
    EXPECT_EQ(steps, expected);
    std::vector<std::string> bytes;
    for (const auto& record : sample_test::records(directory / "run", "bmi::Bmi::GetValue")) {
        bytes.push_back(record.at("bytes"));
    }
    EXPECT_EQ(bytes, (std::vector<std::string>{"2312", "8712", "33800", "1224"}));
}

// A configuration that is refused, with how its error begins.
struct Refused {
    std::string text;
    std::string message;
};

TEST(BmiSample, RefusesConfigurationsThatMakeNoSense) {
    const auto directory = sample_test::fresh_directory();
    sample_test::write({}, directory / "plate.cfg");
    std::ifstream file(directory / "plate.cfg");
    std::stringstream plate;
    plate << file.rdbuf();
    const std::vector<Refused> refused{
        {"", "rows is missing"},
        {"rows\n", "1: error: not of the form"},
        {plate.str() + "rows = 4\n", "11: error: rows is given twice"},
        {plate.str() + "colour = 4\n", "11: error: colour is not known"},
        {"rows = 2\n", "1: error: rows must be 3 at least"},
        {"# plate\nrows = 3.5\n", "2: error: rows is not a number"},
        {"rows = 3\ncolumns = 3\nrow_spacing = 0\n", "3: error: row_spacing must be positive"},
        {"rows = 3\ncolumns = 3\nrow_spacing = inf\n", "3: error: row_spacing must be finite"},
    };
    for (const Refused& configuration : refused) {
        std::ofstream(directory / "refused.cfg") << configuration.text;
        const auto outcome = run(sample + " refused.cfg 2>&1", directory, "");
        EXPECT_EQ(outcome.status, 1);
        EXPECT_NE(outcome.output.find("bmi: error: refused.cfg:"), std::string::npos);
        EXPECT_NE(outcome.output.find(configuration.message), std::string::npos) << outcome.output;
    }
    EXPECT_EQ(run(sample + " missing.cfg 2>&1", directory, "").status, 1);
    EXPECT_NE(run(sample + " 2>&1", directory, "").status, 0);
}

} // namespace
