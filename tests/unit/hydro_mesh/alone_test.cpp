/// \file
/// The component in a process that nobody has initialised MPI for.

#include "assembly.hpp"

#include <gtest/gtest.h>

#include <mpi.h>

namespace hydro::amr::test {
namespace {

TEST(Alone, InitialisesMpiAndFinalisesIt) {
    int is = 0;
    {
        Assembly assembly;
        MPI_Initialized(&is);
        EXPECT_EQ(is, 0);
        assembly.use([](MeshPort& mesh) {
            mesh.initialize();
            EXPECT_EQ(mesh.ranks(), 1);
            mesh.update_ghosts(0, MeshPort::solution);
        });
        MPI_Finalized(&is);
        EXPECT_EQ(is, 0);
    }
    MPI_Finalized(&is);
    EXPECT_NE(is, 0);
}

} // namespace
} // namespace hydro::amr::test
