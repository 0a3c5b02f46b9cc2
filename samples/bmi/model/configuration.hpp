#pragma once

#include <string>

namespace heat {

// A plate and the duration to simulate, in SI units.
struct Configuration {
    int rows = 0; // nodes in y, the edges included
    int columns = 0;
    double row_spacing = 0.0;
    double column_spacing = 0.0;
    double origin_y = 0.0; // y of the first row
    double origin_x = 0.0;
    double diffusivity = 0.0;
    double temperature = 0.0; // everywhere, at the start; the edges keep theirs
    double time_step = 0.0;
    double end_time = 0.0;
};

// Reads lines "name = value", one for each member; "#" begins a comment. The origin may be left
// out. Throws std::runtime_error with what is wrong, and on which line.
Configuration read_configuration(const std::string& file);

} // namespace heat
