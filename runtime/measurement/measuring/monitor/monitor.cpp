#include "monitor.hpp"

#include "../timers/forking.hpp"
#include "../timers/threads.hpp"
#include "csv.hpp"
#include "mastermind.hpp"
#include "records.hpp"
#include "system/file.hpp"
#include <proxima/detail/message.hpp>

#include <proxima/communication.hpp>
#include <proxima/run_facts.hpp>

#include <algorithm>
#include <exception>
#include <iterator>
#include <pthread.h>

namespace proxima::measuring {

namespace {

// A monitored method that the thread is in.
struct Invocation {
    MethodRecord* record;
    std::uint64_t start;
    std::uint64_t communication;
};

using Invocations = std::vector<Invocation>;

__thread Invocations* invocations_of_thread = nullptr;

void forget_invocations(void* invocations) {
    invocations_of_thread = nullptr;
    delete static_cast<Invocations*>(invocations); // NOLINT(cppcoreguidelines-owning-memory)
}

// No object of C++ for each thread, since static objects whose end is monitored outlive the main
// thread's: those of other threads go with them, that of the main thread stays.
Invocations& open_invocations() {
    static const pthread_key_t key = [] {
        pthread_key_t made{};
        pthread_key_create(&made, forget_invocations);
        return made;
    }();
    if (invocations_of_thread == nullptr) {
        invocations_of_thread = new Invocations; // NOLINT(cppcoreguidelines-owning-memory)
        pthread_setspecific(key, invocations_of_thread);
    }
    return *invocations_of_thread;
}

bool write(MethodRecord& record, const std::string& file) {
    if (file.empty()) {
        detail::say("error: the record " + record.name() +
                    " is not written: there is no run directory");
        return false;
    }
    const int error =
        detail::replace_file(file, csv_text(record.data(MethodRecord::Wanted::all, false)));
    if (error != 0) {
        detail::say("error: cannot write " + file + ": " + detail::error_text(error));
    }
    return error == 0;
}

std::string default_file(const MethodRecord& record) {
    const detail::RunFacts run = detail::run_facts();
    std::string name = record.name() + run.file_suffix + ".csv";
    std::replace(name.begin(), name.end(), '/', '_');
    return run.directory.empty() ? std::string() : run.directory + "/" + name;
}

// Runs an action that may find no memory; the application goes on all the same.
template <class Action>
bool guarded(Action action) noexcept {
    try {
        return action();
    } catch (const std::exception&) {
        return false;
    }
}

} // namespace

void RecordingMonitor::start_monitoring(std::string_view name) noexcept {
    if (forking) {
        return;
    }
    guarded([&] {
        MethodRecord& record = method_records().find_or_add(name);
        if (!record.timer().measured()) {
            return false;
        }
        Invocations& open = open_invocations();
        open.push_back({&record, 0, detail::communication_ticks()});
        record.timer().start_as(record.expected_layout());
        open.back().start = detail::clock_ticks();
        return true;
    });
}

void RecordingMonitor::stop_monitoring(std::string_view name,
                                       const std::vector<std::string>& parameter_names,
                                       const std::vector<double>& parameter_values) noexcept {
    if (forking || invocations_of_thread == nullptr || invocations_of_thread->empty()) {
        return;
    }
    const std::uint64_t end = detail::clock_ticks();
    guarded([&] {
        MethodRecord* const record = method_records().find(name);
        Invocations& open = open_invocations();
        const auto found =
            std::find_if(open.rbegin(), open.rend(),
                         [&](const Invocation& invocation) { return invocation.record == record; });
        if (record == nullptr || found == open.rend()) {
            return false;
        }
        const std::size_t count = std::min(parameter_names.size(), parameter_values.size());
        record->timer().stop_as(end, record->layout_of(parameter_names, count),
                                parameter_values.data());
        Row row;
        row.execution = end - found->start;
        row.communication =
            std::min(row.execution, detail::communication_ticks() - found->communication);
        open.erase(std::next(found).base());
        record->append(std::move(row), parameter_names, parameter_values);
        return true;
    });
}

void RecordingMonitor::set_file_name(std::string_view record, std::string_view file) noexcept {
    guarded([&] {
        method_records().find_or_add(record).set_file(file);
        return true;
    });
}

bool RecordingMonitor::dump_data(std::string_view name) noexcept {
    return guarded([&] {
        MethodRecord* const record = method_records().find(name);
        if (record == nullptr) {
            detail::say("error: there is no record " + std::string(name));
            return false;
        }
        const std::string file = record->file();
        return write(*record, file.empty() ? default_file(*record) : file);
    });
}

bool RecordingMonitor::dump_data_file_name(std::string_view name, std::string_view file) noexcept {
    return guarded([&] {
        MethodRecord* const record = method_records().find(name);
        if (record == nullptr) {
            detail::say("error: there is no record " + std::string(name));
            return false;
        }
        return write(*record, std::string(file));
    });
}

void RecordingMonitor::destroy_record(std::string_view name) noexcept {
    guarded([&] {
        if (MethodRecord* const record = method_records().find(name)) {
            record->clear();
        }
        return true;
    });
}

measurement::PerformanceData RecordReader::performance_data(std::string_view method, bool reset) {
    MethodRecord* const record = method_records().find(method);
    return record == nullptr ? mastermind_data(method, reset)
                             : record->data(MethodRecord::Wanted::since_reset, reset);
}

std::vector<std::string> RecordReader::component_method_names() {
    std::vector<std::string> names = method_records().names();
    const std::vector<std::string> of_mastermind = mastermind_methods();
    names.insert(names.end(), of_mastermind.begin(), of_mastermind.end());
    return names;
}

} // namespace proxima::measuring
