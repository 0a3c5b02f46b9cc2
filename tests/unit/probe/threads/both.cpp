// work.cpp twice, with both OpenMP runtimes in one process; work_llvm.o has it as Clang compiles
// it.
#define WITH_OPENMP
#define main gcc_main // NOLINT
#include "work.cpp"
#undef main

int llvm_main(int count, char** arguments);

int main(int count, char** arguments) {
    return gcc_main(1, arguments) + llvm_main(count, arguments);
}
