#pragma once

namespace validation {

// Intended and actual time of a call, in microseconds. A measurement of the call must lie between
// the two clocks: one runs inside of it, the other around it.
struct Duration {
    double model = 0.0;
    double inside = 0.0; // measured by the component itself
    double around = 0.0; // measured and set by the caller
};

// Work of a call: its time with all parts, and the part that was left to another component; the
// part's model is 0 if nothing was left.
struct Work {
    Duration whole;
    Duration part;
};

} // namespace validation
