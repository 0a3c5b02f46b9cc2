// What belongs to a lane besides the ring itself: call tree, record file, encoder.
#pragma once

#include "encoding/encoder.hpp"
#include "encoding/format.hpp"
#include "sampling/sampled_lane.hpp"
#include "system/disk_budget.hpp"
#include "tree/tree.hpp"

#include <proxima/lane.hpp>

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

namespace proxima::detail {

// The part of the ring file behind the columns, where chunks wait to be written. Has room for the
// largest block after it has been found not to be full yet.
constexpr std::size_t chunk_room = std::size_t{384} * 1024;
constexpr std::size_t most_places_bytes = 16 + stream_capacity(lane_capacity);
constexpr std::size_t enough_chunks = std::size_t{64} * 1024;
// What emptying the columns adds at most.
constexpr std::size_t most_drained_bytes =
    2 * format::ChunkHeader::size + Encoder::most_block_bytes + most_places_bytes;
static_assert(enough_chunks + most_drained_bytes <= chunk_room);
static_assert(format::ChunkHeader::size + format::most_definition_bytes + most_drained_bytes <=
              chunk_room);

constexpr std::size_t chunk_offset = (sizeof(Lane) + lane_page - 1) / lane_page * lane_page;
// Behind them, calls of MPI by node: of those that have room.
constexpr std::size_t counted_nodes = 8192;
constexpr std::size_t mpi_calls_offset = chunk_offset + chunk_room;
constexpr std::size_t ring_size = mpi_calls_offset + counted_nodes * sizeof(std::uint64_t);

// In the header page of a ring file, at ring_missing_offset: invocations that are neither in the
// record file nor in the ring.
struct RingMissing {
    std::uint64_t without_columns; // if the columns are empty
    std::uint64_t with_columns;    // if they are not
};

constexpr std::size_t ring_missing_offset = 304;

// At the end of the header page, of lanes that could not begin files of their own.
struct RingOthers {
    std::uint64_t lanes;
    std::uint64_t invocations; // that have left their columns
};

constexpr std::size_t ring_others_offset = lane_page - sizeof(RingOthers);

// Where a lane's files go, and whether there are any.
struct LaneFiles {
    std::string record;
    std::string ring;
    std::uint32_t rank = 0;
    std::uint32_t number = 0;
};

// An open invocation of a folded node, which can have several.
struct FoldedInvocation {
    TreeNode* node = nullptr;
    std::uintptr_t frame = 0;        // see Node
    std::uint64_t start = 0;         // thread time
    std::uint64_t children = 0;      // ticks in invocations of folded nodes directly below it
    std::uint64_t communication = 0; // of the innermost node that is not folded, at the beginning
    std::uint64_t mpi_calls = 0;     // the same
};

class LaneState {
public:
    // Reserves the ring's address. What is recorded is up to `recordings`, if it is not null.
    // Throws std::bad_alloc.
    explicit LaneState(std::uint32_t depth_limit, const Recordings* recordings = nullptr,
                       LaneCounters counters = {});
    LaneState(const LaneState&) = delete;
    LaneState& operator=(const LaneState&) = delete;
    ~LaneState();

    Lane& lane() noexcept { return *lane_; }
    Tree& tree() noexcept { return tree_; }
    std::mutex& mutex() noexcept { return mutex_; }
    LaneCounters& counters() noexcept { return counters_; }

    // All that follow are called with the mutex held.

