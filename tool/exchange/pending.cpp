#include "exchange/pending.hpp"

#include <proxima/rundir/usable_run.hpp>

#include <algorithm>

namespace proxima::exchange {
namespace {

using rundir::CallPath;
using rundir::Record;
using rundir::Thread;

bool is_caller(const Thread& thread, std::size_t caller, std::size_t call_path) {
    if (thread.call_paths[caller].parent == thread.call_paths[call_path].parent) {
        return false; // mostly
    }
    auto path = call_path;
    do {
        path = thread.call_paths[path].parent;
    } while (path != CallPath::no_parent && path != caller);
    return path == caller;
}

bool records_all(const rundir::RunDirectory& run) {
    const auto info = rundir::readable_run_info(run);
    return !info || info->recording.empty() || info->recording == "all";
}

} // namespace

Containment::Containment(const rundir::RunDirectory& run) : all_are_recorded_(records_all(run)) {
}

bool Containment::operator()(const Thread& thread, const Record& inner, const Record& outer) const {
    return inner.start_ns > outer.start_ns ||
           ((all_are_recorded_ || inner.start_ns == outer.start_ns) &&
            is_caller(thread, outer.call_path, inner.call_path));
}

Record Pending::record(std::size_t index) const {
    auto record = entries_[index].record;
    record.parameters = words_.data() + (entries_[index].first_word - words_gone_);
    return record;
}

std::size_t Pending::count_within(const Thread& thread, const Record& record,
                                  const Containment& is_within) const {
    auto left = entries_.size();
    while (left > 0 && is_within(thread, entries_[left - 1].record, record)) {
        left -= entries_[left - 1].size;
    }
    return entries_.size() - left;
}

void Pending::add(const Thread& thread, const Record& record, std::size_t within) {
    entries_.push_back({record, words_gone_ + words_.size(), within + 1});
    words_.insert(words_.end(), record.parameters,
                  record.parameters + thread.method(record).parameter_words);
}

std::vector<std::size_t> Pending::first_trees(std::size_t count) const {
    std::vector<std::size_t> roots;
    for (auto end = entries_.size(); end > 0; end -= entries_[end - 1].size) {
        roots.push_back(end - 1);
    }
    std::reverse(roots.begin(), roots.end());
    const auto last =
        std::find_if(roots.begin(), roots.end(), [&](auto root) { return root + 1 >= count; });
    roots.erase(last == roots.end() ? last : last + 1, roots.end());
    return roots;
}

void Pending::drop_first(std::size_t count) {
    const auto words = count == entries_.size()
                           ? words_.size()
                           : static_cast<std::size_t>(entries_[count].first_word - words_gone_);
    entries_.erase(entries_.begin(), entries_.begin() + static_cast<std::ptrdiff_t>(count));
    words_.erase(words_.begin(), words_.begin() + static_cast<std::ptrdiff_t>(words));
    words_gone_ += words;
}

} // namespace proxima::exchange
