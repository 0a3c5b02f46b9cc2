/* Calls functions of some 2, 100 and 50,000 ns, so that measuring all calls costs far more than what overhead= allows. */
#include <stdlib.h>

static __inline__ __attribute__((always_inline)) unsigned long work(unsigned long value, long units) {
    for (long i = 0; i < units; ++i) {
        value *= 6364136223846793005UL;
        __asm__ volatile("" : "+r"(value));
    }
    return value;
}

__attribute__((noinline)) unsigned long tiny(unsigned long value) {
    return work(value, 2);
}

__attribute__((noinline)) unsigned long small(unsigned long value) {
    return work(value, 100);
}

__attribute__((noinline)) unsigned long large(unsigned long value, int n) {
    for (int i = 0; i < n; ++i) {
        value = tiny(tiny(small(value)));
    }
    return work(value, 50000);
}

int main(int count, char** arguments) {
    unsigned long value = 1;
    for (int i = 0; i < (count > 1 ? atoi(arguments[1]) : 0); ++i) {
        value = large(value, 500);
    }
    return value == 0;
}
