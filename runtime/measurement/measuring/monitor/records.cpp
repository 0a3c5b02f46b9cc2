#include "records.hpp"

#include "system/immortal.hpp"

#include <proxima/run_facts.hpp>

#include <algorithm>
#include <limits>
#include <utility>

namespace proxima::measuring {

namespace {

constexpr const char* group = "monitor";
constexpr std::size_t most_layouts = 16;

} // namespace

MethodRecord::MethodRecord(std::string_view name)
    : name_(name), timer_({std::string(name), {}, group, 0}) {
}

const Layout* MethodRecord::layout_of(const std::vector<std::string>& names, std::size_t count) {
    const auto has_names = [&](const Layout& layout) {
        return layout.names().size() == count &&
               std::equal(names.begin(), names.begin() + static_cast<std::ptrdiff_t>(count),
                          layout.names().begin());
    };
    if (const Layout* const expected = layout_.load();
        expected == nullptr ? count == 0 : has_names(*expected)) {
        return expected;
    }
    const std::lock_guard lock(mutex_);
    const Layout* found = nullptr;
    if (const auto known = std::find_if(layouts_.begin(), layouts_.end(), has_names);
        known != layouts_.end()) {
        found = &*known;
    } else if (count > 0 && count <= Layout::most_columns && layouts_.size() < most_layouts) {
        const auto last = names.begin() + static_cast<std::ptrdiff_t>(count);
        found = &layouts_.emplace_back(name_, group, std::vector<std::string>(names.begin(), last));
    }
    layout_.store(found);
    return found;
}

std::size_t MethodRecord::column_of(const std::string& parameter) {
    const auto known = std::find(parameters_.begin(), parameters_.end(), parameter);
    const auto index = static_cast<std::size_t>(known - parameters_.begin());
    if (known == parameters_.end()) {
        parameters_.push_back(parameter);
    }
    return index;
}

void MethodRecord::append(Row row, const std::vector<std::string>& names,
                          const std::vector<double>& values) {
    constexpr double missing = std::numeric_limits<double>::quiet_NaN();
    const std::lock_guard lock(mutex_);
    for (std::size_t i = 0; i < std::min(names.size(), values.size()); ++i) {
        const std::size_t column = column_of(names[i]);
        row.parameters.resize(std::max(row.parameters.size(), column + 1), missing);
        row.parameters[column] = values[i];
    }
    rows_.append(row);
    after_reset_ = std::min(after_reset_, rows_.count() - 1); // rows before it may have been lost
}

measurement::PerformanceData MethodRecord::data(Wanted wanted, bool reset) {
    const double microseconds_per_tick = detail::run_facts().nanoseconds_per_tick / 1000;
    measurement::PerformanceData data;
    data.columns = {"computation", "communication"};
    const std::lock_guard lock(mutex_);
    data.columns.insert(data.columns.end(), parameters_.begin(), parameters_.end());
    const std::size_t first = wanted == Wanted::all ? 0 : after_reset_;
    rows_.for_each(first, [&](const Row& row) {
        const auto communication = static_cast<double>(row.communication) * microseconds_per_tick;
        const auto execution = static_cast<double>(row.execution) * microseconds_per_tick;
        std::vector<double>& values = data.rows.emplace_back();
        values = {execution - communication, communication};
        values.insert(values.end(), row.parameters.begin(), row.parameters.end());
        values.resize(data.columns.size(), std::numeric_limits<double>::quiet_NaN());
    });
    if (reset) {
        after_reset_ = rows_.count();
    }
    return data;
}

void MethodRecord::clear() {
    const std::lock_guard lock(mutex_);
    rows_.clear();
    parameters_.clear();
    after_reset_ = 0;
}

bool MethodRecord::empty() {
    const std::lock_guard lock(mutex_);
    return rows_.count() == 0;
}

void MethodRecord::set_file(std::string_view file) {
    const std::lock_guard lock(mutex_);
    file_ = file;
}

std::string MethodRecord::file() {
    const std::lock_guard lock(mutex_);
    return file_;
}

MethodRecord& MethodRecords::find_or_add(std::string_view name) {
    const std::lock_guard lock(mutex_);
    const auto known = records_.find(name);
    return known != records_.end() ? known->second
                                   : records_.try_emplace(std::string(name), name).first->second;
}

MethodRecord* MethodRecords::find(std::string_view name) {
    const std::lock_guard lock(mutex_);
    const auto known = records_.find(name);
    return known == records_.end() ? nullptr : &known->second;
}

std::vector<std::string> MethodRecords::names() {
    const std::lock_guard lock(mutex_);
    std::vector<std::string> names;
    for (auto& [name, record] : records_) {
        if (!record.empty()) {
            names.push_back(name);
        }
    }
    return names;
}

void MethodRecords::before_fork() {
    mutex_.lock();
    for (auto& [name, record] : records_) {
        record.mutex().lock();
    }
}

void MethodRecords::after_fork(bool in_child) {
    for (auto& [name, record] : records_) {
        record.mutex().unlock();
        if (in_child) {
            record.clear();
        }
    }
    mutex_.unlock();
}

MethodRecords& method_records() noexcept {
    static detail::Immortal<MethodRecords> instance;
    return *instance;
}

} // namespace proxima::measuring
