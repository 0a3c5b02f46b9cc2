#include "work.hpp"

void library(int n) {
    work(100L * n);
}
