#include "papi.hpp"

#include <proxima/detail/guards.hpp>

#include <algorithm>
#include <map>

#ifdef PROXIMA_PAPI_LIBRARY
#include <dlfcn.h>
#include <papi.h>
#include <pthread.h>
#endif

namespace proxima::measuring {

namespace {

std::string not_counted(const std::vector<std::string>& names, const std::string& why) {
    std::string list;
    for (const std::string& name : names) {
        list += (list.empty() ? "" : ", ") + name;
    }
    return list + (names.size() == 1 ? " is" : " are") + " not counted: " + why;
}

#ifdef PROXIMA_PAPI_LIBRARY

// The functions of PAPI that are used, with the types that its header gives them.
struct Functions {
    decltype(&PAPI_library_init) library_init = nullptr;
    decltype(&PAPI_thread_init) thread_init = nullptr;
    decltype(&PAPI_create_eventset) create_eventset = nullptr;
    decltype(&PAPI_add_named_event) add_named_event = nullptr;
    decltype(&PAPI_start) start = nullptr;
    decltype(&PAPI_stop) stop = nullptr;
    decltype(&PAPI_read) read = nullptr;
    decltype(&PAPI_cleanup_eventset) cleanup_eventset = nullptr;
    decltype(&PAPI_destroy_eventset) destroy_eventset = nullptr;
    decltype(&PAPI_unregister_thread) unregister_thread = nullptr;
    decltype(&PAPI_strerror) strerror = nullptr;
    decltype(&PAPI_get_component_info) get_component_info = nullptr;
};

constexpr std::size_t most_events = 16; // no more are asked for

Functions papi;

template <class Function>
bool find(void* library, const char* name, Function& function) noexcept {
    function = reinterpret_cast<Function>(dlsym(library, name));
    return function != nullptr;
}

bool find_functions(void* library) noexcept {
    return find(library, "PAPI_library_init", papi.library_init) &&
           find(library, "PAPI_thread_init", papi.thread_init) &&
           find(library, "PAPI_create_eventset", papi.create_eventset) &&
           find(library, "PAPI_add_named_event", papi.add_named_event) &&
           find(library, "PAPI_start", papi.start) && find(library, "PAPI_stop", papi.stop) &&
           find(library, "PAPI_read", papi.read) &&
           find(library, "PAPI_cleanup_eventset", papi.cleanup_eventset) &&
           find(library, "PAPI_destroy_eventset", papi.destroy_eventset) &&
           find(library, "PAPI_unregister_thread", papi.unregister_thread) &&
           find(library, "PAPI_strerror", papi.strerror) &&
           find(library, "PAPI_get_component_info", papi.get_component_info);
}

unsigned long this_thread_id() {
    return static_cast<unsigned long>(pthread_self());
}

// One line that says why not, empty if PAPI is ready.
std::string start_library() {
    void* const library = dlopen(PROXIMA_PAPI_LIBRARY, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    if (library == nullptr) {
        const char* const error = dlerror();
        return error == nullptr ? "PAPI cannot be loaded" : error;
    }
    if (!find_functions(library)) {
        return std::string(PROXIMA_PAPI_LIBRARY) + " is not the PAPI that Proxima was built with";
    }
    const int version = papi.library_init(PAPI_VER_CURRENT);
    if (version != PAPI_VER_CURRENT) {
        return "PAPI does not start: " +
               std::string(version > 0 ? "its version differs" : papi.strerror(version));
    }
    if (const int status = papi.thread_init(this_thread_id); status != PAPI_OK) {
        return papi.strerror(status);
    }
    return {};
}

void destroy(int events) noexcept {
    papi.cleanup_eventset(events);
    papi.destroy_eventset(&events);
}

// PAPI_NULL if one of them cannot be counted.
int start_events(const std::vector<std::string>& names, int& status) noexcept {
    int events = PAPI_NULL;
    status = papi.create_eventset(&events);
    if (status != PAPI_OK) {
        return PAPI_NULL;
    }
    for (const std::string& name : names) {
        status = papi.add_named_event(events, name.c_str());
        if (status != PAPI_OK) {
            destroy(events);
            return PAPI_NULL;
        }
    }
    status = papi.start(events);
    if (status != PAPI_OK) {
        destroy(events);
        return PAPI_NULL;
    }
    return events;
}

// Names of PAPI's own events, or with the component that they are of, are hardly mistaken ones of
// the counters that we have.
bool looks_like_papi(const std::string& name) {
    return name.rfind("PAPI_", 0) == 0 || name.find(':') != std::string::npos;
}

// Why an event cannot be counted. Where there are no counters at all that says more than the
// status.
std::string reason(int status, const std::string& name) {
    const PAPI_component_info_t* const processor = papi.get_component_info(0);
    const bool has_none =
        processor == nullptr || processor->disabled != 0 || processor->num_preset_events == 0;
    if ((has_none || status == PAPI_ENOEVNT) && !looks_like_papi(name)) {
        return "unknown; use THREAD_CPU_TIME, PROCESS_CPU_TIME, PAGE_FAULTS, or what papi_avail "
               "and papi_native_avail list";
    }
    return has_none ? "the processor's counters are not permitted, or not there, as on many "
                      "virtual machines (see /proc/sys/kernel/perf_event_paranoid); the run goes "
                      "on without"
                    : papi.strerror(status);
}

#endif

} // namespace

#ifdef PROXIMA_PAPI_LIBRARY

std::vector<std::string> Papi::choose(const std::vector<std::string>& names) {
    if (const std::string error = start_library(); !error.empty()) {
        return {not_counted(names, error)};
    }
    std::map<std::string, std::vector<std::string>> refused; // by reason
    for (const std::string& name : names) {
        names_.push_back(name);
        int status = PAPI_OK;
        const int events = start_events(names_, status);
        if (events == PAPI_NULL) {
            names_.pop_back();
            refused[reason(status, name)].push_back(name);
            continue;
        }
        long long values[most_events] = {};
        papi.stop(events, values);
        destroy(events);
    }
    std::vector<std::string> lines;
    lines.reserve(refused.size());
    for (const auto& [why, which] : refused) {
        lines.push_back(not_counted(which, why));
    }
    return lines;
}

int Papi::begin_thread(std::string& problem) const {
    if (names_.empty()) {
        return no_events;
    }
    int status = PAPI_OK;
    const int events = start_events(names_, status);
    if (events == PAPI_NULL) {
        problem = not_counted(names_, reason(status, names_.front())) +
                  " (on some threads: zeros stand there)";
        return no_events;
    }
    return events;
}

std::string Papi::begin_child() const {
    return names_.empty()
               ? std::string()
               : not_counted(names_, "PAPI counts for the parent (on the thread that forked this "
                                     "process: zeros stand there)");
}

void Papi::end_thread(int events) const noexcept {
    if (events != no_events) {
        long long values[most_events] = {};
        papi.stop(events, values);
        destroy(events);
        papi.unregister_thread();
    }
}

void Papi::read(int events, std::uint64_t* values) const noexcept {
    if (names_.empty()) {
        return;
    }
    long long read[most_events] = {};
    if (events != no_events) {
        const detail::NoCancellation no_cancellation; // it may read files
        papi.read(events, read);
    }
    std::copy_n(read, names_.size(), values);
}

#else

std::vector<std::string> Papi::choose(const std::vector<std::string>& names) {
    return {not_counted(names, "this build of Proxima has no PAPI; known are THREAD_CPU_TIME, "
                               "PROCESS_CPU_TIME and PAGE_FAULTS")};
}

int Papi::begin_thread(std::string&) const {
    return no_events;
}

std::string Papi::begin_child() const {
    return {};
}

void Papi::end_thread(int) const noexcept {
}

void Papi::read(int, std::uint64_t*) const noexcept {
}

#endif

} // namespace proxima::measuring
