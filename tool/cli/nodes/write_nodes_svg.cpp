#include "nodes/nodes_writers.hpp"
#include "text/text.hpp"

#include <proxima/base/units.hpp>

#include <algorithm>
#include <array>
#include <cmath>

namespace proxima::cli {
namespace {

using namespace node;

constexpr double left = 150, right = 110, top = 56, bottom = 44, plot_width = 900;
constexpr std::size_t most_nodes = 100;

struct Band {
    const char* title;
    const char* color;
    double highest = 0;           // over all nodes, so that heights compare
    std::vector<GridCells> cells; // one row for each node
};

std::string escaped(const std::string& text) {
    std::string safe;
    for (const char one : text) {
        safe += one == '&'   ? "&amp;"
                : one == '<' ? "&lt;"
                : one == '>' ? "&gt;"
                             : std::string(1, one);
    }
    return safe;
}

std::string highest_text(const Band& band) {
    return band.title == std::string("cpu")
               ? base::human_share(band.highest)
               : base::human_bytes(static_cast<std::uint64_t>(band.highest)) + "/s";
}

class Picture {
public:
    Picture(const GlobalView& view, const Grid& grid, text::Output& output)
        : view_(view), grid_(grid), output_(output),
          count_(std::min(view.nodes.size(), most_nodes)), band_height_(count_ <= 8    ? 34
                                                                        : count_ <= 30 ? 16
                                                                                       : 8) {}

    void write() {
        for (std::size_t i = 0; i < count_; ++i) {
            bands_[0].cells.push_back(processor_share(view_.nodes[i], grid_));
            bands_[1].cells.push_back(disk_traffic(view_.nodes[i], grid_));
            bands_[2].cells.push_back(network_traffic(view_.nodes[i], grid_));
        }
        for (auto& band : bands_) {
            for (const auto& cells : band.cells) {
                for (const auto& cell : cells) {
                    band.highest = cell ? std::max(band.highest, cell->value) : band.highest;
                }
            }
        }
        bands_[0].highest = 1;
        write_head();
        for (std::size_t i = 0; i < count_; ++i) {
            write_node(i);
        }
        write_axis();
        output_.write("</svg>\n");
    }

private:
    double row_height() const { return bands_.size() * band_height_ + 10; }
    double height() const { return top + static_cast<double>(count_) * row_height() + bottom; }
    double x(std::size_t cell) const {
        return left + plot_width * static_cast<double>(cell) /
                          static_cast<double>(std::max<std::size_t>(grid_.cells, 1));
    }

    void write_head() {
        output_.print("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {:.0f} {:.0f}\" "
                      "font-family=\"sans-serif\" font-size=\"11\">\n"
                      "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n",
                      left + plot_width + right, height());
        double at = left;
        for (const auto& band : bands_) {
            const auto text = fmt::format("{}, full height {}", band.title, highest_text(band));
            output_.print("<rect x=\"{:.0f}\" y=\"14\" width=\"12\" height=\"12\" fill=\"{}\"/>"
                          "<text x=\"{:.0f}\" y=\"24\">{}</text>\n",
                          at, band.color, at + 17, text);
            at += 40 + 6.5 * static_cast<double>(text.size());
        }
        output_.print("<text x=\"{:.0f}\" y=\"44\" fill=\"#555\">light: 95% interval; blank: no "
                      "samples; cpu is that of --pid or --cgroup, where given{}</text>\n",
                      left,
                      view_.nodes.size() > count_ ? fmt::format("; {} nodes more are not drawn",
                                                                view_.nodes.size() - count_)
                                                  : "");
    }

    void write_node(std::size_t index) {
        const double y = top + static_cast<double>(index) * row_height();
        output_.print("<text x=\"{:.0f}\" y=\"{:.1f}\" text-anchor=\"end\">{}</text>\n", left - 8,
                      y + band_height_ / 2 + 8,
                      escaped(text::shorten_middle(view_.nodes[index].name, 22, true)));
        for (std::size_t i = 0; i < bands_.size(); ++i) {
            const double base = y + static_cast<double>(i + 1) * band_height_;
            output_.print("<path d=\"M{:.0f} {:.1f}h{:.0f}\" stroke=\"#ddd\"/>\n", left, base,
                          plot_width);
            write_area(bands_[i], index, base, true);
            write_area(bands_[i], index, base, false);
        }
    }

    // Draws steps, because cells are averages.
    void write_area(const Band& band, std::size_t index, double base, bool is_interval) {
        if (band.highest <= 0) {
            return;
        }
        const auto& cells = band.cells[index];
        std::string path;
        for (std::size_t i = 0; i < cells.size(); ++i) {
            if (!cells[i]) {
                continue;
            }
            const auto scaled = [&](double value) {
                return (band_height_ - 2) * std::clamp(value / band.highest, 0.0, 1.0);
            };
            const double from = is_interval ? scaled(cells[i]->low) : 0;
            const double to = scaled(is_interval ? cells[i]->high : cells[i]->value);
            const double width = x(i + 1) - x(i);
            if (to - from > 0.05) {
                path += fmt::format("M{:.1f} {:.1f}v{:.1f}h{:.2f}v{:.1f}z", x(i), base - from,
                                    from - to, width, to - from);
            }
        }
        if (!path.empty()) {
            output_.print("<path d=\"{}\" fill=\"{}\" fill-opacity=\"{}\"/>\n", path, band.color,
                          is_interval ? "0.35" : "0.8");
        }
    }

    void write_axis() {
        const double y = height() - bottom + 4;
        const double length = grid_.step * static_cast<double>(grid_.cells);
        if (length <= 0) {
            return;
        }
        const double rough = length / 8;
        const double power = std::pow(10, std::floor(std::log10(rough)));
        const double step = power * (rough / power < 2 ? 1 : rough / power < 5 ? 2 : 5);
        const double first = grid_.at(0);
        for (double at = std::ceil(first / step) * step; at <= first + length * (1 + 1e-9);
             at += step) {
            output_.print("<path d=\"M{0:.1f} {1:.0f}V{2:.1f}\" stroke=\"#bbb\" "
                          "stroke-dasharray=\"2 3\"/><text x=\"{0:.1f}\" y=\"{3:.1f}\" "
                          "text-anchor=\"middle\">{4:g}</text>\n",
                          left + plot_width * (at - first) / length, top, y, y + 13, at);
        }
        output_.print("<text x=\"{:.0f}\" y=\"{:.0f}\" text-anchor=\"middle\">seconds since the "
                      "start of the master, as --from of attribute</text>\n",
                      left + plot_width / 2, y + 28);
    }

    const GlobalView& view_;
    const Grid& grid_;
    text::Output& output_;
    std::size_t count_;
    double band_height_;
    std::array<Band, 3> bands_{
        {{"cpu", "#1f77b4", 0, {}}, {"disk", "#d95f02", 0, {}}, {"network", "#2ca02c", 0, {}}}};
};

} // namespace

void write_nodes_svg(const GlobalView& view, const Grid& grid, text::Output& output) {
    Picture(view, grid, output).write();
}

} // namespace proxima::cli
