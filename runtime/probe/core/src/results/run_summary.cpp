#include "results/run_summary.hpp"

#include <algorithm>

namespace proxima::detail {
namespace {

// Bound for problems of all ranks: a problem usually hits each of them.
constexpr std::size_t most_problems = 64;

void add_new(std::vector<std::string>& lines, const std::vector<std::string>& more,
             std::size_t most = most_problems) {
    for (const std::string& line : more) {
        const bool is_new = std::find(lines.begin(), lines.end(), line) == lines.end();
        if (is_new && lines.size() < most) {
            lines.push_back(line);
        }
    }
}

void put(format::Bytes& bytes, const std::vector<std::string>& lines) {
    bytes.put(static_cast<std::uint64_t>(lines.size()));
    for (const std::string& line : lines) {
        bytes.put_string(line);
    }
}

void put(format::Bytes& bytes, const std::vector<NamedLevelChange>& changes) {
    bytes.put(static_cast<std::uint64_t>(changes.size()));
    for (const NamedLevelChange& change : changes) {
        bytes.put(change.at).put(change.rank).put_string(change.method).put_string(change.to);
        bytes.put(change.share);
    }
}

std::vector<NamedLevelChange> changes_from(format::ByteReader& bytes) {
    std::vector<NamedLevelChange> changes(bytes.get_count(2 * sizeof(double)));
    for (NamedLevelChange& change : changes) {
        bytes.get(change.at);
        bytes.get(change.rank);
        change.method = bytes.get_string();
        change.to = bytes.get_string();
        bytes.get(change.share);
    }
    return changes;
}

std::vector<std::string> lines_from(format::ByteReader& bytes) {
    std::vector<std::string> lines(bytes.get_count(sizeof(std::uint32_t)));
    for (std::string& line : lines) {
        line = bytes.get_string();
    }
    return lines;
}

} // namespace

void RunSummary::merge(const RunSummary& other) {
    totals.threads += other.totals.threads;
    totals.buffers += other.totals.buffers;
    totals.invocations += other.totals.invocations;
    totals.without_origin += other.totals.without_origin;
    totals.records += other.totals.records;
    totals.bytes += other.totals.bytes;
    totals.losses.add(other.totals.losses);
    totals.overhead += other.totals.overhead;
    totals.samples += other.totals.samples;
    totals.sampling += other.totals.sampling;
    totals.lives += other.totals.lives;
    totals.use.cpu += other.totals.use.cpu;
    const bool is_known = totals.use.run_wait >= 0 && other.totals.use.run_wait >= 0;
    totals.use.run_wait = is_known ? totals.use.run_wait + other.totals.use.run_wait : -1;
    changes.insert(changes.end(), other.changes.begin(), other.changes.end());
    add_new(problems, other.problems);
    failure = failure.empty() ? other.failure : failure;
    add_new(methods, other.methods, methods.size() + other.methods.size());
    graph.merge(other.graph);
}

void RunSummary::add_problems(const std::vector<std::string>& more) {
    add_new(problems, more, problems.size() + more.size());
}

std::string RunSummary::bytes() const {
    format::Bytes bytes;
    bytes.put(totals);
    put(bytes, changes);
    put(bytes, problems);
    bytes.put_string(failure);
    put(bytes, methods);
    graph.put(bytes);
    return {bytes.data(), bytes.size()};
}

RunSummary RunSummary::from(const std::string& text) {
    format::ByteReader bytes(text);
    RunSummary summary;
    bytes.get(summary.totals);
    summary.changes = changes_from(bytes);
    summary.problems = lines_from(bytes);
    summary.failure = bytes.get_string();
    summary.methods = lines_from(bytes);
    summary.graph = RankGraph::get(bytes);
    return summary;
}

} // namespace proxima::detail
