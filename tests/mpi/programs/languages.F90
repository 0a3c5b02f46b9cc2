! One call of each kind, as in languages.c; built for each Fortran interface of MPI.
#ifdef USE_MPI_F08
#define COMM type(MPI_Comm)
#define DATATYPE type(MPI_Datatype)
#define FILE type(MPI_File)
#define MESSAGE type(MPI_Message)
#define REQUEST type(MPI_Request)
#define STATUS type(MPI_Status)
#define WINDOW type(MPI_Win)
#else
#define COMM integer
#define DATATYPE integer
#define FILE integer
#define MESSAGE integer
#define REQUEST integer
#define STATUS integer, dimension(MPI_STATUS_SIZE)
#define WINDOW integer
#endif
program languages
#ifdef USE_MPI_F08
  use mpi_f08
#elif defined(USE_MPI)
  use mpi
#endif
  implicit none
#if !defined(USE_MPI_F08) && !defined(USE_MPI)
  include 'mpif.h'
#endif
  integer :: error, rank, ranks, next, last, i, level, length, keyval, coordinates(1)
  integer :: a(10), b(10), c(40), counts(4), places(4), sum
  integer(MPI_ADDRESS_KIND) :: bytes, place, extra
  integer(MPI_OFFSET_KIND) :: offset
  logical :: flag, periodic(1), kept(1)
  double precision :: time
  character(MPI_MAX_PROCESSOR_NAME) :: name
  COMM :: part, copy, ring, line
  DATATYPE :: pair
  FILE :: file
  MESSAGE :: message
  REQUEST :: requests(2), one
  STATUS :: state
  WINDOW :: window

  call MPI_Init_thread(MPI_THREAD_SINGLE, level, error)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, error)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, error)
  next = mod(rank + 1, ranks)
  last = mod(rank + ranks - 1, ranks)
  a = rank
  time = MPI_Wtime()
  call MPI_Get_processor_name(name, length, error)

  do i = 1, 3
    call MPI_Irecv(b, 10, MPI_INTEGER, last, i, MPI_COMM_WORLD, requests(1), error)
    call MPI_Isend(a, 10, MPI_INTEGER, next, i, MPI_COMM_WORLD, requests(2), error)
    call MPI_Waitall(2, requests, MPI_STATUSES_IGNORE, error)
  end do
  call MPI_Irecv(b, 10, MPI_INTEGER, MPI_ANY_SOURCE, 4, MPI_COMM_WORLD, one, error)
  call MPI_Send(a, 5, MPI_INTEGER, next, 4, MPI_COMM_WORLD, error)
  call MPI_Wait(one, state, error)
  call MPI_Get_count(state, MPI_INTEGER, length, error)
  if (length /= 5 .or. b(5) /= last) call MPI_Abort(MPI_COMM_WORLD, 1, error)
  call MPI_Sendrecv(a, 2, MPI_INTEGER, next, 5, b, 10, MPI_INTEGER, last, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE, error)
  call MPI_Send_init(a, 3, MPI_INTEGER, next, 6, MPI_COMM_WORLD, requests(1), error)
  call MPI_Recv_init(b, 3, MPI_INTEGER, last, 6, MPI_COMM_WORLD, requests(2), error)
  do i = 1, 4
    call MPI_Startall(2, requests, error)
    call MPI_Waitall(2, requests, MPI_STATUSES_IGNORE, error)
  end do
  call MPI_Waitall(0, requests, MPI_STATUSES_IGNORE, error)
  call MPI_Request_free(requests(1), error)
  call MPI_Request_free(requests(2), error)
  call MPI_Send(a, 4, MPI_INTEGER, next, 7, MPI_COMM_WORLD, error)
  call MPI_Mprobe(last, 7, MPI_COMM_WORLD, message, state, error)
  call MPI_Mrecv(b, 4, MPI_INTEGER, message, state, error)
  call MPI_Type_contiguous(2, MPI_INTEGER, pair, error)
  call MPI_Type_commit(pair, error)
  call MPI_Sendrecv(a, 2, pair, next, 8, b, 2, pair, last, 8, MPI_COMM_WORLD, state, error)
  call MPI_Type_free(pair, error)
  call MPI_Recv(b, 1, MPI_INTEGER, MPI_PROC_NULL, 9, MPI_COMM_WORLD, state, error)

  call MPI_Barrier(MPI_COMM_WORLD, error)
  call MPI_Bcast(a(1:9:2), 5, MPI_INTEGER, 0, MPI_COMM_WORLD, error)
  if (a(3) /= 0 .or. a(4) /= rank) call MPI_Abort(MPI_COMM_WORLD, 2, error)
  call MPI_Allreduce(MPI_IN_PLACE, b, 10, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, error)
  call MPI_Reduce(a, b, 10, MPI_INTEGER, MPI_MAX, ranks - 1, MPI_COMM_WORLD, error)
  call MPI_Gather(a, 2, MPI_INTEGER, c, 2, MPI_INTEGER, 0, MPI_COMM_WORLD, error)
  call MPI_Scatter(c, 2, MPI_INTEGER, b, 2, MPI_INTEGER, 0, MPI_COMM_WORLD, error)
  counts = [1, 2, 3, 4]
  places = [0, 1, 3, 6]
  call MPI_Allgatherv(a, rank + 1, MPI_INTEGER, c, counts, places, MPI_INTEGER, MPI_COMM_WORLD, error)
  call MPI_Gatherv(MPI_IN_PLACE, 0, MPI_INTEGER, c, counts, places, MPI_INTEGER, 0, MPI_COMM_SELF, error)
  counts = 2
  places = [0, 2, 4, 6]
  call MPI_Alltoallv(a, counts, places, MPI_INTEGER, c, counts, places, MPI_INTEGER, MPI_COMM_WORLD, error)
  call MPI_Reduce_scatter(a, b, counts, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, error)
  call MPI_Scan(rank, sum, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, error)
  call MPI_Iallreduce(rank, sum, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, one, error)
  call MPI_Wait(one, MPI_STATUS_IGNORE, error)

  call MPI_Comm_split(MPI_COMM_WORLD, mod(rank, 2), rank, part, error)
  call MPI_Comm_dup(part, copy, error)
  call MPI_Comm_set_name(copy, 'copy', error)
  call MPI_Allreduce(rank, sum, 1, MPI_INTEGER, MPI_SUM, copy, error)
  extra = 0
  call MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, MPI_COMM_NULL_DELETE_FN, keyval, extra, error)
  call MPI_Comm_set_attr(copy, keyval, extra, error)
  call MPI_Comm_get_attr(copy, keyval, extra, flag, error)
  call MPI_Comm_delete_attr(copy, keyval, error)
  call MPI_Comm_free_keyval(keyval, error)
  call MPI_Comm_free(copy, error)
  call MPI_Comm_free(part, error)
  periodic = .true.
  kept = .true.
  call MPI_Cart_create(MPI_COMM_WORLD, 1, [ranks], periodic, .false., ring, error)
  coordinates = rank
  call MPI_Cart_rank(ring, coordinates, i, error)
  call MPI_Cart_sub(ring, kept, line, error)
  call MPI_Comm_free(line, error)
  call MPI_Comm_free(ring, error)

  bytes = 40
  place = 0
  call MPI_Win_create(b, bytes, 4, MPI_INFO_NULL, MPI_COMM_WORLD, window, error)
  call MPI_Win_fence(0, window, error)
  call MPI_Put(a, 3, MPI_INTEGER, next, place, 3, MPI_INTEGER, window, error)
  call MPI_Win_fence(0, window, error)
  call MPI_Get(c, 2, MPI_INTEGER, next, place, 2, MPI_INTEGER, window, error)
  call MPI_Win_fence(0, window, error)
  call MPI_Win_free(window, error)

  call MPI_File_open(MPI_COMM_WORLD, 'languages.data', MPI_MODE_CREATE + MPI_MODE_RDWR, MPI_INFO_NULL, file, error)
  offset = 40 * rank
  call MPI_File_write_at(file, offset, a, 10, MPI_INTEGER, state, error)
  call MPI_File_read_at_all(file, offset, b, 10, MPI_INTEGER, MPI_STATUS_IGNORE, error)
  call MPI_File_close(file, error)
  call MPI_Finalize(error)
end program
