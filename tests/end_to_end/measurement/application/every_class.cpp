// Cools a rod, and uses every class of the interface on the way. Prints the answer, which no
// implementation changes; and into a file what the implementation knows by then.
//
//     every_class FILE
#include <proxima/measurement/connect.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

namespace pm = proxima::measurement;

namespace {

using Rod = std::vector<double>;

class Solver {
public:
    // Explicit Euler; returns the largest change.
    double advance(Rod& rod) {
        const pm::ScopedTimer running(*advance_);
        pm::monitor().start(monitored_);
        const Rod before = rod;
        double largest = 0;
        for (std::size_t i = 1; i + 1 < rod.size(); ++i) {
            const double change = 0.25 * (before[i - 1] - 2 * before[i] + before[i + 1]);
            rod[i] += change;
            largest = std::max(largest, change < 0 ? -change : change);
        }
        const auto cells = static_cast<double>(rod.size());
        pm::monitor().stop(monitored_, &cells, 1);
        change_->trigger(largest);
        change_by_path_->trigger(largest);
        return largest;
    }

    double check(const Rod& rod) {
        const pm::ScopedTimer running(*check_);
        double heat = 0;
        for (const double cell : rod) {
            heat += cell;
        }
        return heat;
    }

private:
    std::unique_ptr<pm::Timer> advance_ =
        pm::measurement().create_timer("advance", "double (Rod&)", "solver");
    std::unique_ptr<pm::Timer> check_ = pm::measurement().create_timer("check", {}, "checks");
    std::unique_ptr<pm::Event> change_ = pm::measurement().create_event("largest change");
    std::unique_ptr<pm::Event> change_by_path_ =
        pm::measurement().create_context_event("change by path");
    pm::MonitorHandle monitored_ = pm::monitor().register_method("advance", {"cells"});
};

double cool(Solver& solver, Rod& rod) {
    const auto warming_up = pm::measurement().create_phase("warm-up");
    const auto control = pm::measurement().create_control();
    const auto heap = pm::measurement().create_memory_tracker();
    {
        const pm::ScopedTimer in_phase(*warming_up);
        solver.advance(rod);
        solver.advance(rod);
    }
    double heat = 0;
    for (int step = 0; step < 8; ++step) {
        if (step == 3) {
            control->disable_group_name("checks"); // from here on it is not needed
        }
        solver.advance(rod);
        heat += solver.check(rod);
        heap->track_here();
    }
    return heat;
}

void write_what_is_known(std::ofstream& file) {
    const auto query = pm::measurement().create_query();
    const std::vector<std::string> timers{"advance", "warm-up => advance double (Rod&)", "check",
                                          "warm-up"};
    const pm::TimerData data = query->timer_data(timers);
    for (std::size_t i = 0; i < timers.size(); ++i) {
        file << timers[i] << ": " << data.calls[i] << " calls, "
             << (data.inclusive[i][0] > 0 ? "some" : "no") << " time\n";
    }
    const std::vector<std::string> events{"largest change",
                                          "change by path : warm-up => advance double (Rod&)",
                                          "heap in use (bytes)"};
    const pm::EventData values = query->event_data(events);
    for (std::size_t i = 0; i < events.size(); ++i) {
        file << events[i] << ": " << values.samples[i] << " samples\n";
    }
    const pm::PerformanceData records = pm::perf_param().performance_data("advance", false);
    file << "records: " << records.rows.size();
    for (const std::string& column : records.columns) {
        file << ' ' << column;
    }
    file << '\n';
}

} // namespace

int main(int argc, char** argv) {
    if (argc != 2) {
        std::fputs("usage: every_class FILE\n", stderr);
        return EXIT_FAILURE;
    }
    Solver solver;
    Rod rod(50, 0.0);
    rod[25] = 100;
    std::printf("%.6f\n", cool(solver, rod));
    std::ofstream file(argv[1]);
    write_what_is_known(file);
    return file.good() ? EXIT_SUCCESS : EXIT_FAILURE;
}
