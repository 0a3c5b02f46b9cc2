// Samples the solution for pictures. Collective over the forest's ranks.
#pragma once

#include "forest/forest.hpp"
#include "patches/patches.hpp"

namespace hydro::amr {

// See MeshPort.
void sample_density(const Forest& forest, const Patches& patches, int nx, int ny, float* pixels);

} // namespace hydro::amr
