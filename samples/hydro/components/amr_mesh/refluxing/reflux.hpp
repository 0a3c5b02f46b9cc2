// Refluxing: coarse cells beside finer ones take the finer cells' fluxes.
#pragma once

#include "message_passing/messages.hpp"
#include "patches/neighbourhood.hpp"

#include <vector>

namespace hydro::amr {

class Reflux {
public:
    Reflux() = default;

    // Collective over the forest's ranks.
    Reflux(const Forest& forest, const BlockIndex& index, const Patches& patches);

    void run(Patches& patches);

private:
    struct Asked;
    struct Request;

    // A row of fine faces whose means, two by two, are needed.
    struct Mean {
        std::ptrdiff_t fluxes = 0; // offset of variable 0
        std::ptrdiff_t plane = 0;
        std::ptrdiff_t to = 0;
        int length = 0; // coarse faces
    };

    // A row of coarse cells and the faces that they share with finer ones.
    struct Correction {
        Side side = Side::x_low;
        bool is_remote = false;
        std::ptrdiff_t means = 0;
        std::ptrdiff_t fluxes = 0; // offset in the coarse patch
        std::ptrdiff_t flux_plane = 0;
        std::ptrdiff_t cell = 0; // offset of variable 0
        std::ptrdiff_t step = 0; // from cell to cell
        std::ptrdiff_t plane = 0;
        double scale = 0; // signed 1 / dx
        int length = 0;
    };

    static Mean mean_of(const Patches& patches, int block, Side side, int level_block,
                        std::ptrdiff_t to);
    static Correction correction_of(const Patches& patches, int patch, const FineSide& fine);
    void plan_messages(const Forest& forest, const Patches& patches,
                       const std::vector<std::vector<Asked>>& asked);
    static void take_means(const std::vector<Mean>& means, const double* fluxes, double* to);
    void correct(const Correction& correction, Patches& patches) const;

    std::vector<Mean> local_;
    std::vector<std::vector<Mean>> outgoing_; // for each message
    std::vector<Correction> corrections_;     // sides in x first
    std::vector<double> local_means_;
    Messages messages_;
};

} // namespace hydro::amr
