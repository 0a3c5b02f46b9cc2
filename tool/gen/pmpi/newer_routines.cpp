#include "pmpi/newer_routines.hpp"

#include <algorithm>
#include <sstream>

namespace proxima::gen {
namespace {

// Routines that MPI 4.0 adds to MPI 3.1, without MPI_.
constexpr const char* added = R"(
Allgather_init Allgatherv_init Allreduce_init Alltoall_init Alltoallv_init Alltoallw_init
Barrier_init Bcast_init Comm_create_from_group Comm_idup_with_info Exscan_init Gather_init
Gatherv_init Group_from_session_pset Info_create_env Info_get_string
Intercomm_create_from_groups Isendrecv Isendrecv_replace Neighbor_allgather_init
Neighbor_allgatherv_init Neighbor_alltoall_init Neighbor_alltoallv_init Neighbor_alltoallw_init
Parrived Pready Pready_list Pready_range Precv_init Psend_init Reduce_init
Reduce_scatter_block_init Reduce_scatter_init Scan_init Scatter_init Scatterv_init
Session_call_errhandler Session_create_errhandler Session_finalize Session_get_errhandler
Session_get_info Session_get_nth_pset Session_get_num_psets Session_get_pset_info Session_init
Session_set_errhandler T_category_get_events T_category_get_num_events T_event_callback_get_info
T_event_callback_set_info T_event_copy T_event_get_index T_event_get_info T_event_get_num
T_event_get_source T_event_get_timestamp T_event_handle_alloc T_event_handle_free
T_event_handle_get_info T_event_handle_set_info T_event_read T_event_register_callback
T_event_set_dropped_handler T_source_get_info T_source_get_num T_source_get_timestamp)";

// Routines that have a twin with large counts there, named MPI_X_c.
constexpr const char* with_large_counts = R"(
Accumulate Allgather Allgather_init Allgatherv Allgatherv_init Allreduce Allreduce_init Alltoall
Alltoall_init Alltoallv Alltoallv_init Alltoallw Alltoallw_init Bcast Bcast_init Bsend
Bsend_init Buffer_attach Buffer_detach Exscan Exscan_init File_get_type_extent File_iread_all
File_iread_at_all File_iread_at File_iread File_iread_shared File_iwrite_all File_iwrite_at_all
File_iwrite_at File_iwrite File_iwrite_shared File_read_all_begin File_read_all
File_read_at_all_begin File_read_at_all File_read_at File_read File_read_ordered_begin
File_read_ordered File_read_shared File_write_all_begin File_write_all File_write_at_all_begin
File_write_at_all File_write_at File_write File_write_ordered_begin File_write_ordered
File_write_shared Gather Gather_init Gatherv Gatherv_init Get_accumulate Get Get_count
Get_elements Iallgather Iallgatherv Iallreduce Ialltoall Ialltoallv Ialltoallw Ibcast Ibsend
Iexscan Igather Igatherv Imrecv Ineighbor_allgather Ineighbor_allgatherv Ineighbor_alltoall
Ineighbor_alltoallv Ineighbor_alltoallw Irecv Ireduce Ireduce_scatter_block Ireduce_scatter
Irsend Iscan Iscatter Iscatterv Isend Isendrecv Isendrecv_replace Issend Mrecv
Neighbor_allgather Neighbor_allgather_init Neighbor_allgatherv Neighbor_allgatherv_init
Neighbor_alltoall Neighbor_alltoall_init Neighbor_alltoallv Neighbor_alltoallv_init
Neighbor_alltoallw Neighbor_alltoallw_init Op_create Pack Pack_external Pack_external_size
Pack_size Put Raccumulate Recv Recv_init Reduce Reduce_init Reduce_local Reduce_scatter_block
Reduce_scatter_block_init Reduce_scatter Reduce_scatter_init Register_datarep Rget_accumulate
Rget Rput Rsend Rsend_init Scan Scan_init Scatter Scatter_init Scatterv Scatterv_init Send
Send_init Sendrecv Sendrecv_replace Ssend Ssend_init Type_contiguous Type_create_darray
Type_create_hindexed_block Type_create_hindexed Type_create_hvector Type_create_indexed_block
Type_create_resized Type_create_struct Type_create_subarray Type_get_contents Type_get_envelope
Type_get_extent Type_get_true_extent Type_indexed Type_size Type_vector Unpack Unpack_external
Win_allocate Win_allocate_shared Win_create Win_shared_query)";

void append(std::vector<std::string>& names, const std::string& list, const char* suffix) {
    std::istringstream words(list);
    for (std::string word; words >> word;) {
        names.push_back("MPI_" + word + suffix);
    }
}

} // namespace

std::vector<std::string> routines_unknown_to(const std::vector<MpiFunction>& functions) {
    std::vector<std::string> names;
    append(names, added, "");
    append(names, with_large_counts, "_c");
    const auto is_declared = [&](const std::string& name) {
        return std::any_of(functions.begin(), functions.end(),
                           [&](const MpiFunction& function) { return function.name == name; });
    };
    names.erase(std::remove_if(names.begin(), names.end(), is_declared), names.end());
    return names;
}

} // namespace proxima::gen