    // Begins to record into new files, which may take from `budget`, if it is not null; if that is
    // not possible, nothing is recorded. Throws std::bad_alloc, and can be called again then.
    void open_files(LaneFiles files, const Clock& clock, DiskBudget* budget);
    // What its ring file says of lanes without files; null if it has none itself.
    RingOthers* others() noexcept;
    // Without files of its own: what is lost with it if the process is killed is counted there.
    void count_among(RingOthers& others) noexcept;
    // Moves its files, while they are written to, and says which rank they are of. Returns an errno
    // value; then they are where they were.
    int move_files(LaneFiles files);
    // Encodes as if there were files, and discards it.
    void encode_without_file(const Clock& clock) noexcept;
    // Says who writes to the lane from now on.
    void begin_thread(std::uint64_t thread, std::uint64_t system_id, const Clock& clock);
    // The child of `parent` at `site`, made if needed; beyond the depth limit a folded one.
    TreeNode* child(TreeNode& parent, Site site);
    TreeNode& add_node(TreeNode& parent, Site site, const SiteInfo& where);
    // Appends an invocation that has left its node.
    void append(const TreeNode& node, std::uint64_t start, std::uint64_t end,
                std::uint64_t communication, const std::uint64_t* parameters,
                const std::uint64_t* counted) noexcept;
    // Adds calls of MPI that an invocation of the node, which has been appended, has made itself.
    void count_mpi_calls(TreeNode& node, std::uint64_t calls) noexcept;
    // Encodes what waits in the columns, and empties them.
    void drain() noexcept;
    // Ends the lane: everything is written, later invocations are dropped. The ring file goes if
    // the record file has all that it had.
    void close() noexcept;
    // Of a closed lane whose ring file is still there: gives back what it takes on the disk beyond
    // the columns, which a thread may still be filling. Statistics that no other file has stay.
    // Returns how many invocations only the ring file had.
    std::uint64_t give_back_disk() noexcept;
    // When nothing in the ring file is needed any longer.
    void remove_ring() noexcept;
    // Counts the invocations that are open, as if they ended now. Leaving them does nothing then.
    void end_open_invocations(std::uint64_t now) noexcept;
    // Forgets the invocations that the thread leaves open when it exits.
    void drop_open_invocations() noexcept;
    // Before a fork: remembers what the child needs, which will see the parent go on in the ring.
    void prepare_fork() noexcept;
    // In the child of a fork: drops all that is of the parent but the path of open invocations,
    // which count from now on. False if there is no memory for that; then nothing may be done with
    // the lane.
    bool become_child(std::uint64_t now) noexcept;
    // In the child of a fork, for a lane of a thread that is not there: gives back its memory, and
    // no more, because the thread may have been in the middle of anything.
    void abandon() noexcept;

    // Of a lane that was closed while its thread went on: the invocations that have ended since
    // then, which are in nothing. It may still be at it.
    std::uint64_t late() const noexcept {
        return late_ + __atomic_load_n(&lane_->head.count, __ATOMIC_RELAXED);
    }
    // One is left out for that reason.
    void drop_late() noexcept { late_ += closed_ ? 1 : 0; }

    // Copies the ring into a directory, as it is now; with the mutex not held.
    bool copy_ring(const std::string& directory);

    bool closed() const noexcept { return closed_; }
    bool records() const noexcept { return recording_; }
    std::uint64_t invocations() const noexcept { return invocations_; }
    std::uint64_t recorded() const noexcept { return recorded_; }
    // In the statistics but not in the record file; and in neither.
    std::uint64_t lost() const noexcept { return lost_; }
    std::uint64_t forgotten() const noexcept { return forgotten_; }
    // Of a closed lane, if the call graph is not written: the invocations that are in no file, and
    // how many of lost() are not so any longer, since there are no statistics of them.
    std::uint64_t only_in_graph() const noexcept;
    std::uint64_t lost_without_graph() const noexcept { return keeps_statistics_ ? 0 : lost_; }
    std::uint64_t record_bytes() const noexcept { return record_file_.size(); }
    // What stopped the recording: an errno value, or limit_reached.
    int error() const noexcept { return error_; }
    const std::string& record_path() const noexcept { return files_.record; }
    const LaneFiles& files() const noexcept { return files_; }
    // Whether open_files() has been called, successfully or not.
    bool has_files() const noexcept { return !files_.record.empty(); }

