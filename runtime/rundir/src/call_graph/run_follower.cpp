#include "call_graph/building.hpp"
#include "records/thread_reader.hpp"

#include <proxima/rundir/error.hpp>
#include <proxima/rundir/record_reader.hpp>
#include <proxima/rundir/run_follower.hpp>

#include <map>
#include <memory>
#include <utility>

namespace proxima::rundir {
namespace {

/// A thread's statistics until now.
class FollowedThread : public RecordVisitor {
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

    const Thread* thread() const { return thread_; } ///< null: nothing has been read
    const std::vector<std::string>& problems() const { return outcome_.problems; }

    void give(RecordVisitor& to) const {
        if (thread_ == nullptr) {
            return;
        }
        std::vector<BinStatistics> all;
        for (std::size_t i = 0; i < now_.size(); ++i) {
            all.push_back(now_[i]);
            all.back().call_path = i;
        }
        to.statistics(*thread_, all.data(), all.size());
        to.end_thread(*thread_);
    }

private:
    void begin_thread(const Thread& thread) override { thread_ = &thread; }

    void records(const Thread& thread, const Record* first, std::size_t count) override {
        auto& to = is_settled_ ? settled_ : now_;
        to.resize(thread.call_paths.size());
        for (const auto* record = first; record != first + count; ++record) {
            to[record->call_path].durations.add(record->duration_ns);
            to[record->call_path].communication_ns += record->communication_ns;
        }
    }

    void statistics(const Thread& thread, const BinStatistics* first, std::size_t count) override {
        now_.assign(thread.call_paths.size(), {});
        for (const auto* bin = first; bin != first + count; ++bin) {
            now_[bin->call_path].durations.merge(bin->durations);
            now_[bin->call_path].communication_ns += bin->communication_ns;
        }
    }

    RunDirectory::ThreadFiles files_;
    Progress progress_;
    ReadOutcome outcome_;
    ThreadReader reader_;
    const Thread* thread_ = nullptr;
    std::vector<BinStatistics> settled_; ///< by call path
    std::vector<BinStatistics> now_;
    bool is_settled_ = true;
};

} // namespace

class RunFollower::Threads {
public:
    explicit Threads(const RunDirectory& run) : run_(run) {
        try {
            info_ = load_run_info(run.run_file());
        } catch (const Error&) { // then times are less exact
        }
    }

    CallGraph look(std::vector<std::string>& problems) {
        for (auto& files : run_.thread_files()) {
            auto& thread = threads_[{files.rank, files.number}];
            if (thread == nullptr) {
                thread = std::make_unique<FollowedThread>(files, info_ ? &*info_ : nullptr);
            }
            thread->look();
        }
        auto graph = build_call_graph(methods(), PartsOf::ranks, [this](RecordVisitor& builder) {
            for (const auto& [key, thread] : threads_) {
                thread->give(builder);
            }
        });
        for (const auto& [key, thread] : threads_) {
            problems.insert(problems.end(), thread->problems().begin(), thread->problems().end());
        }
        graph.bins.clear();
        return graph;
    }

private:
    std::vector<Method> methods() const {
        std::vector<Method> methods;
        for (const auto& [key, thread] : threads_) {
            if (thread->thread() != nullptr) {
                add_new_methods(thread->thread()->methods, methods);
            }
        }
        return methods;
    }

    RunDirectory run_;
    std::optional<RunInfo> info_;
    std::map<std::pair<std::uint64_t, std::uint64_t>, std::unique_ptr<FollowedThread>> threads_;
};

RunFollower::RunFollower(const RunDirectory& run) : threads_(std::make_unique<Threads>(run)) {
}

RunFollower::~RunFollower() = default;

CallGraph RunFollower::look(std::vector<std::string>& problems) {
    return threads_->look(problems);
}

} // namespace proxima::rundir
