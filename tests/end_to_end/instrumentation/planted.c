/* C90, with old declarations. */
#include <stdio.h>
#define API(name) name
static int API(collatz)(n, most)
long n;
int most;
{
    int steps = 0;
    for (; n != 1 && steps < most; ++steps) {
        n = n % 2 == 0 ? n / 2 : 3 * n + 1;
    }
    return steps;
}

int main(void) {
    int i;
    int all = 0;
    for (i = 1; i <= 10; ++i) {
        all += collatz((long)i, 1000);
    }
    printf("%d %s:%d\n", all, __FILE__, __LINE__);
    return 0;
}
