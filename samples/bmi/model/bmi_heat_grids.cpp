#include "bmi_heat.hpp"
#include "variables.hpp"

namespace heat {
namespace {

bool is_plate(int grid) {
    if (grid != plate_grid && grid != scalar_grid) {
        throw std::invalid_argument("BmiHeat: there is no grid " + std::to_string(grid));
    }
    return grid == plate_grid;
}

// Throws: the specification has this function for other types of grids only.
[[noreturn]] void not_of_this_type(const std::string& function, int grid) {
    const std::string type = is_plate(grid) ? "uniform_rectilinear" : "scalar";
    throw NotImplemented("BmiHeat: " + function + " is not for a grid of type " + type);
}

void require_plate(const std::string& function, int grid) {
    if (!is_plate(grid)) {
        not_of_this_type(function, grid);
    }
}

} // namespace

int BmiHeat::GetGridRank(int grid) {
    return is_plate(grid) ? 2 : 0;
}

int BmiHeat::GetGridSize(int grid) {
    const Configuration& configuration = simulation().configuration;
    return is_plate(grid) ? configuration.rows * configuration.columns : 1;
}

std::string BmiHeat::GetGridType(int grid) {
    return is_plate(grid) ? "uniform_rectilinear" : "scalar";
}

void BmiHeat::GetGridShape(int grid, int* shape) {
    require_plate("GetGridShape", grid);
    shape[0] = simulation().configuration.rows;
    shape[1] = simulation().configuration.columns;
}

void BmiHeat::GetGridSpacing(int grid, double* spacing) {
    require_plate("GetGridSpacing", grid);
    spacing[0] = simulation().configuration.row_spacing;
    spacing[1] = simulation().configuration.column_spacing;
}

void BmiHeat::GetGridOrigin(int grid, double* origin) {
    require_plate("GetGridOrigin", grid);
    origin[0] = simulation().configuration.origin_y;
    origin[1] = simulation().configuration.origin_x;
}

int BmiHeat::GetGridNodeCount(int grid) {
    return GetGridSize(grid);
}

void BmiHeat::GetGridX(int grid, double*) {
    not_of_this_type("GetGridX", grid);
}

void BmiHeat::GetGridY(int grid, double*) {
    not_of_this_type("GetGridY", grid);
}

void BmiHeat::GetGridZ(int grid, double*) {
    not_of_this_type("GetGridZ", grid);
}

int BmiHeat::GetGridEdgeCount(int grid) {
    not_of_this_type("GetGridEdgeCount", grid);
}

int BmiHeat::GetGridFaceCount(int grid) {
    not_of_this_type("GetGridFaceCount", grid);
}

void BmiHeat::GetGridEdgeNodes(int grid, int*) {
    not_of_this_type("GetGridEdgeNodes", grid);
}

void BmiHeat::GetGridFaceEdges(int grid, int*) {
    not_of_this_type("GetGridFaceEdges", grid);
}

void BmiHeat::GetGridFaceNodes(int grid, int*) {
    not_of_this_type("GetGridFaceNodes", grid);
}

void BmiHeat::GetGridNodesPerFace(int grid, int*) {
    not_of_this_type("GetGridNodesPerFace", grid);
}

} // namespace heat
