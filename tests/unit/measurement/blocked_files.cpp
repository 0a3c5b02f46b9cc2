// Has a timer and an event, whose files cannot be written when it exits.
#include <proxima/measurement/connect.hpp>

#include <sys/stat.h>

using namespace proxima::measurement;

int main() {
    const auto timer = measurement().create_timer("step");
    timer->start();
    timer->stop();
    measurement().create_event("size")->trigger(1);
    return mkdir("proxima-run/profile.json", 0777) + mkdir("proxima-run/events.json", 0777);
}
