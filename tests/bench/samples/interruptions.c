/* Measures what one sample takes from the program: the gap that a thread sees which does nothing but read the clock.
 *
 * Usage: interruptions PERIOD_US [bare]
 *   bare  interrupts itself as samples do, with a handler that does nothing
 *
 * Prints the median of all gaps above 2 us, in nanoseconds. A short period makes them those of samples: the ticks of the
 * kernel are some hundred a second. Preemption by other programs is no median. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <linux/perf_event.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { most_gaps = 100000, least_ns = 2000, longest_ns = 1000000000 };

static long gaps[most_gaps];

static long now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000000000 + time.tv_nsec;
}

static int is_longer(const void* left, const void* right) {
    const long difference = *(const long*)left - *(const long*)right;
    return (difference > 0) - (difference < 0);
}

static void do_nothing(int number) {
    (void)number;
}

static int start_bare(long period_ns) {
    struct perf_event_attr event;
    memset(&event, 0, sizeof event);
    event.size = sizeof event;
    event.type = PERF_TYPE_SOFTWARE;
    event.config = PERF_COUNT_SW_TASK_CLOCK;
    event.sample_period = (unsigned long)period_ns;
    event.wakeup_events = 1;
    event.exclude_kernel = 1;
    event.exclude_hv = 1;
    signal(SIGURG, do_nothing);
    const int file = (int)syscall(SYS_perf_event_open, &event, 0, -1, -1, 0);
    const struct f_owner_ex owner = {F_OWNER_TID, getpid()};
    return file >= 0 && fcntl(file, F_SETOWN_EX, &owner) == 0 && fcntl(file, F_SETSIG, SIGURG) == 0 &&
           fcntl(file, F_SETFL, O_ASYNC) == 0;
}

__attribute__((noinline)) int watch(void) {
    int count = 0;
    const long end = now() + longest_ns;
    for (long last = now(); last < end && count < most_gaps;) {
        const long next = now();
        if (next - last > least_ns) {
            gaps[count++] = next - last;
        }
        last = next;
    }
    return count;
}

int main(int count, char** arguments) {
    const long period_ns = (count > 1 ? atol(arguments[1]) : 200) * 1000;
    if (count > 2 && strcmp(arguments[2], "bare") == 0 && !start_bare(period_ns)) {
        perror("perf_event_open");
        return EXIT_FAILURE;
    }
    const int seen = watch();
    qsort(gaps, (size_t)seen, sizeof *gaps, is_longer);
    printf("%d %ld\n", seen, seen == 0 ? 0 : gaps[seen / 2]);
    return EXIT_SUCCESS;
}
