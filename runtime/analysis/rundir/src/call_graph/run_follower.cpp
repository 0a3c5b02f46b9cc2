#include "call_graph/building.hpp"
#include "records/thread_reader.hpp"

#include <proxima/rundir/record_reader.hpp>
#include <proxima/rundir/run_follower.hpp>

#include <memory>
#include <utility>

namespace proxima::rundir {

// Keeps the statistics of a thread. Settled ones cannot change any more.
class RunFollower::FollowedThread : public RecordVisitor {
public:
    FollowedThread(RunDirectory::ThreadFiles files, const RunInfo* info)
        : files_(std::move(files)), reader_(files_, info, *this, progress_, outcome_) {}

    void look() {
        reader_.look([this] {
            now_ = settled_;
            is_settled_ = false;
        });
        is_settled_ = true;
    }

    const Thread* thread() const { return thread_; } // null: nothing has been read
    const std::vector<std::string>& problems() const { return outcome_.problems; }

    void give(RecordVisitor& to) const {
        if (thread_ != nullptr) {
            now_.give(*thread_, to);
            to.end_thread(*thread_);
        }
    }

private:
    void begin_thread(const Thread& thread) override { thread_ = &thread; }

    void records(const Thread& thread, const Record* first, std::size_t count) override {
        auto& to = is_settled_ ? settled_ : now_;
        for (const auto* record = first; record != first + count; ++record) {
            to.add(thread, *record);
        }
    }

    void statistics(const Thread&, const BinStatistics* first, std::size_t count) override {
        now_ = {};
        std::for_each_n(first, count, [this](const BinStatistics& bin) { now_.set(bin); });
    }

    RunDirectory::ThreadFiles files_;
    ReadProgress progress_;
    ReadOutcome outcome_;
    ThreadReader reader_;
    const Thread* thread_ = nullptr;
    ThreadStatistics settled_;
    ThreadStatistics now_;
    bool is_settled_ = true;
};

RunFollower::RunFollower(const RunDirectory& run, std::optional<std::uint64_t> rank)
    : run_(run), rank_(rank), info_(run_info_if_readable(run)) {
}

RunFollower::~RunFollower() = default;

CallGraph RunFollower::look(std::vector<std::string>& problems) {
    for (auto& files : run_.thread_files()) {
        if (rank_ && files.rank != *rank_) {
            continue;
        }
        auto& thread = threads_[{files.rank, files.number}];
        if (thread == nullptr) {
            thread = std::make_unique<FollowedThread>(files, info_ ? &*info_ : nullptr);
        }
        thread->look();
    }
    std::vector<RecordedMethod> methods;
    for (const auto& [key, thread] : threads_) {
        if (thread->thread() != nullptr) {
            add_new_methods(thread->thread()->methods, methods);
        }
        problems.insert(problems.end(), thread->problems().begin(), thread->problems().end());
    }
    return build_call_graph(std::move(methods), PartsOf::ranks, run_.record_bytes(),
                            [this](RecordVisitor& builder) {
                                for (const auto& [key, thread] : threads_) {
                                    thread->give(builder);
                                }
                            });
}

} // namespace proxima::rundir
