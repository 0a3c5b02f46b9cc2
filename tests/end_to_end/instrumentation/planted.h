// A function in a header.
#pragma once

inline int in_header(int n) {
    int s = 0;
    while (n > 0) {
        s += n--;
    }
    return s;
}
