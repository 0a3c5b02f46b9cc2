// Work in equal units: dependent multiplications, which take the same time each.
#pragma once

[[gnu::always_inline]] inline void work(long units) {
    unsigned long value = 1;
    for (long i = 0; i < units; ++i) {
        value *= 6364136223846793005UL;
        asm volatile("" : "+r"(value));
    }
}

void library(int n);
