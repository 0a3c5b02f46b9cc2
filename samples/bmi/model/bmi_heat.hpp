#pragma once

#include "bmi.hxx"
#include "configuration.hpp"
#include "plate.hpp"

#include <cstddef>
#include <optional>
#include <stdexcept>

namespace heat {

// A function of BMI that does not apply to the grid that was asked about.
class NotImplemented : public std::logic_error {
public:
    using std::logic_error::logic_error;
};

// The plate behind the Basic Model Interface. Grid 0, uniform rectilinear, carries
// "plate_surface__temperature"; grid 1, a scalar, carries "plate_surface__thermal_diffusivity".
//
// Throws std::runtime_error for a configuration that cannot be used, std::invalid_argument for a
// name, grid or value that makes no sense, std::out_of_range for an index, std::logic_error before
// Initialize and after Finalize.
class BmiHeat final : public bmi::Bmi {
public:
    void Initialize(std::string config_file) override;
    void Update() override;
    void UpdateUntil(double time) override;
    void Finalize() override;

    std::string GetComponentName() override;
    int GetInputItemCount() override;
    int GetOutputItemCount() override;
    std::vector<std::string> GetInputVarNames() override;
    std::vector<std::string> GetOutputVarNames() override;

    int GetVarGrid(std::string name) override;
    std::string GetVarType(std::string name) override;
    std::string GetVarUnits(std::string name) override;
    int GetVarItemsize(std::string name) override;
    int GetVarNbytes(std::string name) override;
    std::string GetVarLocation(std::string name) override;

    double GetCurrentTime() override;
    double GetStartTime() override;
    double GetEndTime() override;
    std::string GetTimeUnits() override;
    double GetTimeStep() override;

    void GetValue(std::string name, void* dest) override;
    void* GetValuePtr(std::string name) override;
    void GetValueAtIndices(std::string name, void* dest, int* inds, int count) override;
    void SetValue(std::string name, void* src) override;
    void SetValueAtIndices(std::string name, int* inds, int count, void* src) override;

    int GetGridRank(int grid) override;
    int GetGridSize(int grid) override;
    std::string GetGridType(int grid) override;
    void GetGridShape(int grid, int* shape) override;
    void GetGridSpacing(int grid, double* spacing) override;
    void GetGridOrigin(int grid, double* origin) override;
    void GetGridX(int grid, double* x) override;
    void GetGridY(int grid, double* y) override;
    void GetGridZ(int grid, double* z) override;
    int GetGridNodeCount(int grid) override;
    int GetGridEdgeCount(int grid) override;
    int GetGridFaceCount(int grid) override;
    void GetGridEdgeNodes(int grid, int* edge_nodes) override;
    void GetGridFaceEdges(int grid, int* face_edges) override;
    void GetGridFaceNodes(int grid, int* face_nodes) override;
    void GetGridNodesPerFace(int grid, int* nodes_per_face) override;

private:
    // State from Initialize to Finalize.
    struct Simulation {
        explicit Simulation(const Configuration& read) : configuration(read), plate(read) {}

        Configuration configuration;
        Plate plate;
        double time = 0.0;
    };

    Simulation& simulation();
    double* values(const std::string& name);
    std::size_t value_count(const std::string& name);

    std::optional<Simulation> simulation_;
};

} // namespace heat
