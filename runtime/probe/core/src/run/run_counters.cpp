// The counters of a run.
#include "run/run.hpp"

#include <proxima/detail/message.hpp>
#include <proxima/detail/no_destructor.hpp>

#include <climits>

#include <array>
#include <cstdlib>
#include <dlfcn.h>
#include <string_view>
#include <utility>

namespace proxima::detail {
namespace {

// Returns the directory of this library with a final slash. If it is empty, the loader searches for
// the library, but not in the current directory.
std::string find_own_directory() {
    Dl_info info{};
    std::array<char, PATH_MAX> file{};
    if (dladdr(reinterpret_cast<const void*>(&run), &info) == 0 || info.dli_fname == nullptr ||
        realpath(info.dli_fname, file.data()) == nullptr) {
        return {};
    }
    const std::string_view path = file.data();
    return std::string(path.substr(0, path.rfind('/') + 1));
}

const std::string& own_directory() {
    static NoDestructor<const std::string> directory(find_own_directory());
    return *directory;
}

// Runs when the library is loaded: a relative path means another file after chdir().
[[gnu::constructor]] void look_for_own_directory() {
    own_directory();
}

// Loads the library beside libproxima. Null if that fails; sets `why` to the reason.
CounterSource* load_counter_source(std::string& why) {
    const std::string file = own_directory() + PROXIMA_COUNTERS_LIBRARY;
    // Stays loaded, because exiting threads call it and PAPI.
    void* const library = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    if (library == nullptr) {
        const char* const error = dlerror();
        why = error == nullptr ? "cannot load " + file : error;
        return nullptr;
    }
    const auto get = reinterpret_cast<GetCounterSource>(dlsym(library, counter_source_function));
    if (get == nullptr) {
        why = std::string(PROXIMA_COUNTERS_LIBRARY) + " is of another version of Proxima";
        return nullptr;
    }
    return get();
}

} // namespace

// Chooses the counters once for a process and its children.
void Run::choose_counters() {
    if (configuration_.counters.empty() || counters_chosen_) {
        return;
    }
    counters_chosen_ = true;
    std::string why;
    CounterSource* const source = load_counter_source(why);
    if (source == nullptr) {
        counters_.messages = {"counters: none is read: " + why};
    } else {
        counters_ = source->choose(configuration_.counters);
    }
    problems_.insert(problems_.end(), counters_.messages.begin(), counters_.messages.end());
    if (!expects_ranks_) { // else the first rank reports it in join_ranks()
        say_what_is_not_counted();
    }
    if (!counters_.counters.empty()) {
        counter_source_ = source;
        registry().read_counters(counters_.counters);
    }
}

// Prints missing counters; the first rank does so for all.
void Run::say_what_is_not_counted() const {
    for (const std::string& message : counters_.messages) {
        if (rank_ == 0) {
            say(message);
        }
    }
}

void Run::begin_counting() {
    if (counter_source_ == nullptr) {
        return;
    }
    if (std::string problem = counter_source_->begin_thread(); !problem.empty()) {
        add_problem(std::move(problem));
    }
}

} // namespace proxima::detail
