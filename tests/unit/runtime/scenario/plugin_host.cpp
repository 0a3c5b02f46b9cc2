// Loads the plug-in, which brings the runtime; a thread that has measured outlives both. With a
// second argument it calls the plug-in from handlers of fork() that are older than the runtime's,
// and on two threads besides, of which one has not called it before it forks.
#include <cstdio>
#include <dlfcn.h>
#include <future>
#include <pthread.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace {

using Call = int (*)(int);
Call call = nullptr;

void call_plugin() {
    if (call != nullptr) {
        call(1);
    }
}

bool fork_and_wait() {
    const pid_t child = fork();
    if (child == 0) {
        _exit(0);
    }
    int status = 1;
    waitpid(child, &status, 0);
    return status == 0;
}

bool fork_from_two_threads() {
    call_plugin();
    bool succeeded = false;
    std::thread([&] {
        succeeded = fork_and_wait();
        call_plugin();
    }).join();
    succeeded = fork_and_wait() && succeeded;
    call_plugin();
    return succeeded;
}

bool call_beyond_end(void* library) {
    std::promise<void> called;
    std::promise<void> unloaded;
    int result = 0;
    std::thread thread([&] {
        result = call(1);
        called.set_value();
        unloaded.get_future().wait();
    });
    called.get_future().wait();
    dlclose(library);
    unloaded.set_value();
    thread.join();
    return result == 1;
}

} // namespace

int main(int count, char** arguments) {
    constexpr unsigned patience = 60;
    alarm(patience);
    pthread_atfork(call_plugin, call_plugin, call_plugin);
    void* const library = count > 1 ? dlopen(arguments[1], RTLD_NOW | RTLD_LOCAL) : nullptr;
    if (library == nullptr) {
        std::fputs("usage: proxima_test_plugin_host PLUGIN [fork]\n", stderr);
        return 2;
    }
    call = reinterpret_cast<Call>(dlsym(library, "plugin_call"));
    return (count > 2 ? fork_from_two_threads() : call_beyond_end(library)) ? 0 : 1;
}