    // Its place among the lanes of the run, which names its files.
    std::uint32_t number = 0;
    // The open invocations of folded nodes, the innermost last.
    std::vector<FoldedInvocation> folded;

private:
    // Both return an errno value, and leave no file of theirs after an error.
    int begin_files(const LaneFiles& files);
    int map_ring(std::string path, const Lane& held) noexcept;
    // The ring file has both names, if it is `linked`.
    int move_ring(const std::string& to, bool linked) const noexcept;
    void prepare_lane(Node* current, std::uint64_t overhead) noexcept;
    void fill_header() noexcept;
    void add_chunk(ChunkType type, const Bytes& payload) noexcept;
    // What a new node needs besides its place in the tree.
    void equip(TreeNode& node);
    void define(const TreeNode& node);
    // Encodes the first `count` invocations of the columns, and adds them to the statistics.
    void take_columns(std::uint64_t count) noexcept;
    void drain_between_invocations() noexcept;
    void add_block(Lane& lane, const Encoder::Batch& batch, const std::uint64_t* places);
    // The same as take_columns(), where not all invocations may be recorded.
    void take_sample(std::uint64_t count);
    void add_statistics();
    void add_mpi_calls();
    void publish_mpi_calls(const TreeNode& node) noexcept;
    void write_chunks() noexcept;
    // What the limit of the configuration leaves of the chunks from `chunk` on. Returns an errno
    // value.
    int write_definitions(const unsigned char* chunk) noexcept;
    void write_up_to_limit() noexcept;
    // Whether invocations are recorded still: beyond the limit only what goes with statistics is.
    bool records_invocations() const noexcept { return recording_ && error_ == 0; }
    void lose(std::uint64_t count) noexcept;
    void lose_unwritten(int error) noexcept;
    void say_that_recording_stopped(int error) const noexcept;
    void stop_recording(int error) noexcept;
    RingMissing& missing() noexcept;
    void publish_missing() noexcept;
    void cut_ring() const noexcept;
    // Which has not vanished with the run directory.
    bool has_ring() const noexcept;
    void write_end();
    unsigned char* chunks() noexcept;
    bool write_ring(int file) noexcept;

    std::mutex mutex_;
    Lane* lane_; // in a mapping of ring_size bytes, which this owns
    Tree tree_;
    const Recordings* recordings_;
    LaneCounters counters_;
    std::unique_ptr<SampledLane> sampled_; // null: all invocations are recorded
    Encoder encoder_;
    const Clock* clock_ = nullptr;
    std::uint32_t depth_limit_;
    LaneFiles files_;
    File record_file_;
    ClockPair beginning_; // of the record file
    DiskBudget* budget_ = nullptr;
    RingOthers* others_ = nullptr; // another lane's, where this one's invocations are counted
    Node* current_at_fork_ = nullptr;
    std::uint64_t overhead_at_fork_ = 0;
    bool recording_ = false;         // into a file that is open, or discarding it
    bool has_communication_ = false; // of an invocation in the columns
    bool closed_ = false;
    bool keeps_statistics_ = false; // when closed: a file has them, of all invocations that ended
    int error_ = 0;
    std::unordered_map<const MethodInfo*, std::uint32_t> methods_; // by their numbers in the file
    std::uint64_t blocks_ = 0;
    std::uint64_t invocations_ = 0;
    std::uint64_t recorded_ = 0; // encoded, written or not
    std::uint64_t unwritten_ = 0;
    std::uint64_t only_in_ring_ = 0;   // of lost_: in a ring file that stays
    std::uint64_t ended_with_run_ = 0; // of invocations_: those that were open
    std::uint64_t lost_ = 0;
    std::uint64_t forgotten_ = 0;
    std::uint64_t late_ = 0;    // without those in the columns, modulo 2^64
    std::uint64_t missing_ = 0; // the invocations that neither the record nor the ring file has
};

} // namespace proxima::detail
