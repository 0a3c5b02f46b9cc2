#include "bmi.proxy.hpp"
#include "bmi_heat.hpp"

#include <proxima/control.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <functional>
#include <limits>
#include <memory>
#include <ostream>
#include <string>
#include <vector>

namespace {

// A plate that is not square in any respect, so that rows cannot pass for columns.
struct BmiPlate {
    int rows = 9;
    int columns = 17;
    double row_spacing = 0.05;
    double column_spacing = 0.04;
    double diffusivity = 1e-3;
    double temperature = 300.0;
    double time_step = 0.5;
    double end_time = 20.0;

    double height() const { return (rows - 1) * row_spacing; }
    double width() const { return (columns - 1) * column_spacing; }
};

std::filesystem::path write(const BmiPlate& plate, const std::filesystem::path& file) {
    std::ofstream stream(file);
    stream.precision(17);
    stream << "rows = " << plate.rows << "\ncolumns = " << plate.columns
           << "\nrow_spacing = " << plate.row_spacing
           << "\ncolumn_spacing = " << plate.column_spacing
           << "\norigin_y = -1.5\norigin_x = 2.5\ndiffusivity = " << plate.diffusivity
           << "\ntemperature = " << plate.temperature << "\ntime_step = " << plate.time_step
           << "\nend_time = " << plate.end_time << "\n";
    return file;
}

const double pi = std::acos(-1.0);

// By how much a step of Peaceman and Rachford's scheme multiplies the lowest sine mode of a plate,
// which is an eigenvector of its matrices.
double decay_of_step(const BmiPlate& plate, double diffusivity, double time_step) {
    const auto factor = [&](double spacing, double length) {
        const double wave_number = 2.0 / spacing * std::sin(0.5 * pi * spacing / length);
        const double r = 0.5 * diffusivity * time_step * wave_number * wave_number;
        return (1.0 - r) / (1.0 + r);
    };
    return factor(plate.row_spacing, plate.height()) * factor(plate.column_spacing, plate.width());
}

const std::string temperature = "plate_surface__temperature";
const std::string diffusivity = "plate_surface__thermal_diffusivity";

// Of the running test, below the build tree.
std::filesystem::path fresh_directory() {
    const auto* test = testing::UnitTest::GetInstance()->current_test_info();
    const auto directory = std::filesystem::current_path() / "bmi_model_runs" / test->name();
    std::filesystem::remove_all(directory);
    std::filesystem::create_directories(directory);
    return directory;
}

enum class Through { nothing, proxy };

std::ostream& operator<<(std::ostream& stream, Through through) {
    return stream << (through == Through::nothing ? "bare" : "measured");
}

// All 41 functions of the Basic Model Interface, called directly and through a proxy that measures.
class BmiModel : public testing::TestWithParam<Through> {
protected:
    BmiModel() : model_(make_model()) {}

    std::unique_ptr<bmi::Bmi> make_model() const {
        auto model = std::make_unique<heat::BmiHeat>();
        if (GetParam() == Through::nothing) {
            return model;
        }
        proxima::configure("quiet=on,output=" + (directory_ / "run").string());
        return std::make_unique<proxima::Proxy<bmi::Bmi>>(std::move(model), "heat");
    }

    void initialize() { model_->Initialize(write(plate_, directory_ / "plate.cfg").string()); }

    std::size_t nodes() const { return static_cast<std::size_t>(plate_.rows * plate_.columns); }

    std::vector<double> temperatures() {
        std::vector<double> values(nodes());
        model_->GetValue(temperature, values.data());
        return values;
    }

    // value(x, y) at each node, row by row.
    std::vector<double> field(const std::function<double(double, double)>& value) const {
        std::vector<double> values;
        for (int row = 0; row < plate_.rows; ++row) {
            for (int column = 0; column < plate_.columns; ++column) {
                values.push_back(value(column * plate_.column_spacing, row * plate_.row_spacing));
            }
        }
        return values;
    }

    std::vector<double> sine_mode(double amplitude) const {
        return field([&](double x, double y) {
            return plate_.temperature + amplitude * std::sin(pi * x / plate_.width()) *
                                            std::sin(pi * y / plate_.height());
        });
    }

