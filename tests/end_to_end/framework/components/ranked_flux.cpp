#include "flux_port.hpp"

#include <proxima/framework/component.hpp>
#include <proxima/framework/services.hpp>

#include <mpi.h>
#include <stdexcept>

namespace heat {

using namespace proxima::framework;

// Computes the mean over the ranks, without initialising MPI itself.
class RankedFlux : public Component, public FluxPort {
public:
    void set_services(Services& services) override {
        int initialized = 0;
        MPI_Initialized(&initialized);
        if (initialized == 0) {
            throw std::runtime_error("MPI is not initialised");
        }
        services.provide<FluxPort>("flux", *this);
    }
    double compute(int, double value) override {
        int ranks = 0;
        double sum = 0;
        MPI_Comm_size(MPI_COMM_WORLD, &ranks);
        MPI_Allreduce(&value, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
        return sum / ranks;
    }
};

} // namespace heat

PROXIMA_COMPONENT(RankedFlux, heat::RankedFlux)
