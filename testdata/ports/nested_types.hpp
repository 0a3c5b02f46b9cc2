/// Public types nested in the port, written without qualification in its signatures.
#pragma once

#include <vector>

namespace image {

class Filter {
public:
    struct Pixel {
        unsigned char red, green, blue;
    };
    enum Border { clamp, wrap = 7 };
    enum class Channel : short { red = 1, green };
    typedef std::vector<Pixel> Row;
    class Options {
    public:
        struct Range {
            int low, high;
        };
        explicit Options(int level) : level(level) {}
        int level;
    };
    template <class T>
    using Pair = T[2];

    virtual ~Filter() = default;
    virtual Pixel average(const Row& row, Border border) const = 0;
    virtual Row fill(Pixel pixel, unsigned count) = 0;
    virtual Channel strongest(const Pixel* pixel, const Options& options) const = 0;
    virtual int range(Options::Range range, const Pair<int>& pair) = 0;
};

} // namespace image
