#include "png_file.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <png.h>
#include <stdexcept>

namespace hydro {
namespace {

using Colour = std::array<double, 3>;

// Dark to light in equal steps for the eye: a few values of Matplotlib's "viridis".
constexpr std::array<Colour, 9> colours{{{68, 1, 84},
                                         {71, 44, 122},
                                         {59, 81, 139},
                                         {44, 113, 142},
                                         {33, 144, 141},
                                         {39, 173, 129},
                                         {92, 200, 99},
                                         {170, 220, 50},
                                         {253, 231, 37}}};

// `position` from 0 to 1.
void put_colour(double position, std::uint8_t* pixel) {
    const double scaled = position * (colours.size() - 1);
    const std::size_t below = std::min(static_cast<std::size_t>(scaled), colours.size() - 2);
    const double part = scaled - static_cast<double>(below);
    for (std::size_t channel = 0; channel < 3; ++channel) {
        const double value =
            (1 - part) * colours[below][channel] + part * colours[below + 1][channel];
        pixel[channel] = static_cast<std::uint8_t>(value + 0.5);
    }
}

} // namespace

void write_png(const std::string& path, int width, int height, const std::vector<float>& values) {
    const auto [least, greatest] = std::minmax_element(values.begin(), values.end());
    const double range = std::max(1e-30, static_cast<double>(*greatest) - *least);
    const std::size_t columns = static_cast<std::size_t>(width);
    std::vector<std::uint8_t> pixels(3 * values.size());
    for (std::size_t row = 0; row < static_cast<std::size_t>(height); ++row) {
        const std::size_t from_top = static_cast<std::size_t>(height) - 1 - row;
        for (std::size_t column = 0; column < columns; ++column) {
            const double value = values[row * columns + column];
            put_colour((value - *least) / range, &pixels[3 * (from_top * columns + column)]);
        }
    }
    png_image image;
    std::memset(&image, 0, sizeof image);
    image.version = PNG_IMAGE_VERSION;
    image.width = static_cast<png_uint_32>(width);
    image.height = static_cast<png_uint_32>(height);
    image.format = PNG_FORMAT_RGB;
    if (png_image_write_to_file(&image, path.c_str(), 0, pixels.data(), 0, nullptr) == 0) {
        throw std::runtime_error(path + ": " + image.message);
    }
}

} // namespace hydro
