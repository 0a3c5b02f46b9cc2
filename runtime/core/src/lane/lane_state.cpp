#include "lane/lane_state.hpp"

#include "lane/thread.hpp"

#include <algorithm>
#include <cerrno>
#include <new>
#include <sys/mman.h>
#include <unistd.h>
#include <utility>

namespace proxima::detail {

namespace {

void* map_private(void* address) noexcept {
    const int flags = MAP_PRIVATE | MAP_ANONYMOUS | (address == nullptr ? 0 : MAP_FIXED);
    void* const mapping = mmap(address, ring_size, PROT_READ | PROT_WRITE, flags, -1, 0);
    return mapping == MAP_FAILED ? nullptr : mapping;
}

Lane* map_lane() {
    void* const mapping = map_private(nullptr);
    if (mapping == nullptr) {
        throw std::bad_alloc();
    }
    return static_cast<Lane*>(mapping);
}

} // namespace

LaneState::LaneState(std::uint32_t depth_limit, const Recordings* recordings, LaneCounters counters)
    : lane_(map_lane()), tree_(short_way ? lane_ : nullptr), recordings_(recordings),
      counters_(std::move(counters)), depth_limit_(depth_limit) {
    if (recordings != nullptr && recordings->binned) {
        sampled_ = std::make_unique<SampledLane>(*recordings);
    }
    prepare_lane(&tree_.root(), 0);
}

void LaneState::prepare_lane(Node* current, std::uint64_t overhead) noexcept {
    lane_->head.current = current;
    lane_->head.overhead = overhead;
    lane_->head.state = this;
    lane_->busy = nowhere;
}

LaneState::~LaneState() {
    munmap(lane_, ring_size);
}

unsigned char* LaneState::chunks() noexcept {
    return reinterpret_cast<unsigned char*>(lane_) + chunk_offset;
}

void LaneState::encode_without_file(const Clock& clock) noexcept {
    clock_ = &clock;
    recording_ = true;
}

void LaneState::begin_thread(std::uint64_t thread, std::uint64_t system_id, const Clock& clock) {
    clock_ = &clock;
    const ClockPair pair = clock.pair();
    encoder_.begin(pair.ticks - lane_->head.overhead);
    if (recording_) {
        add_chunk(ChunkType::thread, write(format::ThreadStart{thread, system_id, written(pair)}));
    }
}

TreeNode* LaneState::child(TreeNode& parent, Site site) {
    if (TreeNode* const known = Tree::find_child(parent, site)) {
        return known;
    }
    const SiteInfo* const where = registry().site(site);
    if (where == nullptr || where->method->words.size() > Encoder::most_words) {
        return nullptr;
    }
    return &add_node(parent, site, *where);
}

TreeNode& LaneState::add_node(TreeNode& parent, Site site, const SiteInfo& where) {
    TreeNode& node = tree_.make_child(parent, site, where, parent.depth >= depth_limit_);
    try {
        equip(node);
    } catch (const std::bad_alloc&) {
        tree_.drop_last();
        throw;
    }
    Tree::link(node);
    return node;
}

void LaneState::equip(TreeNode& node) {
    encoder_.prepare(node);
    if (counters_.count() != 0) {
        node.counters = std::make_unique<NodeCounters>();
    }
    if (sampled_ != nullptr) {
        const MethodInfo& method = *node.where->method;
        node.bins =
            std::make_unique<Bins>(recordings_->of(method.qualified, method.qualified_with_types));
        sampled_->sampler().prepare(node);
    }
    if (recording_) {
        define(node);
    }
}

void LaneState::define(const TreeNode& node) {
    auto method = methods_.find(node.where->method);
    if (method == methods_.end()) {
        const auto next = static_cast<std::uint32_t>(methods_.size());
        const Bytes payload = format::write_method(next, *node.where->method);
        method = methods_.emplace(node.where->method, next).first;
        add_chunk(ChunkType::method, payload);
    }
    add_chunk(ChunkType::node,
              format::write_node(node.id, node.parent->id, method->second, node.folded,
                                 *node.where->instance, *node.where->binding));
}

void LaneState::add_chunk(ChunkType type, const Bytes& payload) noexcept {
    if (!recording_) {
        return;
    }
    const std::size_t size = format::ChunkHeader::size + payload.size();
    if (lane_->head.chunk_bytes + size > chunk_room - most_drained_bytes) {
        write_chunks();
    }
    if (!recording_) {
        return;
    }
    if (size > chunk_room - most_drained_bytes) {
        stop_recording(EMSGSIZE);
        return;
    }
    unsigned char* const chunk = chunks() + lane_->head.chunk_bytes;
    std::memcpy(chunk + format::ChunkHeader::size, payload.data(), payload.size());
    put_chunk_header(chunk, type, payload.size());
    __atomic_store_n(&lane_->head.chunk_bytes, lane_->head.chunk_bytes + size, __ATOMIC_RELEASE);
}

void LaneState::append(const TreeNode& node, std::uint64_t start, std::uint64_t end,
                       std::uint64_t communication, const std::uint64_t* parameters,
                       const std::uint64_t* counted) noexcept {
    const std::size_t more = node.words > 1 ? node.words - 1 : 0;
    const std::size_t later = lane_words_reserved * (lane_capacity - lane_->head.count - 1);
    if (lane_->head.more_words + more + later > lane_more_words) {
        drain_between_invocations();
    }
    const std::uint64_t index = lane_->head.count + 1;
    lane_->end[index] = end;
    lane_->start[index] = start;
    if (communication != 0) {
        lane_->communication[index] = communication;
        has_communication_ = true;
    }
    lane_->node[index] = node.id;
    if (node.words != 0) {
        std::uint64_t* to = lane_->more_words + 1 + lane_->head.more_words;
        for (std::size_t i = 0; i < node.words; ++i) {
            const bool is_parameter = i < node.parameters;
            const std::uint64_t* const from = is_parameter ? parameters : counted;
            const std::size_t at = is_parameter ? i : i - node.parameters;
            *(i == 0 ? lane_->first_word + index : to++) = from == nullptr ? 0 : from[at];
        }
        __atomic_store_n(&lane_->head.more_words, lane_->head.more_words + more, __ATOMIC_RELAXED);
    }
    __atomic_store_n(&lane_->head.count, index, __ATOMIC_RELEASE);
    if (index == lane_capacity) {
        drain_between_invocations();
    }
}

// The thread's own time and counters go on while it does so, and are the runtime's.
void LaneState::drain_between_invocations() noexcept {
    const std::uint64_t begin = clock_->now();
    counters_.begin_own_work();
    drain();
    counters_.end_own_work();
    lane_->head.overhead += clock_->now() - begin;
}

void LaneState::count_mpi_calls(TreeNode& node, std::uint64_t calls) noexcept {
    if (calls != 0 && !closed_) {
        node.ended_mpi_calls += calls;
        publish_mpi_calls(node);
    }
}

// Into the ring file, where they outlive the process.
void LaneState::publish_mpi_calls(const TreeNode& node) noexcept {
    if (node.id < counted_nodes) {
        auto* const place = reinterpret_cast<std::uint64_t*>(
            reinterpret_cast<unsigned char*>(lane_) + mpi_calls_offset);
        __atomic_store_n(place + node.id, node.ended_mpi_calls, __ATOMIC_RELAXED);
    }
}

void LaneState::drain() noexcept {
    if (others_ != nullptr && !closed_) {
        __atomic_fetch_add(&others_->invocations, lane_->head.count, __ATOMIC_RELAXED);
    }
    take_columns(lane_->head.count);
    // In this order: at any moment a reader can tell whether the columns are in the chunks already,
    // or missing.
    __atomic_store_n(&missing().without_columns, missing_, __ATOMIC_RELEASE);
    __atomic_store_n(&lane_->head.count, 0, __ATOMIC_RELEASE);
    __atomic_store_n(&missing().with_columns, missing_, __ATOMIC_RELEASE);
    __atomic_store_n(&lane_->head.more_words, 0, __ATOMIC_RELAXED);
    if (sampled_ != nullptr) {
        sampled_->published().begin_columns();
    }
    if (has_communication_) {
        std::memset(lane_->communication, 0, sizeof lane_->communication);
        has_communication_ = false;
    }
    if (blocks_ != lane_->head.block && !closed_) {
        __atomic_store_n(&lane_->head.block, blocks_, __ATOMIC_RELEASE);
        if (lane_->head.chunk_bytes >= enough_chunks) {
            write_chunks();
        }
    }
}

// The lane's thread may still be running and filling the columns: what is its own is only read.
void LaneState::close() noexcept {
    const std::uint64_t count = __atomic_load_n(&lane_->head.count, __ATOMIC_ACQUIRE);
    const bool had_stopped = !recording_;
    take_columns(count);
    late_ -= count; // they stay in the columns
    if (had_stopped && has_ring()) {
        only_in_ring_ += count;
    }
    if (recording_) {
        try {
            write_end();
        } catch (const std::bad_alloc&) {
            stop_recording(ENOMEM);
        }
    }
    if (recording_ && record_file_.has_vanished()) {
        unwritten_ = recorded_;
        stop_recording(ENOENT);
    }
    if (sampled_ != nullptr) {
        keeps_statistics_ =
            recording_ || (has_ring() && (keeps_statistics_ || sampled_->published().whole()));
        if (!keeps_statistics_) {
            sampled_->published().withdraw();
        }
        sampled_->published().close();
    }
    record_file_.close();
    const bool whole = recording_;
    recording_ = false;
    closed_ = true;
    counters_.freeze(true);
    if (whole) {
        remove_ring();
    }
}

std::uint64_t LaneState::only_in_graph() const noexcept {
    return keeps_statistics_ ? ended_with_run_ : invocations_ - recorded_ - only_in_ring_;
}

void LaneState::end_open_invocations(std::uint64_t now) noexcept {
    std::uint64_t communication = 0;
    counters_.read();
    for (Node* open = lane_->head.current; open != open->parent; open = open->parent) {
        auto& node = static_cast<TreeNode&>(*open);
        communication += node.communication;
        const std::uint64_t end = node.has_ended() ? node.ended : now - lane_->head.overhead;
        node.statistics.add(end - node.start, communication);
        counters_.end(node.counters.get(), node.has_ended());
        node.open_mpi_calls = node.mpi_calls;
        node.lane = nullptr; // of a child of a fork, the lane is not there
        node.parameters = TreeNode::ended_with_run;
        ++invocations_;
        ++ended_with_run_;
    }
    lane_->head.current = &tree_.root();
}

void LaneState::drop_open_invocations() noexcept {
    for (Node* open = lane_->head.current; open != open->parent; open = open->parent) {
        auto& node = static_cast<TreeNode&>(*open);
        node.ended = node.communication = node.mpi_calls = 0;
        node.lane = short_way ? lane_ : nullptr;
    }
    tree_.root().communication = tree_.root().mpi_calls = 0;
    folded.clear();
    counters_.keep_folded(0);
    lane_->head.current = &tree_.root();
}

void LaneState::abandon() noexcept {
    munmap(lane_, ring_size);
}

void LaneState::prepare_fork() noexcept {
    current_at_fork_ = lane_->head.current;
    overhead_at_fork_ = lane_->head.overhead;
}

bool LaneState::become_child(std::uint64_t now) noexcept {
    Node* const current = current_at_fork_;
    const std::uint64_t overhead = overhead_at_fork_;
    // The mapping is shared with the parent: from here on its content is the parent's alone.
    if (map_private(lane_) == nullptr) {
        for (Node* node = current; node != node->parent; node = node->parent) {
            node->lane = nullptr;
        }
        return false;
    }
    prepare_lane(current, overhead);
    counters_.read();
    // The lane stays where it was, and with it the way in which each of them has to be left.
    for (Node* open = current; open != open->parent; open = open->parent) {
        auto& node = static_cast<TreeNode&>(*open);
        const bool ended = node.has_ended();
        node.start = now - overhead;
        node.ended = ended ? node.start : 0;
        counters_.begin(node.counters.get());
        counters_.end_early(node.counters.get());
    }
    counters_.freeze(false);
    counters_.restart_folded();
    for (FoldedInvocation& invocation : folded) {
        invocation.start = now - overhead;
        invocation.children = invocation.communication = invocation.mpi_calls = 0;
    }
    tree_.clear_statistics();
    if (sampled_ != nullptr) {
        sampled_->published().close();
    }
    methods_.clear();
    record_file_ = File();
    files_ = {};
    others_ = nullptr;
    recording_ = false;
    closed_ = keeps_statistics_ = false;
    error_ = 0;
    blocks_ = 0;
    has_communication_ = false;
    invocations_ = recorded_ = unwritten_ = lost_ = forgotten_ = late_ = missing_ = 0;
    only_in_ring_ = ended_with_run_ = 0;
    return true;
}

} // namespace proxima::detail
