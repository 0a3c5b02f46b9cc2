#include "patches/merging.hpp"

#include <algorithm>
#include <tuple>

namespace hydro::amr {
namespace {

bool is_before(const Block& a, const Block& b) {
    return std::tie(a.level, a.j, a.i) < std::tie(b.level, b.j, b.i);
}

// Blocks in order, with a mark for those that a rectangle already has.
class Pool {
public:
    explicit Pool(std::vector<Block> blocks) : blocks_(std::move(blocks)) {
        std::sort(blocks_.begin(), blocks_.end(), is_before);
        taken_.resize(blocks_.size(), false);
    }

    const std::vector<Block>& blocks() const noexcept { return blocks_; }
    bool is_taken(std::size_t number) const { return taken_[number]; }

    bool has(const Block& block) const {
        const std::size_t at = find(block);
        return at < blocks_.size() && blocks_[at] == block && !taken_[at];
    }

    void take(const Rectangle& rectangle) {
        for (int y = 0; y < rectangle.ny; ++y) {
            const std::size_t first = find({rectangle.level, rectangle.i, rectangle.j + y});
            std::fill_n(taken_.begin() + static_cast<std::ptrdiff_t>(first), rectangle.nx, true);
        }
    }

private:
    std::size_t find(const Block& block) const {
        return static_cast<std::size_t>(
            std::lower_bound(blocks_.begin(), blocks_.end(), block, is_before) - blocks_.begin());
    }

    std::vector<Block> blocks_;
    std::vector<bool> taken_;
};

// The largest rectangle whose low corner is `corner`; of several the one that is most like a
// square.
Rectangle largest_at(const Pool& pool, const Block& corner, int largest) {
    Rectangle best{corner.level, corner.i, corner.j, 0, 0};
    int height = largest;
    for (int width = 1; width <= largest; ++width) {
        int reached = 0;
        while (reached < height &&
               pool.has({corner.level, corner.i + width - 1, corner.j + reached})) {
            ++reached;
        }
        height = reached;
        if (height == 0) {
            break;
        }
        const int gained = width * height - best.nx * best.ny;
        if (gained > 0 || (gained == 0 && width + height < best.nx + best.ny)) {
            best.nx = width;
            best.ny = height;
        }
    }
    return best;
}

} // namespace

std::vector<Rectangle> merge(std::vector<Block> blocks, int largest) {
    Pool pool(std::move(blocks));
    std::vector<Rectangle> rectangles;
    for (std::size_t number = 0; number < pool.blocks().size(); ++number) {
        if (pool.is_taken(number)) {
            continue;
        }
        rectangles.push_back(largest_at(pool, pool.blocks()[number], largest));
        pool.take(rectangles.back());
    }
    return rectangles;
}

} // namespace hydro::amr
