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

/// The bins of a call path. A call mostly has the bin of the one before.
class PathBins {
public:
    BinStatistics& of(int bin) {
        if (last_ < bins_.size() && bins_[last_].bin == bin) {
            return bins_[last_];
        }
        const auto found = std::find_if(bins_.begin(), bins_.end(),
                                        [&](const BinStatistics& one) { return one.bin == bin; });
        last_ = static_cast<std::size_t>(found - bins_.begin());
        if (found == bins_.end()) {
            bins_.emplace_back().bin = bin;
        }
        return bins_[last_];
    }
    const std::vector<BinStatistics>& all() const { return bins_; }

private:
    std::vector<BinStatistics> bins_;
    std::size_t last_ = 0;
};

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
            for (const BinStatistics& bin : now_[i].all()) {
                all.push_back(bin);
                all.back().call_path = i;
            }
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
            auto& bin = to[record->call_path].of(bin_of(thread.method(*record), *record));
            bin.durations.add(record->duration_ns);
            bin.communication_ns += record->communication_ns;
        }
    }

    void statistics(const Thread& thread, const BinStatistics* first, std::size_t count) override {
        now_.assign(thread.call_paths.size(), {});
        for (const auto* bin = first; bin != first + count; ++bin) {
            auto& to = now_[bin->call_path].of(bin->bin);
            to.durations.merge(bin->durations);
            to.communication_ns += bin->communication_ns;
        }
    }

    RunDirectory::ThreadFiles files_;
    Progress progress_;
    ReadOutcome outcome_;
    ThreadReader reader_;
    const Thread* thread_ = nullptr;
    std::vector<PathBins> settled_; ///< by call path
    std::vector<PathBins> now_;
    bool is_settled_ = true;
};

} // namespace

class RunFollower::Threads {
public:
    Threads(const RunDirectory& run, std::optional<std::uint64_t> rank) : run_(run), rank_(rank) {
        try {
            info_ = load_run_info(run.run_file());
        } catch (const Error&) { // then times are less exact
        }
    }

    CallGraph look(std::vector<std::string>& problems) {
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
        auto graph = build_call_graph(methods(), PartsOf::ranks, [this](RecordVisitor& builder) {
            for (const auto& [key, thread] : threads_) {
                thread->give(builder);
            }
        });
        for (const auto& [key, thread] : threads_) {
            problems.insert(problems.end(), thread->problems().begin(), thread->problems().end());
        }
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
    std::optional<std::uint64_t> rank_;
    std::optional<RunInfo> info_;
    std::map<std::pair<std::uint64_t, std::uint64_t>, std::unique_ptr<FollowedThread>> threads_;
};

RunFollower::RunFollower(const RunDirectory& run, std::optional<std::uint64_t> rank)
    : threads_(std::make_unique<Threads>(run, rank)) {
}

RunFollower::~RunFollower() = default;

CallGraph RunFollower::look(std::vector<std::string>& problems) {
    return threads_->look(problems);
}

} // namespace proxima::rundir
