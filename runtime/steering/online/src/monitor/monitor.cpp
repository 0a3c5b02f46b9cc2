#include "component/hooked_parameters.hpp"
#include "component/periodic_thread.hpp"
#include "knowledge/call_comparison.hpp"
#include "monitor/export.hpp"

#include <proxima/base/error.hpp>
#include <proxima/base/http_server.hpp>
#include <proxima/base/openmetrics.hpp>
#include <proxima/base/text.hpp>
#include <proxima/control.hpp>
#include <proxima/detail/call_switches.hpp>
#include <proxima/detail/regions.hpp>
#include <proxima/detail/run_facts.hpp>
#include <proxima/framework/error.hpp>
#include <proxima/framework/services.hpp>
#include <proxima/online/monitor.hpp>

#include <algorithm>
#include <map>
#include <mutex>
#include <set>
#include <sstream>
#include <vector>

namespace proxima::online {
namespace {

// Returns the observer of the process, which all monitors share to read it only once.
Observer& own_observer() {
    static Observer observer;
    return observer;
}

// Selects the watched part of an observation.
class Filter {
public:
    Filter() = default;
    explicit Filter(const std::string& patterns) {
        std::istringstream words(patterns);
        for (std::string word; words >> word;) {
            patterns_.push_back(word);
        }
    }

    bool has_all() const { return patterns_.empty(); }
    const std::vector<std::string>& patterns() const { return patterns_; }

    Observation operator()(Observation all) const {
        const auto is_other = [this](const std::string& name) {
            return std::none_of(
                patterns_.begin(), patterns_.end(),
                [&](const std::string& pattern) { return base::matches_glob(pattern, name); });
        };
        const auto is_other_method = [&](const auto& row) { return is_other(row.first.instance); };
        const auto is_other_name = [&](const auto& row) { return is_other(row.first); };
        std::erase_if(all.methods, is_other_method);
        std::erase_if(all.bins, is_other_method);
        std::erase_if(all.instances, is_other_name);
        std::erase_if(all.routines, is_other_name);
        return all;
    }

private:
    std::vector<std::string> patterns_;
};

// Switches of the own process.
class ProcessControl final : public PerformanceControlPort {
public:
    void measure(bool on) override { on ? enable() : disable(); }
    void measure_methods(const std::string& pattern, bool on) override {
        detail::select_methods(pattern.c_str(), on);
    }
    void measure_instances(const std::string& pattern, bool on) override {
        detail::measure_instances(pattern, on);
    }
    void sample_methods(const std::string& pattern, const std::string& records) override {
        const std::string problem = detail::sample_methods(pattern, records);
        if (!problem.empty()) {
            throw framework::Error(framework::ErrorKind::nonstandard, problem);
        }
    }
    void measure_mpi(bool on) override { detail::switch_communication(on); }
};

} // namespace

class PerformanceMonitor::Implementation {
public:
    explicit Implementation(PerformanceMonitor& monitor) : monitor_(monitor) {}

    void set_services(framework::Services& services) {
        services.provide<PerformanceObservationPort>("observation", monitor_);
        services.provide<PerformanceControlPort>("control", control_);
        services.provide<framework::ParameterPort>("parameters", parameters_);
        CallComparison::use_ports(services);
        services_ = &services;
    }

    void end() noexcept {
        thread_.stop();
        services_ = nullptr;
    }

    std::shared_ptr<const Observation> observe() {
        const auto all = own_observer().observe();
        const std::lock_guard lock(mutex_);
        return filter_.has_all() ? all : std::make_shared<const Observation>(filter_(*all));
    }

    std::shared_ptr<const Observation> last_window() {
        thread_.run_every(parameters_.value_of(interval_), [this] { end_window(); });
        const std::lock_guard lock(mutex_);
        return window_;
    }

