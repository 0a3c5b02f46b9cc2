#include "lane/lane_state.hpp"

#include "lane/thread.hpp"

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <fcntl.h>
#include <new>
#include <sys/mman.h>
#include <unistd.h>

namespace proxima::detail {

namespace {

constexpr std::string_view ring_magic("\x89PXQ\r\n\x1a\n", 8);
constexpr std::uint32_t ring_version = 1;

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

// Offset of the first value of a column: its element 0 is not part of the format.
std::uint64_t column_offset(std::size_t offset) noexcept {
    return offset + sizeof(std::uint64_t);
}

} // namespace

static_assert(offsetof(LaneHead, chunk_bytes) == 88 && offsetof(LaneHead, block) == 96 &&
              offsetof(LaneHead, count) == 104 && offsetof(Lane, end) == lane_page);

LaneState::LaneState(std::uint32_t depth_limit, const Recordings* recordings)
    : lane_(map_lane()), tree_(short_way ? lane_ : nullptr), recordings_(recordings),
      depth_limit_(depth_limit) {
    if (recordings != nullptr && recordings->binned) {
        sampled_ = std::make_unique<SampledLane>(*recordings);
    }
    prepare_lane(&tree_.root(), 0);
}

void LaneState::prepare_lane(Node* current, std::uint64_t overhead) noexcept {
    lane_->head.current = current;
    lane_->head.overhead = overhead;
    lane_->head.state = this;
    lane_->head.busy = nowhere;
}

LaneState::~LaneState() {
    munmap(lane_, ring_size);
}

unsigned char* LaneState::chunks() noexcept {
    return reinterpret_cast<unsigned char*>(lane_) + chunk_offset;
}

void LaneState::open_files(LaneFiles files, const Clock& clock, DiskBudget* budget) {
    files_ = std::move(files);
    budget_ = budget;
    clock_ = &clock;
    if (const int error = begin_files(); error != 0) {
        record_file_ = File();
        files_.ring.clear();
        stop_recording(error);
        return;
    }
    recording_ = true;
    if (sampled_ != nullptr) {
        sampled_->sampler().differ_by(files_.rank * std::uint64_t{1000} + files_.number);
    }
    for (std::size_t id = 1; id < tree_.size(); ++id) {
        define(tree_.node(id));
    }
}

// Files that were there already are another's, and stay.
int LaneState::begin_files() {
    int error = record_file_.create(files_.record, O_WRONLY | O_APPEND);
    if (error == 0) {
        error = map_ring();
        if (error == 0) {
            error = begin_record();
        }
        if (error != 0) {
            unlink(files_.record.c_str());
        }
    }
    return error;
}

int LaneState::begin_record() {
    beginning_ = clock_->pair();
    const Bytes header =
        file_header(files_.rank, files_.number, clock_->ticks_per_second(), beginning_);
    const int error = record_file_.append(header.data(), header.size());
    if (error != 0) {
        unlink(files_.ring.c_str());
    }
    return error;
}

// The ring file is in both places while the record file moves, so that at any instant one of them
// has the lane whole.
int LaneState::move_files(LaneFiles files) {
    if (files_.record.empty()) {
        return 0;
    }
    const Bytes header =
        file_header(files.rank, files.number, clock_->ticks_per_second(), beginning_);
    std::string there = files.record; // what takes memory comes first
    std::string home = files_.record;
    const bool linked = link(files_.ring.c_str(), files.ring.c_str()) == 0; // not everywhere
    int error = record_file_.move(std::move(there));
    if (error != 0) {
        if (linked) {
            unlink(files.ring.c_str());
        }
        return error == ENOENT ? 0 : error; // there are none
    }
    error = move_ring(files.ring, linked);
    if (error == 0) {
        error = record_file_.overwrite(header.data(), header.size());
        if (error != 0) {
            rename(files.ring.c_str(), files_.ring.c_str());
        }
    }
    if (error != 0) {
        record_file_.move(std::move(home));
        return error;
    }
    files_ = std::move(files);
    fill_header();
    return 0;
}

int LaneState::move_ring(const std::string& to, bool linked) noexcept {
    const char* const from = files_.ring.c_str();
    if ((linked ? unlink(from) : rename(from, to.c_str())) == 0) {
        return 0;
    }
    const int error = errno;
    if (linked) {
        unlink(to.c_str());
    }
    return error;
}

void LaneState::encode_without_file(const Clock& clock) noexcept {
    clock_ = &clock;
    recording_ = true;
}

// Puts the ring file where the lane is already, with what the lane holds, so that its address
// stays.
int LaneState::map_ring() {
    File ring;
    if (const int error = ring.create(files_.ring, O_RDWR); error != 0) {
        return error;
    }
    if (const int error = ring.reserve(ring_size); error != 0) {
        unlink(files_.ring.c_str());
        return error;
    }
    const auto keep = std::make_unique<Lane>(*lane_);
    if (ring.map(lane_, ring_size) == nullptr) {
        unlink(files_.ring.c_str());
        return ENOMEM;
    }
    *lane_ = *keep;
    fill_header();
    if (sampled_ != nullptr) {
        sampled_->publish_in(std::move(ring), ring_size, *lane_);
    }
    return 0;
}

void LaneState::fill_header() noexcept {
    unsigned char* to = lane_->head.file_header;
    std::memcpy(to, ring_magic.data(), ring_magic.size());
    to += ring_magic.size();
    to = put_number(to, ring_version);
    to = put_number(to, files_.rank);
    to = put_number(to, files_.number);
    to = put_number(to, static_cast<std::uint32_t>(lane_capacity));
    to = put_number(to, static_cast<std::uint32_t>(lane_more_words));
    to = put_number(to, static_cast<std::uint32_t>(chunk_room));
    to = put_number(to, column_offset(offsetof(Lane, end)));
    to = put_number(to, column_offset(offsetof(Lane, start)));
    to = put_number(to, column_offset(offsetof(Lane, communication)));
    to = put_number(to, column_offset(offsetof(Lane, node)));
    to = put_number(to, column_offset(offsetof(Lane, first_word)));
    to = put_number(to, column_offset(offsetof(Lane, more_words)));
    put_number(to, std::uint64_t{chunk_offset});
}

void LaneState::begin_thread(std::uint64_t thread, std::uint64_t system_id, const Clock& clock) {
    const ClockPair pair = clock.pair();
    encoder_.begin(pair.ticks - lane_->head.overhead);
    if (recording_) {
        add_chunk(ChunkType::thread, thread_payload(thread, system_id, pair));
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
    if (sampled_ != nullptr) {
        const MethodInfo& method = *node.where->method;
        node.bins =
            std::make_unique<Bins>(recordings_->of(method.qualified, method.qualified_with_types));
    }
    if (recording_) {
        define(node);
    }
}

void LaneState::define(const TreeNode& node) {
    auto method = methods_.find(node.where->method);
    if (method == methods_.end()) {
        const auto next = static_cast<std::uint32_t>(methods_.size());
        const Bytes payload = method_payload(next, *node.where->method);
        method = methods_.emplace(node.where->method, next).first;
        add_chunk(ChunkType::method, payload);
    }
    add_chunk(ChunkType::node, node_payload(node.id, node.parent->id, method->second, node.folded,
                                            *node.where->instance));
}

void LaneState::add_chunk(ChunkType type, const Bytes& payload) noexcept {
    if (!recording_) {
        return;
    }
    const std::size_t size = chunk_header_size + payload.size();
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
    std::memcpy(chunk + chunk_header_size, payload.data(), payload.size());
    put_chunk_header(chunk, type, payload.size());
    __atomic_store_n(&lane_->head.chunk_bytes, lane_->head.chunk_bytes + size, __ATOMIC_RELEASE);
}

void LaneState::append(const TreeNode& node, std::uint64_t start, std::uint64_t end,
                       std::uint64_t communication, const std::uint64_t* words) noexcept {
    const std::size_t more = node.words > 1 ? node.words - 1 : 0;
    const std::size_t later = lane_words_reserved * (lane_capacity - lane_->head.count - 1);
    if (lane_->head.more_words + more + later > lane_more_words) {
        drain();
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
        lane_->first_word[index] = words[0];
        std::copy_n(words + 1, more, lane_->more_words + 1 + lane_->head.more_words);
        __atomic_store_n(&lane_->head.more_words, lane_->head.more_words + more, __ATOMIC_RELAXED);
    }
    __atomic_store_n(&lane_->head.count, index, __ATOMIC_RELEASE);
    if (index == lane_capacity) {
        drain();
    }
}

void LaneState::drain() noexcept {
    take_columns(lane_->head.count);
    // In this order: at any moment a reader can tell whether the columns are in the chunks already.
    __atomic_store_n(&lane_->head.count, 0, __ATOMIC_RELEASE);
    __atomic_store_n(&lane_->head.more_words, 0, __ATOMIC_RELAXED);
    if (sampled_ != nullptr) {
        sampled_->published().begin_columns();
    }
    if (has_communication_) {
        std::memset(lane_->communication, 0, sizeof lane_->communication);
        has_communication_ = false;
    }
    if (blocks_ != lane_->head.block) {
        __atomic_store_n(&lane_->head.block, blocks_, __ATOMIC_RELEASE);
        if (lane_->head.chunk_bytes >= enough_chunks) {
            write_chunks();
        }
    }
}

// The lane's thread may still be running and filling the columns: what is its own is only read.
void LaneState::close() noexcept {
    take_columns(__atomic_load_n(&lane_->head.count, __ATOMIC_ACQUIRE));
    if (recording_) {
        try {
            write_end();
        } catch (const std::bad_alloc&) {
            stop_recording(ENOMEM);
        }
    }
    if (!files_.ring.empty()) {
        unlink(files_.ring.c_str());
    }
    if (sampled_ != nullptr) {
        sampled_->published().close();
    }
    record_file_.close();
    closed_ = true;
}

void LaneState::end_open_invocations(std::uint64_t now) noexcept {
    std::uint64_t communication = 0;
    for (Node* open = lane_->head.current; open != open->parent; open = open->parent) {
        auto& node = static_cast<TreeNode&>(*open);
        communication += node.communication;
        const std::uint64_t end = node.has_ended() ? node.ended : now - lane_->head.overhead;
        node.statistics.add(end - node.start, communication);
        node.lane = nullptr; // of a child of a fork, the lane is not there
        ++invocations_;
    }
    lane_->head.current = &tree_.root();
}

void LaneState::drop_open_invocations() noexcept {
    for (Node* open = lane_->head.current; open != open->parent; open = open->parent) {
        auto& node = static_cast<TreeNode&>(*open);
        node.ended = node.communication = 0;
        node.lane = short_way ? lane_ : nullptr;
    }
    tree_.root().communication = 0;
    folded.clear();
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
    // The lane stays where it was, and with it the way in which each of them has to be left.
    for (Node* open = current; open != open->parent; open = open->parent) {
        auto& node = static_cast<TreeNode&>(*open);
        const bool ended = node.has_ended();
        node.start = now - overhead;
        node.ended = ended ? node.start : 0;
    }
    for (FoldedInvocation& invocation : folded) {
        invocation.start = now - overhead;
        invocation.children = invocation.communication = 0;
    }
    tree_.clear_statistics();
    if (sampled_ != nullptr) {
        sampled_->published().close();
    }
    methods_.clear();
    record_file_ = File();
    files_ = {};
    recording_ = false;
    closed_ = false;
    error_ = 0;
    blocks_ = 0;
    has_communication_ = false;
    invocations_ = recorded_ = unwritten_ = lost_ = forgotten_ = 0;
    return true;
}

} // namespace proxima::detail
