// The solution for people to look at. Collective.
#pragma once

#include "forest/forest.hpp"
#include "patches/patches.hpp"

namespace hydro::amr {

// See MeshPort.
void sample_density(const Forest& forest, const Patches& patches, int nx, int ny, float* pixels);

} // namespace hydro::amr