    framework::ParameterPort& parameters() noexcept { return parameters_; }
    PerformanceControlPort& control() noexcept { return control_; }
    std::string address() const { return thread_.address(); }

private:
    // Updates the ratio of the measured to the expected time of each method's calls since the last
    // comparison.
    void compare_with_expected() {
        if (services_ == nullptr || !services_->is_connected(knowledge_port)) {
            return;
        }
        const std::lock_guard lock(mutex_);
        for (const std::string& instances : filter_.patterns()) {
            const std::string methods = instances + ".*";
            if (kept_.insert(methods).second) {
                keep_invocations(methods);
            }
            for (const ComparedCalls& calls : comparison_.compare(*services_, methods)) {
                of_expected_[calls.method] = calls.taken_us / calls.expected_us;
            }
        }
    }

    void end_window() {
        compare_with_expected();
        auto now = observe();
        const std::lock_guard lock(mutex_);
        if (begin_ != nullptr) {
            window_ = std::make_shared<const Observation>(*now - *begin_);
        }
        begin_ = std::move(now);
    }

    void serve(const std::string& address) {
        if (address.empty() || detail::run_facts().rank != 0) { // only rank 0 answers
            return;
        }
        last_window(); // starts the windows
        try {
            thread_.serve(address, [this](std::string_view path) { return answer(path); });
        } catch (const base::Error& error) {
            throw framework::Error(framework::ErrorKind::network_error, error.what());
        }
    }

    base::HttpAnswer answer(std::string_view path) {
        if (path == "/metrics") {
            return {200, std::string(base::openmetrics_type), to_openmetrics(*observe())};
        }
        if (path == "/state") {
            const auto now = observe();
            const auto window = last_window();
            const std::lock_guard lock(mutex_);
            return {200, "application/json", to_json(*now, *window, of_expected_)};
        }
        return {404, "text/plain", "not found; try /metrics or /state\n"};
    }

    PerformanceMonitor& monitor_;
    framework::Services* services_ = nullptr;
    mutable std::mutex mutex_; // guards the members below
    Filter filter_{"*"};
    std::shared_ptr<const Observation> begin_;
    std::shared_ptr<const Observation> window_ = std::make_shared<const Observation>();
    CallComparison comparison_;
    std::set<std::string> kept_;                // patterns of methods with kept invocations
    std::map<std::string, double> of_expected_; // ratios of measured to expected time
    HookedParameters parameters_{[this](std::string_view field, const std::string& value) {
        if (field == "serve") {
            serve(value);
            return;
        }
        if (field == "instances") {
            const std::lock_guard lock(mutex_);
            filter_ = Filter(value);
        }
    }};
    const std::string& instances_ = parameters_.own().add_string(
        "instances", "instances and MPI routines to show: patterns, separated by spaces", "*");
    const double& interval_ =
        parameters_.own().add_real("interval", "seconds of a window", 1, 0.01, 86400);
    const std::string& serve_ = parameters_.own().add_string(
        "serve", "where rank 0 answers /metrics and /state: unix:FILE, PORT, 127.0.0.1:PORT", "");
    ProcessControl control_;
    PeriodicThread thread_; // last, so that it stops first
};

PerformanceMonitor::PerformanceMonitor()
    : implementation_(std::make_unique<Implementation>(*this)) {
}

PerformanceMonitor::~PerformanceMonitor() = default;

void PerformanceMonitor::set_services(framework::Services& services) {
    implementation_->set_services(services);
}

void PerformanceMonitor::release_services() noexcept {
    implementation_->end();
}

std::shared_ptr<const Observation> PerformanceMonitor::observe() {
    return implementation_->observe();
}

std::shared_ptr<const Observation> PerformanceMonitor::last_window() {
    return implementation_->last_window();
}

framework::ParameterPort& PerformanceMonitor::parameters() noexcept {
    return implementation_->parameters();
}

PerformanceControlPort& PerformanceMonitor::control() noexcept {
    return implementation_->control();
}

std::string PerformanceMonitor::address() const {
    return implementation_->address();
}

} // namespace proxima::online
