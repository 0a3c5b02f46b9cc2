#include "overlaps.hpp"

#include "system/immortal.hpp"
#include <proxima/detail/message.hpp>

#include <exception>
#include <mutex>
#include <set>
#include <string>

namespace proxima::measuring {

namespace {

// Lines that have been said; no more than a reader can be expected to look at.
class Said {
public:
    static constexpr std::size_t most = 100;

    void say_once(const std::string& line) {
        const std::lock_guard lock(mutex_);
        if (lines_.size() < most && lines_.insert(line).second) {
            detail::say(line);
        }
    }

private:
    std::mutex mutex_;
    std::set<std::string> lines_;
};

template <class... Parts>
void say_once(const Parts&... parts) noexcept {
    static detail::Immortal<Said> said;
    try {
        std::string line;
        (line.append(parts), ...);
        said->say_once(line);
    } catch (const std::exception&) { // no memory to say it
    }
}

} // namespace

void report_overlap(const Region& stopped, const Region& running) noexcept {
    say_once("timers overlap: \"", stopped.full_name(), "\" is stopped while \"",
             running.full_name(), "\", started inside of it, still runs; stop that one first");
}

void report_too_deep(const Region& region) noexcept {
    say_once("timer \"", region.full_name(),
             "\" is not measured where more than 4096 timers run inside each other; is one of them "
             "never stopped?");
}

void report_too_many_values(const Region& region) noexcept {
    say_once("timer \"", region.full_name(),
             "\": values of parameters are kept apart for the first 10000 only");
}

} // namespace proxima::measuring
