/// \file
/// The solution for people to look at. Collective.
#pragma once

#include "forest/forest.hpp"
#include "patches/patches.hpp"

#include <string>

namespace hydro::amr {

/// `<path>.pvtu` and a file for each rank, with all cells. Throws std::runtime_error on all ranks
/// if one of them could not write.
void write_vtk(const Forest& forest, const Patches& patches, const std::string& path);

/// See MeshPort.
void sample_density(const Forest& forest, const Patches& patches, int nx, int ny, float* pixels);

} // namespace hydro::amr
