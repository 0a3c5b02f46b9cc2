! The sum of all ranks, and each rank's number from its neighbour.
program sum_of_ranks
  use mpi
  implicit none
  integer :: error, rank, ranks, total, neighbour

  call MPI_Init(error)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, error)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, error)
  call MPI_Allreduce(rank, total, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, error)
  call MPI_Sendrecv(rank, 1, MPI_INTEGER, mod(rank + 1, ranks), 0, neighbour, 1, MPI_INTEGER, &
                    mod(rank + ranks - 1, ranks), 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE, error)
  if (neighbour /= mod(rank + ranks - 1, ranks)) call MPI_Abort(MPI_COMM_WORLD, 1, error)
  if (rank == 0) print '(i0)', total
  call MPI_Finalize(error)
end program
