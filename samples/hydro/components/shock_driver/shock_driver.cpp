#include "integrator_port.hpp"
#include "limits.hpp"
#include "mesh_port.hpp"
#include "png_file.hpp"
#include "refusal.hpp"
#include "run_summary.hpp"
#include "statistics_port.hpp"

#include <proxima/framework/component.hpp>
#include <proxima/framework/go_port.hpp>
#include <proxima/framework/parameters.hpp>
#include <proxima/framework/services.hpp>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <unistd.h>

namespace {

using namespace proxima::framework;
using hydro::IntegratorPort;
using hydro::MeshPort;
using hydro::RunSummary;
using hydro::StatisticsPort;

using Clock = std::chrono::steady_clock;

// Runs the simulation.
class ShockDriver final : public Component, public GoPort {
public:
    void set_services(Services& services) override {
        services_ = &services;
        services.provide<GoPort>("go", *this);
        services.provide<ParameterPort>("parameters", parameters_);
        services.use<MeshPort>("mesh");
        services.use<IntegratorPort>("integrator");
        services.use<StatisticsPort>("statistics");
    }

    int go() override {
        const auto mesh = services_->get<MeshPort>("mesh");
        const auto integrator = services_->get<IntegratorPort>("integrator");
        const auto statistics = services_->get<StatisticsPort>("statistics");
        check_output(*mesh);
        RunSummary summary;
        summary.ranks = mesh->ranks();
        mesh->initialize();
        summary.begin = statistics->summarize(0);
        const auto begin = Clock::now();
        const bool finite = run(*mesh, *integrator, *statistics, summary);
        summary.seconds = std::chrono::duration<double>(Clock::now() - begin).count();
        summary.end = statistics->summarize(summary.time);
        summary.cells = mesh->cells();
        write_output(*mesh, summary);
        if (mesh->rank() == 0) {
            std::printf("%s\n", to_line(summary).c_str());
            std::fflush(stdout);
        }
        if (!finite && mesh->rank() == 0) {
            std::fprintf(stderr, "%s: no stable step any more at time %g\n",
                         std::string(services_->instance_name()).c_str(), summary.time);
        }
        return finite ? 0 : 1;
    }

private:
    // Runs to the end time. Returns false if the solution has become invalid.
    bool run(MeshPort& mesh, IntegratorPort& integrator, StatisticsPort& statistics,
             RunSummary& summary) const {
        const double sheet_time = statistics.time_of_sheet();
        while (summary.time < end_time_ && summary.steps < max_steps_) {
            const double stable = cfl_ * integrator.stable_step();
            if (!std::isfinite(stable) || stable <= 0) {
                return false;
            }
            const double left = end_time_ - summary.time;
            const bool last = stable >= left;
            integrator.advance(last ? left : stable);
            summary.time = last ? end_time_ : summary.time + stable;
            ++summary.steps;
            summary.cell_updates += mesh.cells();
            if (std::isnan(summary.sheet_time) && summary.time >= sheet_time) {
                summary.sheet_time = summary.time;
                summary.circulation_per_length = statistics.circulation_per_length(summary.time);
            }
            adapt(mesh, summary);
        }
        return true;
    }

    void adapt(MeshPort& mesh, RunSummary& summary) const {
        const auto due = [&](std::int64_t interval) {
            return interval > 0 && summary.steps % interval == 0;
        };
        if (due(regrid_interval_)) {
            const hydro::MeshChange change = mesh.regrid();
            summary.refined += change.refined;
            summary.coarsened += change.coarsened;
        }
        if (due(balance_interval_)) {
            summary.moved += mesh.balance().moved;
        }
    }

    // Checks the output before the run, so that a long run does not fail at its end. Throws on all
    // ranks.
    void check_output(const MeshPort& mesh) const {
        if (output_.empty()) {
            return;
        }
        const std::filesystem::path folder = std::filesystem::absolute(output_).parent_path();
        const int error = access(folder.c_str(), W_OK) == 0 ? 0 : errno;
        if (mesh.maximum(error) > 0) {
            throw hydro::refusal(services_->instance_name(), "output", output_,
                                 "a path where files can be written (" + folder.string() + ": " +
                                     std::strerror(error) + ")");
        }
    }

    void write_output(MeshPort& mesh, const RunSummary& summary) const {
        if (output_.empty()) {
            return;
        }
        if (mesh.rank() == 0) {
            std::ofstream file(output_ + ".json");
            file << to_json(summary) << std::flush;
            if (!file) {
                throw std::runtime_error(output_ + ".json: cannot be written");
            }
        }
        if (picture_width_ > 0) {
            write_picture(mesh);
        }
    }

    void write_picture(const MeshPort& mesh) const {
        const int width = static_cast<int>(picture_width_);
        const int height = static_cast<int>(
            std::lround(std::clamp(width * mesh.height() / mesh.width(), 1.0, largest_picture)));
        std::vector<float> pixels(static_cast<std::size_t>(width) *
                                  static_cast<std::size_t>(height));
        mesh.sample_density(width, height, pixels.data());
        if (mesh.rank() == 0) {
            hydro::write_png(output_ + ".png", width, height, pixels);
        }
    }

    static constexpr double largest_picture = 16384; // pixels along a side

    Services* services_ = nullptr;
    Parameters parameters_;
    const double& end_time_ =
        parameters_.add_real("end_time", "of the simulation", 0.5, 0.0, hydro::largest_quantity);
    const double& cfl_ = parameters_.add_real(
        "cfl", "time step as a part of the largest stable one", 0.4, 1e-6, 1.0);
    const std::int64_t& max_steps_ =
        parameters_.add_int("max_steps", "the run ends after so many", 1000000000, 0);
    const std::int64_t& regrid_interval_ =
        parameters_.add_int("regrid_interval", "steps from one regrid to the next; 0: never", 4, 0);
    const std::int64_t& balance_interval_ = parameters_.add_int(
        "balance_interval", "steps from one load balance to the next; 0: never", 20, 0);
    const std::string& output_ = parameters_.add_string(
        "output", "path of the files written at the end, without extension; empty: none", "");
    const std::int64_t& picture_width_ =
        parameters_.add_int("picture_width", "of the picture of the density, pixels; 0: none", 1024,
                            0, static_cast<std::int64_t>(largest_picture));
};

} // namespace

PROXIMA_COMPONENT(ShockDriver, ShockDriver)
