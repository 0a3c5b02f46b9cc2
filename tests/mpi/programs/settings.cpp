// Prints what calls of MPI leave of the thread's settings: floating-point flags, traps, rounding
// mode, blocked signals, locale. With an argument, exceptions but that of inexact results trap.
#include <cfenv>
#include <clocale>
#include <csignal>
#include <cstdio>
#include <mpi.h>
#include <string>

namespace {

// Writes each line at once: launchers mix the output of ranks.
void show(const char* after) {
    sigset_t blocked{};
    pthread_sigmask(SIG_SETMASK, nullptr, &blocked);
    std::string line = after;
    for (const int value : {std::fetestexcept(FE_ALL_EXCEPT), fegetexcept(), std::fegetround()}) {
        line += ' ' + std::to_string(value);
    }
    for (int signal = 1; signal < NSIG; ++signal) {
        line += sigismember(&blocked, signal) == 1 ? " " + std::to_string(signal) : "";
    }
    line += std::string(" ") + std::setlocale(LC_ALL, nullptr) + '\n';
    std::fputs(line.c_str(), stdout);
    std::fflush(stdout);
    std::feclearexcept(FE_ALL_EXCEPT);
}

} // namespace

int main(int count, char** arguments) {
    std::setlocale(LC_ALL, "C.UTF-8");
    std::fesetround(FE_UPWARD);
    feenableexcept(count > 1 ? FE_INVALID | FE_OVERFLOW | FE_DIVBYZERO : 0);
    sigset_t one{};
    sigaddset(&one, SIGUSR2);
    pthread_sigmask(SIG_BLOCK, &one, nullptr);
    std::feclearexcept(FE_ALL_EXCEPT);
    MPI_Init(&count, &arguments);
    show("MPI_Init");
    for (int i = 0; i < 20'000; ++i) {
        double sum = 0;
        const double one_more = 1;
        MPI_Allreduce(&one_more, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    }
    show("calls");
    MPI_Finalize();
    show("MPI_Finalize");
}
