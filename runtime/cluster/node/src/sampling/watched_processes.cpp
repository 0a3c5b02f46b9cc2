#include "sampling/watched_processes.hpp"

#include <proxima/base/error.hpp>

#include <algorithm>
#include <filesystem>
#include <set>
#include <string_view>
#include <utility>

namespace proxima::node {
namespace {

namespace fs = std::filesystem;
const fs::path groups_directory = "/sys/fs/cgroup";
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
        threads.push_back(static_cast<int>(Scanner(at->path().filename().native()).number()));
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
        open_group();
    } else if (!watched_.pids.empty()) {
        const auto pid = watched_.pids.front();
        limits_ = ProcessorLimits(pid);
        std::error_code failure;
        if (fs::read_symlink(proc(pid, "ns/net"), failure) !=
            fs::read_symlink("/proc/self/ns/net", failure)) {
            links_ = ProcFile(proc(pid, "net/dev").c_str());
        }
    }
    list();
}

void WatchedProcesses::open_group() {
    const fs::path group = watched_.cgroup;
    const auto file = [](const fs::path& name) { return ProcFile(name.c_str()); };
    if (!fs::exists(group / "cgroup.procs")) {
        throw base::Error(watched_.cgroup, "is not a control group; name its directory, such as "
                                           "/sys/fs/cgroup/job");
    }
    if (fs::exists(group / "cgroup.controllers")) {
        std::vector<int> members;
        list_group(group, members, 0);
        limits_ = ProcessorLimits(group, members.empty() ? 0 : members.front());
        group_ = {file(group / "cpu.stat"),
                  file(group / "io.stat"),
                  file(group / "memory.current"),
                  file(group / "memory.stat"),
                  file(group / "io.pressure"),
                  {},
                  {}};
        return;
    }
    // Version 1 has a directory of the group for each controller.
    const auto name = group.lexically_relative(groups_directory /
                                               *group.lexically_relative(groups_directory).begin());
    const auto of = [&](const char* controller, const char* what) {
        return file(groups_directory / controller / name / what);
    };
    limits_ = ProcessorLimits(groups_directory / "cpu" / name);
    group_.user = of("cpuacct", "cpuacct.usage_user");
    group_.system = of("cpuacct", "cpuacct.usage_sys");
    group_.io = of("blkio", "blkio.throttle.io_service_bytes_recursive");
    group_.memory = of("memory", "memory.usage_in_bytes");
    group_.events = of("memory", "memory.stat");
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
    std::map<int, Thread> threads;
    for (const int thread : threads_of(pid)) {
        const auto known = process.threads.find(thread);
        const std::string path = "task/" + std::to_string(thread) + "/schedstat";
        threads.emplace(thread, known != process.threads.end()
                                    ? std::move(known->second)
                                    : Thread{ProcFile(proc(pid, path.c_str()).c_str())});
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
    // Without an account of the group, others may have come and gone as well.
    has_unseen_ = has_unseen_ || (listed_ns_ != 0 && !watched_.cgroup.empty() && !has_account() &&
                                  std::any_of(wanted.begin(), wanted.end(),
                                              [&](int pid) { return !processes_.contains(pid); }));
    std::erase_if(processes_, [&](const auto& known) { return !wanted.contains(known.first); });
    for (const int pid : wanted) {
        open_process(pid);
    }
    sockets_.list(found);
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

void WatchedProcesses::add_threads(Process& process, Values& sums) {
    for (auto& [number, thread] : process.threads) {
        const auto text = thread.schedstat.read();
        if (text.empty()) {
            continue; // it has ended
        }
        Scanner times(text);
        const auto ran = times.number();
        const auto waited = times.number();
        sums[Metric::process_run_wait] += waited / 1000;
        const auto more_ran = thread.is_new ? 0 : ran - thread.ran_ns;
        const auto more_waited = thread.is_new ? 0 : waited - thread.waited_ns;
        all_ran_ns_ += more_ran;
        if (more_ran + more_waited > longest_ran_ns_ + longest_waited_ns_) {
            longest_ran_ns_ = more_ran;
            longest_waited_ns_ = more_waited;
        }
        thread.ran_ns = ran;
        thread.waited_ns = waited;
        thread.is_new = false;
    }
}

// The busiest thread decides how long an interval was busy. Where threads have come and gone
// between samples, all processor time of the interval counts, one after the other.
void WatchedProcesses::add_busiest(Values& sums, std::uint64_t now_ns) {
    const auto so_far = [&](Metric metric) {
        return totals_[static_cast<std::size_t>(metric)].so_far(sums[metric]);
    };
    const auto cpu_us = so_far(Metric::process_user) + so_far(Metric::process_system);
    const auto used_ns = last_ns_ == 0 ? 0 : (cpu_us - std::min(last_cpu_us_, cpu_us)) * 1000;
    const auto unseen_ns = used_ns - std::min(all_ran_ns_, used_ns);
    if (last_ns_ != 0 && unseen_ns > used_ns / 2 && unseen_ns > 2000 * us_per_tick_) {
        longest_ran_ns_ = std::max(longest_ran_ns_, std::min(used_ns, now_ns - last_ns_));
    }
    // Waiting is counted when it ends, maybe for intervals before; no thread has more than all
    // time.
    if (begin_ns_ == 0) {
        begin_ns_ = now_ns;
    }
    const auto left_ns = now_ns - begin_ns_ - busy_ns_ - busy_wait_ns_;
    const auto ran_ns = std::min(longest_ran_ns_, left_ns);
    const auto waited_ns = std::min(longest_waited_ns_, left_ns - ran_ns);
    busy_ns_ += ran_ns;
    busy_wait_ns_ += waited_ns;
    stopped_us_ += limits_.stopped_us(waited_ns / 1000);
    longest_ran_ns_ = longest_waited_ns_ = all_ran_ns_ = 0;
    last_cpu_us_ = cpu_us;
    last_ns_ = now_ns;
    sums[Metric::process_busy] = busy_ns_ / 1000;
    sums[Metric::process_busy_wait] = busy_wait_ns_ / 1000;
    sums[Metric::process_throttled] = stopped_us_;
}

// Takes from the control group what it has: it also counts processes that have ended. Controllers
// of version 1 may know less than the processes: Linux 6.10 and newer count bytes only for limits.
void WatchedProcesses::read_group(Sample& sample, Values& sums) const {
    const bool is_version_1 = group_.user.is_open();
    const auto set = [&](Metric metric, std::uint64_t value) {
        auto& sum = sums[metric];
        sum = is_version_1 ? std::max(sum, value) : value;
        sample.set(metric, sum);
    };
    if (const auto text = group_.cpu.read(); !text.empty()) {
        set(Metric::process_user, number_of(text, "user_usec"));
        set(Metric::process_system, number_of(text, "system_usec"));
    }
    if (is_version_1) {
        set(Metric::process_user, Scanner(group_.user.read()).number() / 1000);
        set(Metric::process_system, Scanner(group_.system.read()).number() / 1000);
    }
    if (group_.io.is_open()) {
        const auto text = group_.io.read(); // empty: nothing read or written
        set(Metric::process_read, sum_of(text, "rbytes=") + sum_of(text, " Read "));
        set(Metric::process_written, sum_of(text, "wbytes=") + sum_of(text, " Write "));
    }
    if (const auto text = group_.memory.read(); !text.empty()) {
        set(Metric::process_memory, Scanner(text).number() / 1024);
    }
    if (const auto text = group_.events.read(); !text.empty()) {
        const auto major = number_of(text, "pgmajfault");
        set(Metric::process_major_faults, major);
        set(Metric::process_faults, number_of(text, "pgfault") - major);
    }
    if (const auto waited_us = total_of(group_.pressure.read(), "some")) {
        set(Metric::process_io_wait, *waited_us);
    }
}

// Where only processes tell what they read and wrote, that is not known once others have computed
// in the group, which began and ended without being seen.
void WatchedProcesses::forget_unseen(Sample& sample, const Values& seen, const Values& sums) {
    const auto all_us = sums[Metric::process_user] + sums[Metric::process_system];
    const auto seen_us = seen_.so_far(seen[Metric::process_user] + seen[Metric::process_system]);
    const auto unseen_us = static_cast<double>(all_us) - static_cast<double>(seen_us);
    if (first_all_us_ == 0) {
        first_all_us_ = all_us;
        first_unseen_us_ = unseen_us;
    }
    const double rounding_us = 2.0 * static_cast<double>(us_per_tick_ * (processes_.size() + 3));
    const double most_us = 0.1 * static_cast<double>(all_us - first_all_us_) + rounding_us;
    has_unseen_ = has_unseen_ || unseen_us - first_unseen_us_ > most_us;
    const auto bytes = [&](const Values& of) {
        return of[Metric::process_read] + of[Metric::process_written];
    };
    const bool group_tells =
        bytes(sums) > bytes(seen) || (group_.io.is_open() && !group_.user.is_open());
    for (auto i = static_cast<std::size_t>(Metric::process_user); i < metric_count; ++i) {
        const auto metric = static_cast<Metric>(i);
        const bool is_bytes = metric == Metric::process_read || metric == Metric::process_written;
        if (has_unseen_ && metrics[i].group == MetricGroup::processes &&
            (is_bytes ? !group_tells : !has_account())) {
            sample.unset(metric);
        }
    }
}

void WatchedProcesses::read_sockets(Sample& sample, Values& sums) {
    const auto set = [&](Metric metric, std::uint64_t value) {
        sums[metric] = value;
        sample.set(metric, value);
    };
    if (links_.is_open()) {
        const auto [received, sent] = traffic_of_links(links_.read());
        set(Metric::process_sent, sent);
        set(Metric::process_received, received);
        set(Metric::process_round_trips, 0);
        set(Metric::process_uncounted, 0);
    } else if (sockets_.is_available()) {
        sockets_.read();
        const auto total = sockets_.total();
        set(Metric::process_sent, total.sent);
        set(Metric::process_received, total.received);
        set(Metric::process_round_trips, total.round_trips);
        set(Metric::process_uncounted, uncounted_.bytes(sockets_.has_uncounted()));
    }
}

void WatchedProcesses::read(Sample& sample, std::uint64_t now_ns) {
    const bool all_are_listed = now_ns - listed_ns_ >= list_every_ns;
    if (all_are_listed) {
        list();
        listed_ns_ = now_ns;
    }
    Values sums{};
    bool may_read_io = true;
    const std::uint64_t kib_per_page = static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE)) / 1024;
    for (auto at = processes_.begin(); at != processes_.end();) {
        auto& process = at->second;
        Scanner fields(fields_of_stat(process.stat.read()));
        if (const auto state = fields.word(); state.empty() || state == "Z" || state == "X") {
            at = processes_.erase(at);
            continue;
        }
        ++at;
        ++sums[Metric::process_count];
        fields.skip(6);
        sums[Metric::process_faults] += fields.number() + fields.number();
        sums[Metric::process_major_faults] += fields.number() + fields.number();
        const auto user = fields.number();
        const auto system = fields.number();
        sums[Metric::process_user] += (user + fields.number()) * us_per_tick_;
        sums[Metric::process_system] += (system + fields.number()) * us_per_tick_;
        fields.skip(6);
        sums[Metric::process_memory] += fields.number() * kib_per_page;
        const auto io = process.io.read();
        may_read_io = may_read_io && !io.empty();
        sums[Metric::process_read] += number_of(io, "read_bytes");
        sums[Metric::process_written] += number_of(io, "write_bytes");
        add_threads(process, sums);
    }
    for (auto metric = Metric::process_count; metric < Metric::process_read;
         metric = static_cast<Metric>(static_cast<int>(metric) + 1)) {
        sample.set(metric, 0);
    }
    if (may_read_io) { // another user's are not readable
        sample.set(Metric::process_read, 0);
        sample.set(Metric::process_written, 0);
    }
    const auto seen = sums;
    read_group(sample, sums);
    read_sockets(sample, sums);
    add_busiest(sums, now_ns);
    sample.set(Metric::process_busy, 0);
    sample.set(Metric::process_busy_wait, 0);
    if (limits_.are_known()) {
        sample.set(Metric::process_throttled, 0);
    }
    if (all_are_listed || has_unseen_) {
        forget_unseen(sample, seen, sums);
    }
    for (std::size_t i = 0; i < metric_count; ++i) {
        const auto metric = static_cast<Metric>(i);
        if (sample.has(metric) && metrics[i].group == MetricGroup::processes) {
            const bool is_counter = metrics[i].kind == MetricKind::counter;
            sample.set(metric, is_counter ? totals_[i].so_far(sums[metric]) : sums[metric]);
        }
    }
}

} // namespace proxima::node
