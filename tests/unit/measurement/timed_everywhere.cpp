// Times something on the main thread, on two others, and in the child of a fork.
#include <proxima/measurement/connect.hpp>

#include <cstdlib>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace proxima::measurement;

namespace {

bool in_child = false;

} // namespace

// LeakSanitizer asks at exit. To it, what a thread of the parent owned is leaked in the child.
extern "C" int __lsan_is_turned_off() {
    return in_child ? 1 : 0;
}

int main() {
    const auto timer = measurement().create_timer("work");
    const auto work = [&] { const ScopedTimer running(*timer); };
    work();
    for (int i = 0; i < 2; ++i) {
        std::thread(work).join();
    }
    const pid_t child = fork();
    in_child = child == 0;
    work();
    if (in_child) {
        return EXIT_SUCCESS;
    }
    int status = EXIT_FAILURE;
    waitpid(child, &status, 0);
    return status == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
