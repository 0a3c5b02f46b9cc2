#include "component/factories.hpp"
#include "component/hooked_parameters.hpp"
#include "component/periodic_thread.hpp"
#include "files/write_files.hpp"
#include "knowledge/call_comparison.hpp"
#include "safe_points/safe_points.hpp"

#include <proxima/detail/message.hpp>
#include <proxima/detail/ranks.hpp>
#include <proxima/detail/run_facts.hpp>
#include <proxima/framework/error.hpp>
#include <proxima/framework/services.hpp>
#include <proxima/online/attention.hpp>
#include <proxima/online/attention_port.hpp>

#include <algorithm>
#include <mutex>

namespace proxima::online {
namespace {

constexpr double interval = 0.05; // seconds

// Numbers that ranks share for a sensor of imbalance.
enum Number : std::size_t { calls, microseconds, numbers_of_sensor };

// Returns the totals of a method, "instance.method", over all callers, or of an MPI routine.
Totals totals_of(const Observation& now, const std::string& method) {
    Totals sum;
    for (const auto& [measured, totals] : now.methods) {
        if (measured.instance + "." + measured.method == method) {
            sum += totals;
        }
    }
    const auto routine = now.routines.find(method);
    return routine == now.routines.end() ? sum : routine->second;
}

// The component class PerformanceAttention; docs/online.md describes it.
class PerformanceAttention final : public framework::Component,
                                   public PerformanceAttentionPort,
                                   public Participant {
public:
    void set_services(framework::Services& services) override {
        services_ = &services;
        services.provide<framework::ParameterPort>("parameters", parameters_);
        services.provide<PerformanceAttentionPort>("attention", *this);
        CallComparison::use_ports(services);
    }

    void release_services() noexcept override {
        SafePoints::of_process().remove(*this);
        if (attention_.sensors().empty()) {
            return;
        }
        thread_.stop();
        look_once_more();
        for (const std::string& line : attention_.idle()) {
            detail::say("the sensor `" + line +
                        "` has seen no window: no method of that name was called often enough, "
                        "or no model knows it");
        }
        write();
    }

    void add_listener(AttentionListener& listener) override {
        const std::lock_guard lock(listeners_mutex_);
        listeners_.push_back(&listener);
    }
    void remove_listener(AttentionListener& listener) override {
        const std::lock_guard lock(listeners_mutex_);
        listeners_.erase(std::remove(listeners_.begin(), listeners_.end(), &listener),
                         listeners_.end());
    }

    std::size_t begin() override {
        const std::lock_guard lock(mutex_);
        for (std::size_t i = 0; i < attention_.sensors().size(); ++i) {
            if (attention_.sensors()[i].quantity == SensorQuantity::imbalance) {
                imbalances_.push_back({i, {}, {}});
            }
        }
        return imbalances_.size() * numbers_of_sensor;
    }

    void contribute(const SharedNumbers& own) override {
        const Observation now = observe();
        const std::lock_guard lock(mutex_);
        for (std::size_t i = 0; i < imbalances_.size(); ++i) {
            ImbalanceWindow& one = imbalances_[i];
            one.shared = totals_of(now, attention_.sensors()[one.sensor].subject);
            const Totals window = one.shared - one.before;
            const auto at = i * numbers_of_sensor;
            own.sums[at + calls] = static_cast<double>(window.calls);
            own.sums[at + microseconds] = own.maxima[at + microseconds] =
                window.inclusive_us - window.communication_us;
        }
    }

    void act(const SharedNumbers& all) override {
        const int ranks = detail::run_facts().ranks;
        std::vector<files::SensorFinding> events;
        for (std::size_t i = 0; i < imbalances_.size(); ++i) {
            ImbalanceWindow& one = imbalances_[i];
            const auto at = i * numbers_of_sensor;
            const std::lock_guard lock(mutex_);
            const auto wanted = static_cast<double>(attention_.sensors()[one.sensor].calls);
            if (all.sums[at + calls] < wanted * ranks) {
                continue;
            }
            one.before = one.shared;
            const double mean = all.sums[at + microseconds] / ranks;
            if (auto event = attention_.balance(one.sensor, all.maxima[at + microseconds], mean,
                                                observe_seconds())) {
                events.push_back(std::move(*event));
            }
        }
        // All ranks have the same findings; one reports them.
        if (detail::run_facts().rank == 0) {
            tell(std::move(events), -1);
        }
    }

    void alone(const std::string&) override { imbalances_.clear(); }

    void failed(const std::string& problem) noexcept override {
        detail::say("imbalance over ranks is no longer watched: " + problem);
    }

private:
    struct ImbalanceWindow {
        std::size_t sensor;
        Totals before; // at the beginning of the window
        Totals shared; // last shared with the other ranks
    };

    static double observe_seconds() { return observe().duration_us / 1e6; }

    void add(const std::vector<Sensor>& sensors) {
        const std::lock_guard lock(mutex_);
        for (const Sensor& sensor : sensors) {
            if (sensor.of_expected) {
                keep_invocations(sensor.subject);
            }
            attention_.add(sensor);
        }
        if (!sensors.empty()) {
            thread_.run_every(interval, [this] { look(); });
        }
    }

    void look() {
        std::unique_lock lock(mutex_);
        std::vector<files::SensorFinding> events = attention_.look(observe());
        compare_with_expected(events);
        lock.unlock();
        tell(std::move(events), detail::run_facts().rank);
    }

    void look_once_more() noexcept {
        try {
            look();
        } catch (...) {
            detail::say("the last measurements were not checked: " +
                        framework::message_of_current_exception());
        }
    }

    void compare_with_expected(std::vector<files::SensorFinding>& events) {
        for (const Sensor& sensor : attention_.sensors()) {
            if (!sensor.of_expected) {
                continue;
            }
            if (!services_->is_connected(knowledge_port)) {
                take_invocations(sensor.subject); // they would only fill the memory
                continue;
            }
            for (const ComparedCalls& calls : comparison_.compare(*services_, sensor.subject)) {
                auto found = attention_.compare(calls.method, calls.calls, calls.taken_us,
                                                calls.expected_us, observe_seconds());
                events.insert(events.end(), found.begin(), found.end());
            }
        }
    }

    void tell(std::vector<files::SensorFinding> events, int rank) noexcept {
        for (files::SensorFinding& event : events) {
            event.rank = detail::run_facts().ranks > 1 ? rank : -1;
            const std::lock_guard lock(listeners_mutex_);
            for (AttentionListener* const listener : listeners_) {
                try {
                    listener->attend(event);
                } catch (...) { // the listener's own error
                }
            }
            file_.events.push_back(event);
        }
        if (!events.empty()) {
            write();
        }
    }

    std::vector<std::string> lines() {
        const std::lock_guard lock(mutex_);
        std::vector<std::string> lines;
        for (const Sensor& sensor : attention_.sensors()) {
            lines.push_back(sensor.line);
        }
        return lines;
    }

    // Writes attention.json on rank 0, and on other ranks that have findings.
    void write() noexcept {
        try {
            std::vector<std::string> sensors = lines();
            const std::lock_guard lock(listeners_mutex_);
            const int rank = detail::run_facts().rank;
            if (rank != 0 && file_.events.empty()) {
                return;
            }
            file_.false_alarms = 2 * Watch::default_false_alarms;
            file_.sensors = std::move(sensors);
            const std::string name =
                rank == 0 ? "attention.json" : "attention-" + std::to_string(rank) + ".json";
            detail::write_run_file(name, files::to_json(file_));
        } catch (const std::exception& error) {
            detail::say(std::string("attention.json is not written: ") + error.what());
        }
    }

    framework::Services* services_ = nullptr;

    std::mutex mutex_; // guards the next two
    Attention attention_{{}};
    CallComparison comparison_;

    std::vector<ImbalanceWindow> imbalances_; // used only by the thread that reaches safe points

    std::mutex listeners_mutex_; // guards the next two
    std::vector<AttentionListener*> listeners_;
    files::AttentionFile file_;

    HookedParameters parameters_{[this](std::string_view field, const std::string& value) {
        if (field == "sensor") {
            add({parse_sensor(value, {value, 0})});
        } else if (field == "file") {
            add(read_sensors(value));
        } else {
            SafePoints::of_process().add(*this, value);
        }
    }};
    const std::string& sensor_ = parameters_.own().add_string(
        "sensor", "sensor to add; each value that is set adds one", "");
    const std::string& sensor_file_ =
        parameters_.own().add_string("file", "file of sensors to add, one per line", "");
    const std::string& safe_point_ = parameters_.own().add_string(
        "safe_point", "method before which ranks compare their times: instance.method", "");
    PeriodicThread thread_; // last, so that it stops first
};

} // namespace

std::unique_ptr<framework::Component> make_attention() {
    return std::make_unique<PerformanceAttention>();
}

} // namespace proxima::online