    const BmiPlate plate_;
    const std::filesystem::path directory_ = fresh_directory();
    const std::unique_ptr<bmi::Bmi> model_;
};

INSTANTIATE_TEST_SUITE_P(Samples, BmiModel, testing::Values(Through::nothing, Through::proxy),
                         testing::PrintToStringParamName());

void expect_near(const std::vector<double>& values, const std::vector<double>& expected,
                 double tolerance) {
    ASSERT_EQ(values.size(), expected.size());
    for (std::size_t i = 0; i < values.size(); ++i) {
        ASSERT_NEAR(values[i], expected[i], tolerance) << "at node " << i;
    }
}

TEST_P(BmiModel, SaysWhatItIs) {
    initialize();
    EXPECT_EQ(model_->GetComponentName(), "Heat conduction in a plate");
    EXPECT_EQ(model_->GetInputItemCount(), 2);
    EXPECT_EQ(model_->GetOutputItemCount(), 1);
    EXPECT_EQ(model_->GetInputVarNames(), (std::vector<std::string>{temperature, diffusivity}));
    EXPECT_EQ(model_->GetOutputVarNames(), std::vector<std::string>{temperature});
}

TEST_P(BmiModel, DescribesItsVariables) {
    initialize();
    EXPECT_EQ(model_->GetVarGrid(temperature), 0);
    EXPECT_EQ(model_->GetVarGrid(diffusivity), 1);
    EXPECT_EQ(model_->GetVarUnits(temperature), "K");
    EXPECT_EQ(model_->GetVarUnits(diffusivity), "m2 s-1");
    EXPECT_EQ(model_->GetVarNbytes(temperature), 9 * 17 * 8);
    EXPECT_EQ(model_->GetVarNbytes(diffusivity), 8);
    for (const std::string& name : {temperature, diffusivity}) {
        EXPECT_EQ(model_->GetVarType(name), "double");
        EXPECT_EQ(model_->GetVarItemsize(name), 8);
        EXPECT_EQ(model_->GetVarLocation(name), "node");
    }
}

TEST_P(BmiModel, DescribesItsGrids) {
    initialize();
    int shape[2] = {};
    double spacing[2] = {};
    double origin[2] = {};
    model_->GetGridShape(0, shape);
    model_->GetGridSpacing(0, spacing);
    model_->GetGridOrigin(0, origin);
    EXPECT_EQ(model_->GetGridType(0), "uniform_rectilinear");
    EXPECT_EQ(model_->GetGridRank(0), 2);
    EXPECT_EQ(model_->GetGridSize(0), 9 * 17);
    EXPECT_EQ(model_->GetGridNodeCount(0), 9 * 17);
    EXPECT_EQ(shape[0], 9);
    EXPECT_EQ(shape[1], 17);
    EXPECT_EQ(spacing[0], 0.05);
    EXPECT_EQ(spacing[1], 0.04);
    EXPECT_EQ(origin[0], -1.5);
    EXPECT_EQ(origin[1], 2.5);
    EXPECT_EQ(model_->GetGridType(1), "scalar");
    EXPECT_EQ(model_->GetGridRank(1), 0);
    EXPECT_EQ(model_->GetGridSize(1), 1);
    EXPECT_EQ(model_->GetGridNodeCount(1), 1);
}

TEST_P(BmiModel, StepsThroughItsTime) {
    initialize();
    EXPECT_EQ(model_->GetTimeUnits(), "s");
    EXPECT_EQ(model_->GetStartTime(), 0.0);
    EXPECT_EQ(model_->GetEndTime(), 20.0);
    EXPECT_EQ(model_->GetTimeStep(), 0.5);
    EXPECT_EQ(model_->GetCurrentTime(), 0.0);
    model_->Update();
    EXPECT_EQ(model_->GetCurrentTime(), 0.5);
    model_->UpdateUntil(1.7);
    EXPECT_EQ(model_->GetCurrentTime(), 1.7);
    model_->UpdateUntil(1.7);
    EXPECT_EQ(model_->GetCurrentTime(), 1.7);
}

TEST_P(BmiModel, SineModeDecaysWithEveryStep) {
    initialize();
    std::vector<double> start = sine_mode(10.0);
    model_->SetValue(temperature, start.data());
    for (int step = 0; step < 3; ++step) {
        model_->Update();
    }
    const double decay = decay_of_step(plate_, plate_.diffusivity, plate_.time_step);
    expect_near(temperatures(), sine_mode(10.0 * std::pow(decay, 3)), 1e-10);
}

TEST_P(BmiModel, UpdateUntilTakesWholeStepsAndThenThePartOfOne) {
    initialize();
    std::vector<double> start = sine_mode(10.0);
    model_->SetValue(temperature, start.data());
    model_->UpdateUntil(1.2);
    const double step = decay_of_step(plate_, plate_.diffusivity, 0.5);
    const double part = decay_of_step(plate_, plate_.diffusivity, 0.2);
    expect_near(temperatures(), sine_mode(10.0 * step * step * part), 1e-10);
}

TEST_P(BmiModel, DiffusivityCanBeSet) {
    initialize();
    std::vector<double> start = sine_mode(10.0);
    double doubled = 2.0 * plate_.diffusivity;
    model_->SetValue(temperature, start.data());
    model_->SetValue(diffusivity, &doubled);
    model_->Update();
    const double decay = decay_of_step(plate_, doubled, plate_.time_step);
    expect_near(temperatures(), sine_mode(10.0 * decay), 1e-10);
    EXPECT_EQ(*static_cast<double*>(model_->GetValuePtr(diffusivity)), doubled);
}

// A linear temperature conducts as much heat into each node as out of it, and the edges hold it.
TEST_P(BmiModel, LinearTemperatureStays) {
    initialize();
    std::vector<double> linear =
        field([](double x, double y) { return 280.0 + 30.0 * x - 50.0 * y; });
    model_->SetValue(temperature, linear.data());
    model_->UpdateUntil(20.0);
    expect_near(temperatures(), linear, 1e-10);
}

TEST_P(BmiModel, PointerFollowsTheModel) {
    initialize();
    std::vector<double> start = sine_mode(10.0);
    model_->SetValue(temperature, start.data());
    const auto* const values = static_cast<const double*>(model_->GetValuePtr(temperature));
    model_->UpdateUntil(2.0);
    EXPECT_EQ(model_->GetValuePtr(temperature), values);
    EXPECT_EQ(std::vector<double>(values, values + nodes()), temperatures());
    EXPECT_NE(temperatures(), start);
}

TEST_P(BmiModel, ValuesAtIndicesAreSetAndReadInTheirOrder) {
    initialize();
    int indices[3] = {152, 0, 20};
    double set[3] = {1.0, 2.0, 3.0};
    double read[3] = {};
    model_->SetValueAtIndices(temperature, indices, 3, set);
    model_->GetValueAtIndices(temperature, read, indices, 3);
    EXPECT_TRUE(std::equal(read, read + 3, set));
    std::vector<double> expected(nodes(), 300.0);
    expected[152] = 1.0;
    expected[0] = 2.0;
    expected[20] = 3.0;
    EXPECT_EQ(temperatures(), expected);
}

TEST_P(BmiModel, ValuesThatAreRefusedChangeNothing) {
    initialize();
    int indices[2] = {3, 4};
    int no_such[2] = {3, 153};
    int negative[2] = {3, -1};
    double values[2] = {1.0, std::numeric_limits<double>::quiet_NaN()};
    double good[2] = {1.0, 2.0};
    double no_diffusivity = 0.0;
    bmi::Bmi& model = *model_;
    EXPECT_THROW(model.SetValueAtIndices(temperature, indices, 2, values), std::invalid_argument);
    EXPECT_THROW(model.SetValueAtIndices(temperature, no_such, 2, good), std::out_of_range);
    EXPECT_THROW(model.SetValueAtIndices(temperature, negative, 2, good), std::out_of_range);
    EXPECT_THROW(model.SetValueAtIndices(temperature, indices, -1, good), std::invalid_argument);
    EXPECT_THROW(model.GetValueAtIndices(temperature, good, no_such, 2), std::out_of_range);
    EXPECT_THROW(model.SetValue(diffusivity, &no_diffusivity), std::invalid_argument);
    std::vector<double> infinite(nodes(), 1.0);
    infinite.back() = std::numeric_limits<double>::infinity();
    EXPECT_THROW(model.SetValue(temperature, infinite.data()), std::invalid_argument);
    EXPECT_EQ(temperatures(), std::vector<double>(nodes(), 300.0));
    EXPECT_THROW(model.UpdateUntil(-0.1), std::invalid_argument);
    EXPECT_THROW(model.UpdateUntil(std::numeric_limits<double>::infinity()), std::invalid_argument);
    EXPECT_EQ(model.GetCurrentTime(), 0.0);
}

using Function = std::function<void(bmi::Bmi&)>;

TEST_P(BmiModel, UnknownNamesAreRefused) {
    initialize();
    double value = 0.0;
    int index = 0;
    const std::vector<Function> functions{
        [](bmi::Bmi& model) { model.GetVarGrid("wind"); },
        [](bmi::Bmi& model) { model.GetVarType("wind"); },
        [](bmi::Bmi& model) { model.GetVarUnits("wind"); },
        [](bmi::Bmi& model) { model.GetVarItemsize("wind"); },
        [](bmi::Bmi& model) { model.GetVarNbytes("wind"); },
        [](bmi::Bmi& model) { model.GetVarLocation("wind"); },
        [&](bmi::Bmi& model) { model.GetValue("wind", &value); },
        [](bmi::Bmi& model) { model.GetValuePtr("wind"); },
        [&](bmi::Bmi& model) { model.GetValueAtIndices("wind", &value, &index, 1); },
        [&](bmi::Bmi& model) { model.SetValue("wind", &value); },
        [&](bmi::Bmi& model) { model.SetValueAtIndices("wind", &index, 1, &value); },
    };
    for (const auto& function : functions) {
        EXPECT_THROW(function(*model_), std::invalid_argument);
    }
}

// That the specification asks of other types of grids; there are grids 0 (rows of nodes) and 1 (a
// scalar).
TEST_P(BmiModel, FunctionsOfOtherGridsAreNotImplemented) {
    initialize();
    double real[2] = {};
    int integer[2] = {};
    const std::vector<std::function<void(bmi::Bmi&, int)>> functions{
        [&](bmi::Bmi& model, int grid) { model.GetGridX(grid, real); },
        [&](bmi::Bmi& model, int grid) { model.GetGridY(grid, real); },
        [&](bmi::Bmi& model, int grid) { model.GetGridZ(grid, real); },
        [](bmi::Bmi& model, int grid) { model.GetGridEdgeCount(grid); },
        [](bmi::Bmi& model, int grid) { model.GetGridFaceCount(grid); },
        [&](bmi::Bmi& model, int grid) { model.GetGridEdgeNodes(grid, integer); },
        [&](bmi::Bmi& model, int grid) { model.GetGridFaceEdges(grid, integer); },
        [&](bmi::Bmi& model, int grid) { model.GetGridFaceNodes(grid, integer); },
        [&](bmi::Bmi& model, int grid) { model.GetGridNodesPerFace(grid, integer); },
        [&](bmi::Bmi& model, int grid) { model.GetGridShape(grid, integer); },
        [&](bmi::Bmi& model, int grid) { model.GetGridSpacing(grid, real); },
        [&](bmi::Bmi& model, int grid) { model.GetGridOrigin(grid, real); },
    };
    constexpr std::size_t of_no_grid = 9; // the others are those of grid 0
    for (std::size_t i = 0; i < functions.size(); ++i) {
        EXPECT_THROW(functions[i](*model_, 1), heat::NotImplemented);
        EXPECT_THROW(functions[i](*model_, 2), std::invalid_argument);
        if (i < of_no_grid) {
            EXPECT_THROW(functions[i](*model_, 0), heat::NotImplemented);
        }
    }
    EXPECT_THROW(model_->GetGridSize(2), std::invalid_argument);
    EXPECT_THROW(model_->GetGridRank(-1), std::invalid_argument);
    EXPECT_THROW(model_->GetGridType(2), std::invalid_argument);
    EXPECT_THROW(model_->GetGridNodeCount(2), std::invalid_argument);
}

TEST_P(BmiModel, HasNoStateBeforeInitializeAndAfterFinalize) {
    bmi::Bmi& model = *model_;
    const auto expect_no_state = [&] {
        double value = 0.0;
        int shape[2] = {};
        EXPECT_THROW(model.Update(), std::logic_error);
        EXPECT_THROW(model.UpdateUntil(1.0), std::logic_error);
        EXPECT_THROW(model.GetCurrentTime(), std::logic_error);
        EXPECT_THROW(model.GetEndTime(), std::logic_error);
        EXPECT_THROW(model.GetTimeStep(), std::logic_error);
        EXPECT_THROW(model.GetValue(temperature, &value), std::logic_error);
        EXPECT_THROW(model.GetGridSize(0), std::logic_error);
        EXPECT_THROW(model.GetGridShape(0, shape), std::logic_error);
        EXPECT_EQ(model.GetVarUnits(temperature), "K");
        model.Finalize();
    };
    expect_no_state();
    initialize();
    model.Update();
    model.Finalize();
    expect_no_state();
    initialize();
    EXPECT_EQ(model.GetCurrentTime(), 0.0);
    EXPECT_EQ(temperatures(), std::vector<double>(nodes(), 300.0));
}

TEST_P(BmiModel, RefusedConfigurationLeavesTheModelAsItWas) {
    initialize();
    model_->Update();
    EXPECT_THROW(model_->Initialize((directory_ / "missing.cfg").string()), std::runtime_error);
    EXPECT_EQ(model_->GetCurrentTime(), 0.5);
}

TEST_P(BmiModel, TwoModelsDoNotDisturbEachOther) {
    initialize();
    const std::unique_ptr<bmi::Bmi> other = make_model();
    other->Initialize((directory_ / "plate.cfg").string());
    double hot = 500.0;
    int index = 20;
    other->SetValueAtIndices(temperature, &index, 1, &hot);
    other->Update();
    EXPECT_EQ(model_->GetCurrentTime(), 0.0);
    EXPECT_EQ(temperatures(), std::vector<double>(nodes(), 300.0));
}

} // namespace
