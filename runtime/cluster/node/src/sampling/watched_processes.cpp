#include "sampling/watched_processes.hpp"

#include <proxima/base/error.hpp>

#include <algorithm>
#include <filesystem>
#include <set>
#include <string_view>

namespace proxima::node {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t list_every_ns = 1'000'000'000;
constexpr std::size_t most_processes = 4096;

std::string proc(int pid, const char* what) {
    return "/proc/" + std::to_string(pid) + "/" + what;
}

// Returns the fields after the name; the name may contain any character.
std::string_view fields_of_stat(std::string_view text) {
    const auto end = text.rfind(')');
    return end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
}

void add_numbers(const ProcFile& file, std::vector<int>& found) {
    Scanner numbers(file.read());
    while (!numbers.at_end()) {
        found.push_back(static_cast<int>(numbers.number()));
    }
}

std::vector<int> threads_of(int pid) {
    std::vector<int> threads;
    std::error_code failure;
    for (fs::directory_iterator at(proc(pid, "task"), failure), end; !failure && at != end;
         at.increment(failure)) {
        threads.push_back(std::atoi(at->path().filename().c_str()));
    }
    return threads;
}

} // namespace

WatchedProcesses::WatchedProcesses(WatchTargets watched)
    : watched_(std::move(watched)),
      us_per_tick_(1'000'000 / static_cast<std::uint64_t>(::sysconf(_SC_CLK_TCK))) {
    for (const int pid : watched_.pids) {
        if (!fs::exists(proc(pid, "stat"))) {
            throw base::Error("no process " + std::to_string(pid));
        }
    }
    if (!watched_.cgroup.empty()) {
        group_cpu_ = ProcFile((watched_.cgroup + "/cpu.stat").c_str());
        if (number_of(group_cpu_.read(), "usage_usec") == 0 &&
            !fs::exists(watched_.cgroup + "/cgroup.procs")) {
            throw base::Error(watched_.cgroup, "is not a control group of version 2; name its "
                                               "directory, such as /sys/fs/cgroup/job");
        }
    }
    list();
}

void WatchedProcesses::list_descendants(int pid, std::vector<int>& found) const {
    std::vector<int> waiting{pid};
    while (!waiting.empty() && found.size() < most_processes) {
        const int next = waiting.back();
        waiting.pop_back();
        found.push_back(next);
        for (const int thread : threads_of(next)) {
            const std::string path = "task/" + std::to_string(thread) + "/children";
            add_numbers(ProcFile(proc(next, path.c_str()).c_str()), waiting);
        }
    }
}

void WatchedProcesses::list_group(const std::string& directory, std::vector<int>& found,
                                  int depth) const {
    constexpr int deepest = 16;
    add_numbers(ProcFile((directory + "/cgroup.procs").c_str()), found);
    std::error_code failure;
    for (fs::directory_iterator at(directory, failure), end;
         !failure && at != end && depth < deepest; at.increment(failure)) {
        if (at->is_directory(failure)) {
            list_group(at->path(), found, depth + 1);
        }
    }
}

void WatchedProcesses::open_process(int pid) {
    auto& process = processes_[pid];
    if (!process.stat.is_open()) {
        process.stat = ProcFile(proc(pid, "stat").c_str());
        process.io = ProcFile(proc(pid, "io").c_str());
    }
    std::map<int, ProcFile> threads;
    for (const int thread : threads_of(pid)) {
        const auto known = process.threads.find(thread);
        const std::string path = "task/" + std::to_string(thread) + "/schedstat";
        threads.emplace(thread, known != process.threads.end()
                                    ? std::move(known->second)
                                    : ProcFile(proc(pid, path.c_str()).c_str()));
    }
    process.threads = std::move(threads);
}

void WatchedProcesses::list() {
    std::vector<int> found;
    for (const int pid : watched_.pids) {
        list_descendants(pid, found);
    }
    if (!watched_.cgroup.empty()) {
        list_group(watched_.cgroup, found, 0);
    }
    const std::set<int> wanted(found.begin(), found.end());
    std::erase_if(processes_, [&](const auto& known) { return !wanted.contains(known.first); });
    for (const int pid : wanted) {
        open_process(pid);
    }
}

std::vector<int> WatchedProcesses::threads() const {
    std::vector<int> threads;
    for (const auto& [pid, process] : processes_) {
        for (const auto& [thread, file] : process.threads) {
            threads.push_back(thread);
        }
    }
    return threads;
}

void WatchedProcesses::read(Sample& sample, std::uint64_t now_ns) {
    if (now_ns - listed_ns_ >= list_every_ns) {
        list();
        listed_ns_ = now_ns;
    }
    std::array<std::uint64_t, metric_count> sums{};
    const auto sum = [&](Metric metric) -> std::uint64_t& {
        return sums[static_cast<std::size_t>(metric)];
    };
    const std::uint64_t kib_per_page = static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE)) / 1024;
    for (auto at = processes_.begin(); at != processes_.end();) {
        const auto& process = at->second;
        Scanner fields(fields_of_stat(process.stat.read()));
        if (const auto state = fields.word(); state.empty() || state == "Z" || state == "X") {
            at = processes_.erase(at);
            continue;
        }
        ++at;
        ++sum(Metric::process_count);
        fields.skip(6);
        sum(Metric::process_faults) += fields.number() + fields.number();
        sum(Metric::process_major_faults) += fields.number() + fields.number();
        const auto user = fields.number();
        const auto system = fields.number();
        sum(Metric::process_user) += (user + fields.number()) * us_per_tick_;
        sum(Metric::process_system) += (system + fields.number()) * us_per_tick_;
        fields.skip(6);
        sum(Metric::process_memory) += fields.number() * kib_per_page;
        const auto io = process.io.read();
        sum(Metric::process_read) += number_of(io, "read_bytes");
        sum(Metric::process_written) += number_of(io, "write_bytes");
        for (const auto& [thread, file] : process.threads) {
            Scanner times(file.read());
            times.skip(1);
            sum(Metric::process_run_wait) += times.number() / 1000;
        }
    }
    if (const auto text = group_cpu_.read(); !text.empty()) {
        sum(Metric::process_user) = number_of(text, "user_usec");
        sum(Metric::process_system) = number_of(text, "system_usec");
    }
    for (std::size_t i = 0; i < metric_count; ++i) {
        if (metrics[i].group == MetricGroup::processes) {
            sample.set(static_cast<Metric>(i), metrics[i].kind == MetricKind::counter
                                                   ? totals_[i].so_far(sums[i])
                                                   : sums[i]);
        }
    }
}

} // namespace proxima::node
