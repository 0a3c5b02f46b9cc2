#include "results/run_summary.hpp"

#include <algorithm>

namespace proxima::detail {

namespace {

// What went wrong on one rank mostly goes wrong on all.
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

std::vector<std::string> lines_from(format::ByteReader& bytes) {
    std::vector<std::string> lines(bytes.get_count(sizeof(std::uint32_t)));
    for (std::string& line : lines) {
        line = bytes.get_string();
    }
    return lines;
}

void put(format::Bytes& bytes, const MethodFacts& facts) {
    bytes.put_string(facts.location).put(static_cast<std::uint64_t>(facts.columns.size()));
    for (const auto& [name, type] : facts.columns) {
        bytes.put_string(name).put_string(type);
    }
    bytes.put(static_cast<std::uint64_t>(facts.instances.size()));
    for (const std::string& instance : facts.instances) {
        bytes.put_string(instance);
    }
}

MethodFacts facts_from(format::ByteReader& bytes) {
    MethodFacts facts;
    facts.location = bytes.get_string();
    const std::uint64_t columns = bytes.get_count(2 * sizeof(std::uint32_t));
    for (std::uint64_t i = 0; i < columns; ++i) {
        std::string name = bytes.get_string();
        facts.columns.emplace_back(std::move(name), bytes.get_string());
    }
    const std::uint64_t instances = bytes.get_count(sizeof(std::uint32_t));
    for (std::uint64_t i = 0; i < instances; ++i) {
        facts.instances.insert(bytes.get_string());
    }
    return facts;
}

} // namespace

void RunSummary::merge(const RunSummary& other) {
    totals.threads += other.totals.threads;
    totals.buffers += other.totals.buffers;
    totals.invocations += other.totals.invocations;
    totals.records += other.totals.records;
    totals.bytes += other.totals.bytes;
    totals.losses.add(other.totals.losses);
    totals.overhead += other.totals.overhead;
    add_new(problems, other.problems);
    add_new(unsaid, other.unsaid);
    for (const auto& more : other.methods) {
        const auto is_same = [&](const auto& method) { return method.first == more.first; };
        const auto known = std::find_if(methods.begin(), methods.end(), is_same);
        if (known == methods.end()) {
            methods.push_back(more);
        } else {
            const auto& instances = more.second.instances;
            known->second.instances.insert(instances.begin(), instances.end());
        }
    }
    graph.merge(other.graph);
}

void RunSummary::add_methods(const std::vector<Registry::MethodUse>& uses) {
    for (const Registry::MethodUse& use : uses) {
        MethodFacts facts;
        facts.location = use.method->location;
        for (const format::Column& column : use.method->columns) {
            facts.columns.emplace_back(column.name, column.type_name);
        }
        facts.instances.insert(use.instances.begin(), use.instances.end());
        methods.emplace_back(
            MethodIdentity{use.method->port, use.method->name, use.method->signature},
            std::move(facts));
    }
}

void RunSummary::add_problems(const std::vector<std::string>& more) {
    add_new(problems, more, problems.size() + more.size());
}

std::string RunSummary::bytes() const {
    format::Bytes bytes;
    bytes.put(totals);
    put(bytes, problems);
    put(bytes, unsaid);
    bytes.put(static_cast<std::uint64_t>(methods.size()));
    for (const auto& [identity, facts] : methods) {
        bytes.put_string(identity.port).put_string(identity.name).put_string(identity.signature);
        put(bytes, facts);
    }
    graph.put(bytes);
    return {bytes.data(), bytes.size()};
}

RunSummary RunSummary::from(const std::string& text) {
    format::ByteReader bytes(text);
    RunSummary summary;
    bytes.get(summary.totals);
    summary.problems = lines_from(bytes);
    summary.unsaid = lines_from(bytes);
    const std::uint64_t methods = bytes.get_count(4 * sizeof(std::uint32_t));
    for (std::uint64_t i = 0; i < methods; ++i) {
        MethodIdentity identity;
        for (std::string* const part : {&identity.port, &identity.name, &identity.signature}) {
            *part = bytes.get_string();
        }
        summary.methods.emplace_back(std::move(identity), facts_from(bytes));
    }
    summary.graph = CallGraph::get(bytes);
    return summary;
}

} // namespace proxima::detail
