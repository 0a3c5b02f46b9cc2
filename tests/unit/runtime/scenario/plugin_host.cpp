// Loads the plug-in, which brings the runtime; a thread that has measured outlives both.
#include <cstdio>
#include <dlfcn.h>
#include <future>
#include <thread>
#include <unistd.h>

namespace {

using Call = int (*)(int);
Call call = nullptr;

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
    void* const library = count > 1 ? dlopen(arguments[1], RTLD_NOW | RTLD_LOCAL) : nullptr;
    if (library == nullptr) {
        std::fputs("usage: proxima_test_plugin_host PLUGIN\n", stderr);
        return 2;
    }
    call = reinterpret_cast<Call>(dlsym(library, "plugin_call"));
    return call_beyond_end(library) ? 0 : 1;
}
