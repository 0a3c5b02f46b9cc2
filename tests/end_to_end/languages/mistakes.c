// Uses timers well and wrongly: the argument says how.
#define _GNU_SOURCE
#include <errno.h>
#include <fenv.h>
#include <math.h>
#include <proxima.h>
#include <pthread.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static proxima_timer a = PROXIMA_TIMER("a");
static proxima_timer b = PROXIMA_TIMER_WITH("b", "integer n, real x");

static void unstarted(void) {
    for (int i = 0; i < 3; ++i) {
        proxima_end(&a);
    }
}

static void unended(void) {
    for (int i = 0; i < 3; ++i) {
        proxima_begin(&a);
    }
}

static void overlap(void) {
    for (int i = 0; i < 3; ++i) {
        proxima_begin(&a);
        proxima_begin(&b);
        proxima_end(&a);
        PROXIMA_END(&b, 1, 2);
    }
}

static void values(void) {
    for (int i = 0; i < 3; ++i) {
        proxima_begin(&b);
        PROXIMA_END(&b, 7);
    }
}

static void text(void) {
    static proxima_timer c = PROXIMA_TIMER_WITH("c", "interger n");
    for (int i = 0; i < 3; ++i) {
        proxima_begin(&c);
        proxima_end(&c);
    }
}

static void traps(void) {
    const double numbers[] = {0.5, -3.75, 9007199254740992., -9223372036854774784., NAN, 1e300,
                              -0., 1e-310};
    feenableexcept(FE_ALL_EXCEPT);
    errno = 77;
    for (unsigned i = 0; i < sizeof numbers / sizeof *numbers; ++i) {
        proxima_begin(&b);
        const double both[] = {numbers[i], numbers[i]};
        proxima_end_with(&b, both, 2);
    }
    if (errno != 77 || fetestexcept(FE_ALL_EXCEPT) != 0) {
        _exit(1);
    }
}

static void* work(void* unused) {
    for (int i = 0; i < 1000; ++i) {
        proxima_begin(&a);
        proxima_begin(&b);
        PROXIMA_END(&b, i, 0.5 * i);
        proxima_end(&a);
    }
    return unused;
}

static void threads(void) {
    pthread_t all[4];
    for (int i = 0; i < 4; ++i) {
        pthread_create(&all[i], NULL, work, NULL);
    }
    for (int i = 0; i < 4; ++i) {
        pthread_join(all[i], NULL);
    }
}

static void forks(void) {
    proxima_begin(&a);
    if (fork() != 0) {
        wait(NULL);
    }
    proxima_end(&a); // runs in the parent alone, which is no mistake of the child
}

int main(int count, char** words) {
    const struct {
        const char* name;
        void (*function)(void);
    } ways[] = {{"unstarted", unstarted}, {"unended", unended}, {"overlap", overlap},
                {"values", values},       {"text", text},       {"traps", traps},
                {"threads", threads},     {"forks", forks}};
    for (unsigned i = 0; i < sizeof ways / sizeof *ways; ++i) {
        if (count == 2 && strcmp(words[1], ways[i].name) == 0) {
            ways[i].function();
        }
    }
    return 0;
}
